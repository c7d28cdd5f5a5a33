"""Durations as ISO 8601 text, which pandas and PostgreSQL read: P1DT2H3M4.5S."""

NANOSECONDS = {'s': 1_000_000_000, 'ms': 1_000_000, 'us': 1_000, 'ns': 1}


def nanoseconds_of(duration):
    whole = (duration.days * 86_400 + duration.seconds) * 1_000_000_000 + duration.microseconds * 1_000
    return whole + getattr(duration, 'nanoseconds', 0)


def duration_text(nanoseconds):
    sign, rest = ('-', -nanoseconds) if nanoseconds < 0 else ('', nanoseconds)
    seconds, fraction = divmod(rest, 1_000_000_000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    return f'{sign}P{days}DT{hours}H{minutes}M{seconds}{fraction_text(fraction)}S'


def interval_text(interval):
    months, days, nanoseconds = interval
    seconds, fraction = divmod(abs(nanoseconds), 1_000_000_000)
    sign = '-' if nanoseconds < 0 else ''
    return f'P{months}M{days}DT{sign}{seconds}{fraction_text(fraction)}S'


def fraction_text(nanoseconds):
    return f'.{nanoseconds:09d}'.rstrip('0') if nanoseconds else ''
