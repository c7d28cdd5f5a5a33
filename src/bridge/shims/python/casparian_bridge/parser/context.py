"""The argument of `parse(self, ctx)`."""

from ..bridge import LOG_LEVELS


class Context:
    """The input, and methods to log. It can be used as the input path wherever Python accepts a path."""

    def __init__(self, input_path, job_id, bridge):
        self.input_path = input_path
        self.job_id = job_id
        self._bridge = bridge

    def __fspath__(self):
        return self.input_path

    def log(self, message, level='info'):
        """Logs a message for the job: level 'debug', 'info', 'warning' or 'error'."""
        if level not in LOG_LEVELS:
            raise ValueError(f'level must be one of {", ".join(LOG_LEVELS)}, not {level!r}')
        self._bridge.send_log(level, str(message))
