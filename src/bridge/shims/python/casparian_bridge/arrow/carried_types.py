"""The types that the bridge supports, and the nearest of them for any other."""

import pyarrow
from pyarrow import types


def sendable_type(given):
    """The type itself if the bridge supports it, otherwise the nearest supported one."""
    if isinstance(given, pyarrow.BaseExtensionType):
        return sendable_type(given.storage_type)
    if is_carried(given):
        return given
    if types.is_dictionary(given):
        value = sendable_type(given.value_type)
        return given if value == given.value_type else value
    if is_a('run_end_encoded', given):
        return sendable_type(given.value_type)
    if types.is_struct(given):
        fields = [given.field(index) for index in range(given.num_fields)]
        return pyarrow.struct([each.with_type(sendable_type(each.type)).remove_metadata() for each in fields])
    if types.is_map(given):
        return pyarrow.map_(sendable_type(given.key_type), sendable_type(given.item_type))
    if types.is_fixed_size_list(given):
        return pyarrow.list_(sendable_field(given), given.list_size)
    if types.is_large_list(given) or is_a('large_list_view', given):
        return pyarrow.large_list(sendable_field(given))
    if types.is_list(given) or is_a('list_view', given):
        return pyarrow.list_(sendable_field(given))
    if is_a('binary_view', given):
        return pyarrow.binary()
    if is_a('decimal32', given) or is_a('decimal64', given):
        return pyarrow.decimal128(given.precision, given.scale)
    return pyarrow.string()


def sendable_field(given):
    return given.value_field.with_type(sendable_type(given.value_type)).remove_metadata()


def is_carried(given):
    return (
        types.is_null(given)
        or types.is_boolean(given)
        or types.is_integer(given)
        or types.is_floating(given)
        or types.is_decimal128(given)
        or types.is_decimal256(given)
        or types.is_date(given)
        or types.is_time(given)
        or types.is_timestamp(given)
        or types.is_string(given)
        or types.is_large_string(given)
        or types.is_binary(given)
        or types.is_large_binary(given)
        or types.is_fixed_size_binary(given)
    )


def is_a(name, given):
    """For types that older versions of pyarrow do not have."""
    check = getattr(types, f'is_{name}', None)
    return check is not None and check(given)


def holds_text_only(given):
    """Whether the type is, or contains, one that the bridge sends as text. By its name, for any nesting."""
    return any(name in str(given) for name in ('duration[', 'interval', 'union<'))
