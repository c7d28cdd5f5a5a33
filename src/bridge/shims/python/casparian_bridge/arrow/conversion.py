"""Converts arrays of any Arrow type to a type that the bridge supports."""

import pyarrow
from pyarrow import types

from ..values.durations import NANOSECONDS, duration_text, interval_text
from ..values.jsonable import text_of
from .carried_types import holds_text_only, is_a


def to_type(array, target):
    given = array.type
    if given == target:
        return array
    if isinstance(given, pyarrow.BaseExtensionType):
        return to_type(array.storage, target)
    if types.is_dictionary(given):
        values = to_type(array.dictionary, target)
        return pyarrow.DictionaryArray.from_arrays(array.indices, values).dictionary_decode()
    if is_a('run_end_encoded', given):
        from pyarrow import compute

        return to_type(compute.run_end_decode(array), target)
    if types.is_struct(given):
        fields = [target.field(index) for index in range(target.num_fields)]
        children = [to_type(child, field.type) for child, field in zip(array.flatten(), fields)]
        return pyarrow.StructArray.from_arrays(children, fields=fields, mask=array.is_null())
    if types.is_duration(given):
        unit = NANOSECONDS[given.unit]
        counts = array.cast(pyarrow.int64()).to_pylist()
        return pyarrow.array([None if each is None else duration_text(each * unit) for each in counts], target)
    if not holds_text_only(given):
        try:
            converted = array.cast(target)
            # Some versions of pyarrow cast a list view to offsets that are one short.
            converted.validate()
            return converted
        except (pyarrow.ArrowNotImplementedError, pyarrow.ArrowInvalid):
            pass
    return pyarrow.array([python_of_type(value, target) for value in array.to_pylist()], target)


def python_of_type(value, target):
    if value is None:
        return None
    if types.is_string(target):
        return interval_text(value) if type(value).__name__ == 'MonthDayNano' else text_of(value)
    if types.is_struct(target):
        fields = [target.field(index) for index in range(target.num_fields)]
        return {each.name: python_of_type(value[each.name], each.type) for each in fields}
    if types.is_map(target):
        key_type, item_type = target.key_type, target.item_type
        return [(python_of_type(key, key_type), python_of_type(item, item_type)) for key, item in value]
    if isinstance(value, list):
        return [python_of_type(each, target.value_type) for each in value]
    return value
