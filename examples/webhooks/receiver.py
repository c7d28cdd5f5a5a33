"""Receives webhooks of Casparian Flow: verifies them, ignores duplicates, prints them. Python 3.9, nothing to install.

WEBHOOK_SECRET=whsec_… python3 receiver.py 8787
"""

import base64
import hashlib
import hmac
import json
import os
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ['WEBHOOK_SECRET']
TOLERANCE_SECONDS = 300
MAX_BODY_BYTES = 10_000_000


def is_genuine(headers, body: bytes) -> bool:
    """Standard Webhooks: the HMAC of id, time and body under the bytes behind the prefix of the secret."""
    message_id, timestamp = headers.get('webhook-id', ''), headers.get('webhook-timestamp', '')
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    key = base64.b64decode(SECRET.removeprefix('whsec_'))
    signed = f'{message_id}.{timestamp}.'.encode() + body
    expected = 'v1,' + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    # During a rotation there are two signatures. One that matches is enough.
    return any(hmac.compare_digest(expected, one) for one in headers.get('webhook-signature', '').split(' '))


class Receiver(BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'
    seen = set()  # In a real system: a unique key in your database.

    def do_POST(self):
        length = int(self.headers.get('content-length', 0))
        if length > MAX_BODY_BYTES:
            self.respond(413)
            return
        body = self.rfile.read(length)
        if not is_genuine(self.headers, body):
            self.respond(401)
            return
        # Respond first, work later: a delivery that takes longer than 30 seconds is sent again.
        self.respond(204)
        event = json.loads(body)
        if event['event_id'] not in self.seen:
            self.seen.add(event['event_id'])
            print(json.dumps({'event_type': event['event_type'], 'payload': event['payload']}), flush=True)

    def respond(self, status: int):
        self.send_response(status)
        self.send_header('content-length', '0')
        self.end_headers()

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(('127.0.0.1', int(sys.argv[1])), Receiver)
print(f'listening on http://127.0.0.1:{server.server_port}/', flush=True)
server.serve_forever()
