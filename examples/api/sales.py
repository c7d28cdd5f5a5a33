"""The HTTP API with Python's standard library: uploads a file, waits until it is read, and queries it.

Needs a server with a worker, and

    CASPARIAN_URL=http://127.0.0.1:8080 CASPARIAN_KEY=bpc_… python3 sales.py
"""

import json
import os
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

URL = os.environ['CASPARIAN_URL'].rstrip('/')
KEY = os.environ['CASPARIAN_KEY']
TRIES = 5
TIMEOUT_SECONDS = 60


class ApiError(Exception):
    """A request that failed: its code, and what happened, why, and what to do next."""

    def __init__(self, status, error):
        super().__init__(error['message'])
        self.status = status
        self.code = error['code']
        self.why = error.get('why')
        self.next = error.get('next', [])


def request(method, path, query=None, body=None, headers=None):
    """Sends a request and returns the open response. Changes have an Idempotency-Key, so they are safe to repeat."""
    search = urllib.parse.urlencode(query or {}, doseq=True)
    is_upload = isinstance(body, bytes)
    data = body if is_upload or body is None else json.dumps(body).encode()
    sent = {'Authorization': f'Bearer {KEY}'}
    if method != 'GET':
        sent['Idempotency-Key'] = str(uuid.uuid4())
    if data is not None:
        sent['Content-Type'] = 'application/octet-stream' if is_upload else 'application/json'
    sent.update(headers or {})
    for attempt in range(1, TRIES + 1):
        outgoing = urllib.request.Request(f'{URL}{path}?{search}', data=data, headers=sent, method=method)
        try:
            return urllib.request.urlopen(outgoing, timeout=TIMEOUT_SECONDS)
        except urllib.error.HTTPError as failure:
            wait = failure.headers.get('Retry-After')
            if attempt == TRIES or failure.code not in (429, 502, 503, 504):
                raise ApiError(failure.code, json.load(failure)['error']) from None
            time.sleep(float(wait or attempt))
        except (urllib.error.URLError, ConnectionError):
            if attempt == TRIES:
                raise
            time.sleep(0.2 * 2**attempt)
    raise AssertionError('unreachable')


def call(method, path, **options):
    """Sends a request and returns the JSON of its response."""
    with request(method, path, **options) as response:
        return json.load(response)


def items(path, **query):
    """All items of a list, page after page."""
    cursor = None
    while True:
        page = call('GET', path, query={**query, **({'cursor': cursor} if cursor else {})})
        yield from page['items']
        cursor = page['next_cursor']
        if cursor is None:
            return


def lines(path, **query):
    """All items of a list, in one response."""
    with request('GET', path, query=query, headers={'Accept': 'application/x-ndjson'}) as response:
        for line in response:
            yield json.loads(line)


def events(last_event_id=None, **query):
    """What changes, as (id, name, data). Give the last id to continue behind it."""
    headers = {'Last-Event-ID': last_event_id} if last_event_id else {}
    with request('GET', '/v1/events/stream', query=query, headers=headers) as response:
        message = {}
        for line in response:
            name, _, value = line.decode().rstrip('\n').partition(': ')
            if name:
                message[name] = value
            elif 'data' in message:
                yield message['id'], message['event'], json.loads(message['data'])
                message = {}


def main():
    table = b'city,sales\nOslo,12\nBergen,30\n'
    uploaded = call('POST', '/v1/files', query={'name': 'sales.csv', 'dataset': 'sales'}, body=table)
    print('jobs created:', uploaded['jobs_created'])

    while next(items('/v1/jobs', type='parse', limit=1))['status'] != 'completed':
        time.sleep(0.2)

    found = call('POST', '/v1/query', body={'sql': 'SELECT sum(sales) AS total FROM sales'})
    print('total:', found['items'][0]['total'])

    key = {'Idempotency-Key': f'sales-{uuid.uuid4()}'}
    first, again = (call('POST', '/v1/jobs', body={'type': 'noop'}, headers=key)['id'] for _ in range(2))
    if first == again:
        print('same job: yes')

    if [job['id'] for job in items('/v1/jobs', limit=1)] == [job['id'] for job in lines('/v1/jobs')]:
        print('pages and lines: the same')

    try:
        call('GET', '/v1/datasets/missing')
    except ApiError as error:
        print('error:', error.code)

    for _, name, _ in events(seconds=1):
        print('stream:', name)
        break


if __name__ == '__main__':
    main()
