"""The texts that models are given, as Markdown. Installed as codewatch.prompts."""
