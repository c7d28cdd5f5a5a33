"""The declarations of a Parser class in attributes. Only their form is checked: the host interprets them."""

from ..fault import Fault, kind_of


def checked_declarations(instance, place):
    checked_reuse(instance, place)
    return {
        'name': checked_text(instance, 'name', place),
        'version': checked_text(instance, 'version', place),
        'outputs': checked_outputs(instance, place),
        'topics': checked_topics(instance, place),
    }


def checked_text(instance, attribute, place):
    value = getattr(instance, attribute, None)
    if value is None or isinstance(value, str):
        return value
    raise Fault('parser_invalid', f'Parser.{attribute} must be a string, not {kind_of(value)}: {value!r}', place)


def checked_reuse(instance, place):
    """The host reads it in the source, before it starts a process."""
    value = getattr(instance, 'reuse', False)
    if not isinstance(value, bool):
        raise Fault('parser_invalid', f'Parser.reuse must be True or False, not {kind_of(value)}: {value!r}', place)


def checked_topics(instance, place):
    value = getattr(instance, 'topics', None)
    if value is None:
        return None
    if isinstance(value, (list, tuple)) and all(isinstance(topic, str) for topic in value):
        return list(value)
    raise Fault('parser_invalid', f'Parser.topics must be a list of strings, not {kind_of(value)}: {value!r}', place)


def checked_outputs(instance, place):
    value = getattr(instance, 'outputs', None)
    if value is None:
        return None
    if not isinstance(value, dict):
        raise Fault('parser_invalid', f'Parser.outputs must be a dict, not {kind_of(value)}: {value!r}', place)
    return checked_metadata(value, 'Parser.outputs', place)


def checked_metadata(value, where, place):
    """Accepts only values that JSON can represent."""
    if isinstance(value, dict):
        for key in value:
            if not isinstance(key, str):
                raise Fault('parser_invalid', f'{where} has a key that is not a string: {key!r}', place)
        return {key: checked_metadata(item, f'{where}[{key!r}]', place) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [checked_metadata(item, f'{where}[{index}]', place) for index, item in enumerate(value)]
    if value is None or isinstance(value, (str, bool, int)) or (isinstance(value, float) and value - value == 0):
        return value
    raise Fault('parser_invalid', f'{where} cannot be {kind_of(value)}: {value!r}', place)
