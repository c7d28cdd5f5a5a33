"""Python's traceback of a failure, without the frames of the shim."""

from ..own_code import is_shims_code


def source_line(error, file, line):
    if isinstance(error, SyntaxError) and error.filename == file and error.text:
        text = error.text
    elif file is not None and line is not None:
        import linecache

        text = linecache.getline(file, line)
    else:
        return None
    return text.strip() or None


def traceback_of(error):
    import traceback

    report = traceback.TracebackException(type(error), error, error.__traceback__)
    hide_own_frames(report, set())
    return ''.join(report.format())


def hide_own_frames(report, seen):
    if report is None or id(report) in seen:
        return
    seen.add(id(report))
    report.stack[:] = [
        frame
        for frame in report.stack
        if not is_shims_code(frame.filename) and not frame.filename.startswith('<frozen importlib')
    ]
    for other in (report.__cause__, report.__context__, *(getattr(report, 'exceptions', None) or ())):
        hide_own_frames(other, seen)
