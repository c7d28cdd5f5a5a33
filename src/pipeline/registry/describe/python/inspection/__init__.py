"""Describes a Python parser from its source, without running it.

It needs only the standard library of Python 3.9.

    answer        the facts, or the problem, of a bundle
    bundle        its modules, and the meaning of their names
    finding       the parser among them
    declarations  the name, version, topics, outputs and network of a Parser class
    imports       the packages that it requires
"""
