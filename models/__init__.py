"""What the embedded model is made with: training data, and the suites it is judged by."""
