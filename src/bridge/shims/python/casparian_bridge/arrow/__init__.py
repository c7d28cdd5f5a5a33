"""Tables of any library that supports Arrow, in types that the bridge supports. Needs pyarrow."""
