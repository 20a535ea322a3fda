"""The languages of the window: English in the source, Korean in ``ko.ts`` and its compiled ``ko.qm``."""
