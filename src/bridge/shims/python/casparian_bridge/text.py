"""Text that UTF-8 can represent, whatever Python accepts as a string."""


def readable(text):
    """Surrogates, which have no UTF-8 form, become the text of their escapes."""
    return text if is_encodable(text) else text.encode('utf-8', 'backslashreplace').decode('utf-8')


def is_encodable(text):
    try:
        text.encode('utf-8')
        return True
    except UnicodeEncodeError:
        return False


def safely(function, value):
    """repr() and str() run the user's code, which may fail while we explain another failure."""
    try:
        return function(value)
    except Exception:
        return object.__repr__(value)
