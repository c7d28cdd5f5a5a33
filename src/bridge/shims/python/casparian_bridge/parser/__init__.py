"""The user's file: loading it, finding the parser in it, and the context of the parser."""
