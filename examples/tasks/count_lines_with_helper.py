"""The same task with the helper (`casparian task helper --to .`), which speaks the contract for it.

    casparian task submit --wait --payload '{"file": "orders.csv"}' \
        -- python3 -m casparian_task count_lines_with_helper
"""

from casparian_task import Retry, context, task


@task
def count_lines(file: str):
    """Counts the lines of a file."""
    print(f'attempt {context().attempt}')  # Into the log: what a task prints is never taken for its result.
    try:
        with open(file, 'rb') as lines:
            return {'lines': sum(1 for _ in lines)}
    except FileNotFoundError as error:
        raise Retry(f'{file} is not there yet', after=5) from error
