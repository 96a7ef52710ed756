"""The naive Tybor and its referee check each other."""
