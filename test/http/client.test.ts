import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createHttpsServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createHttpClient, type HttpClient, readAtMost } from '../../src/http/client.js';
import type { Resolver } from '../../src/http/resolve-host.js';
import { BAD_PEERS, floodingPeer, httpPeer, listen, rawPeer } from './peers.js';

function client(options: { allowPrivate?: boolean; resolve?: Resolver } = {}): HttpClient {
  const made = createHttpClient({ allowPrivate: true, ...options });
  onTestFinished(() => made.close());
  return made;
}

const passing = expect.objectContaining({ code: 'NETWORK_ERROR', retryable: true }) as object;

async function post(to: HttpClient, url: string, deadlineMs = 20_000, signal?: AbortSignal): Promise<string> {
  const response = await to.send({
    method: 'POST',
    url,
    headers: { 'x-test': 'a' },
    body: Buffer.from('hello'),
    deadlineMs,
    signal,
  });
  const body = await readAtMost(response.body, 1_000);
  return `${response.status} ${body.toString()}`;
}

describe('the HTTP client', () => {
  it('sends method, headers and body, and returns status, headers and body', async () => {
    const peer = await httpPeer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        response.writeHead(202, { 'x-answer': 'b' });
        response.end(`${request.method} ${String(request.headers['x-test'])} ${Buffer.concat(chunks).toString()}`);
      });
    });
    expect(await post(client(), peer.url)).toBe('202 POST a hello');
  });

  it('uses one connection for requests that follow each other', async () => {
    const peer = await httpPeer((request, response) => request.resume().on('end', () => response.end('ok')));
    const one = client();
    for (let count = 0; count < 5; count++) expect(await post(one, peer.url)).toBe('200 ok');
    expect(peer.connections()).toBe(1);
  });

  it('sends a request again, once, when its reused connection was closed', async () => {
    let requests = 0;
    const peer = await rawPeer((socket) => {
      let answered = false;
      socket.on('data', () => {
        requests++;
        if (answered) return void socket.destroy();
        answered = true;
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
      });
    });
    const one = client();
    expect(await post(one, peer.url)).toBe('200 ok');
    expect(await post(one, peer.url)).toBe('200 ok');
    expect([requests, peer.connections()]).toEqual([3, 2]);
  });

  it.each(['hangs', 'drips', 'dripsHeaders'] as const)('gives up at the deadline on a peer that %s', async (kind) => {
    const peer = await BAD_PEERS[kind]();
    const begun = performance.now();
    await expect(post(client(), peer.url, 300)).rejects.toThrow(passing);
    expect(performance.now() - begun).toBeLessThan(20_000);
  });

  it('counts the resolution of the name into the deadline', async () => {
    const resolve: Resolver = () => new Promise(() => undefined);
    await expect(post(client({ resolve }), 'http://slow.example/', 50)).rejects.toThrow(passing);
  });

  it.each(['closesEarly', 'hangsUp', 'talksNonsense'] as const)(
    'reports a peer that %s as a passing failure',
    async (kind) => {
      const peer = await BAD_PEERS[kind]();
      await expect(post(client(), peer.url)).rejects.toThrow(passing);
    },
  );

  it('reports a refused connection, and names the host without the path', async () => {
    const peer = await httpPeer(() => undefined);
    await peer.close();
    const failed = post(client(), `http://127.0.0.1:${peer.port}/secret-token`);
    await expect(failed).rejects.toThrow(passing);
    await failed.catch((error: unknown) => {
      const { message, why } = error as { message: string; why: string };
      expect(message).toContain(`127.0.0.1:${peer.port}`);
      expect(message + why).not.toContain('secret-token');
    });
  });

  it('reads no more of a large body than it may', async () => {
    const peer = await floodingPeer();
    const response = await client().send({ method: 'GET', url: peer.url, headers: {}, deadlineMs: 20_000 });
    expect(await readAtMost(response.body, 65_536)).toHaveLength(65_536);
    expect(peer.sentBytes()).toBeLessThan(20_000_000);
  });

  it('does not follow a redirect', async () => {
    let followed = false;
    const target = await httpPeer((_, response) => {
      followed = true;
      response.end();
    });
    const peer = await httpPeer((request, response) => {
      request.resume();
      response.writeHead(307, { location: target.url }).end('elsewhere');
    });
    expect(await post(client(), peer.url)).toBe('307 elsewhere');
    expect(followed).toBe(false);
  });

  it("stops when the caller does, with the caller's reason", async () => {
    const peer = await BAD_PEERS.hangs();
    const stop = new AbortController();
    const sent = post(client(), peer.url, 20_000, stop.signal);
    stop.abort(new Error('enough'));
    await expect(sent).rejects.toThrow();
    const late = post(client(), peer.url, 20_000, AbortSignal.abort());
    await expect(late).rejects.toThrow();
  });

  it('connects to the address that was checked, whatever the name resolves to later', async () => {
    const peer = await httpPeer((request, response) => {
      request.resume();
      response.end(request.headers.host);
    });
    let lookups = 0;
    // Public at the first look, private from the second on.
    const rebinding: Resolver = () =>
      Promise.resolve([{ address: lookups++ === 0 ? '127.0.0.1' : '169.254.169.254', family: 4 }]);
    const one = client({ resolve: rebinding });
    expect(await post(one, `http://rebinding.test:${peer.port}/`)).toBe(`200 rebinding.test:${peer.port}`);
    expect(lookups).toBe(1);
    // The connection is still open, but the name is no longer allowed.
    const refused = expect.objectContaining({ code: 'ADDRESS_REFUSED', retryable: false }) as object;
    await expect(post(one, `http://rebinding.test:${peer.port}/`)).rejects.toThrow(refused);
    expect(peer.connections()).toBe(1);
  });

  it('does not reuse a connection to an address that was not checked for this request', async () => {
    const peer = await httpPeer((request, response) => request.resume().on('end', () => response.end('ok')));
    const addresses = [['127.0.0.1'], ['127.0.0.1', '127.0.0.2']];
    const moving: Resolver = () =>
      Promise.resolve((addresses.shift() ?? []).map((address) => ({ address, family: 4 })));
    const one = client({ resolve: moving });
    await post(one, `http://moving.test:${peer.port}/`);
    await post(one, `http://moving.test:${peer.port}/`);
    expect(peer.connections()).toBe(2);
  });

  it('refuses private addresses unless they are allowed', async () => {
    const peer = await httpPeer(() => undefined);
    const strict = client({ allowPrivate: false });
    await expect(post(strict, peer.url)).rejects.toThrow(expect.objectContaining({ code: 'URL_REFUSED' }) as object);
    const https = post(strict, peer.url.replace('http:', 'https:'));
    await expect(https).rejects.toThrow(expect.objectContaining({ code: 'ADDRESS_REFUSED' }) as object);
    expect(peer.connections()).toBe(0);
  });
});

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

describe.skipIf(!hasOpenssl)('TLS (needs openssl to make a certificate)', () => {
  it('checks the certificate against the name, on a pinned address, and trusts NODE_EXTRA_CA_CERTS', async () => {
    const { key, cert, certPath } = certificateFor('receiver.test');
    const peer = await listen(
      createHttpsServer({ key, cert }, (_, response) => response.end('ok')),
      'https',
    );
    const resolve: Resolver = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
    await expect(post(client({ resolve }), `https://receiver.test:${peer.port}/`)).rejects.toThrow(passing);
    const send = async (name: string): Promise<string> => {
      const script = ['--import', 'tsx', 'test/http/fixtures/post-pinned.ts', name, String(peer.port)];
      const env = { ...process.env, NODE_EXTRA_CA_CERTS: certPath };
      return (await promisify(execFile)(process.execPath, script, { env })).stdout;
    };
    expect(await send('receiver.test')).toBe('200');
    expect(await send('other.test')).toBe('NETWORK_ERROR');
  });
});

function certificateFor(name: string): { key: Buffer; cert: Buffer; certPath: string } {
  const folder = mkdtempSync(join(tmpdir(), 'casparian-tls-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [keyPath, certPath] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  spawnSync('openssl', ['req', '-x509', ...kind, '-keyout', keyPath, '-out', certPath, '-days', '2', ...subject]);
  return { key: readFileSync(keyPath), cert: readFileSync(certPath), certPath };
}
