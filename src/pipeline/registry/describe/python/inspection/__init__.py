"""What a Python parser says of itself, read from its source without running a line of it.

It needs nothing but the standard library of Python 3.9.

    answer        the facts, or the problem, of a bundle
    bundle        its modules, and what their names stand for
    finding       the parser among them
    declarations  the name, version, topics and outputs of a Parser class
    imports       the packages that it cannot do without
"""
