"""A task in plain Python, without the helper: JSON comes on stdin, an envelope goes out as the last line of stdout.

To run it:
    casparian task submit --wait --payload '{"file": "orders.csv"}' -- python3 examples/tasks/count_lines.py
"""

import json
import sys
import traceback


def count_lines(file):
    with open(file, 'rb') as lines:
        return {'lines': sum(1 for _ in lines)}


try:
    envelope = {'ok': True, 'result': count_lines(**json.load(sys.stdin))}
except Exception as error:
    # A file that is not there may come; nothing else gets better by itself.
    said = {'class': type(error).__name__, 'message': str(error), 'traceback': traceback.format_exc()}
    envelope = {'ok': False, 'error': {**said, 'retryable': isinstance(error, FileNotFoundError)}}
print(json.dumps(envelope))
sys.exit(0 if envelope['ok'] else 1)
