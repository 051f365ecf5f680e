"""The words that sort a text into a category, and how much each of them says."""
