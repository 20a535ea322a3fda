"""What a turn is: messages, the chat model, tools, policy, questions and the loop that joins them."""
