"""The user's file: how it is loaded, what in it is the parser, and what that is given."""
