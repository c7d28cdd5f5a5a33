"""Tables of whatever speaks Arrow, in types that the bridge carries. Needs pyarrow."""
