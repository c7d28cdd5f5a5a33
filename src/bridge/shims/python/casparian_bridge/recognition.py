"""Recognises the kind of a value by its attributes. Classes are not confused with their instances."""


def is_pair(value):
    return isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], str)


def is_mapping(value):
    if isinstance(value, type):
        return False
    return hasattr(value, 'keys') and hasattr(value, '__getitem__') and not hasattr(value, 'dtype')


def is_stream(value):
    if isinstance(value, (type, str, bytes, bytearray, memoryview)) or not hasattr(value, '__iter__'):
        return False
    # Arrays and lazy frames are iterable, but do not yield rows.
    return not any(hasattr(value, name) for name in ('dtype', '__array_interface__', 'collect'))


def is_arrow_like(value):
    if isinstance(value, type):
        return False
    # Tables of pyarrow before version 14 have no capsules, but all versions have these two names.
    is_table = hasattr(value, 'schema') and hasattr(value, 'to_batches')
    return is_table or any(hasattr(value, name) for name in ('__arrow_c_stream__', '__arrow_c_array__', 'to_arrow'))
