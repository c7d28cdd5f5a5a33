import { onTestFinished } from 'vitest';
import { createApiKey } from '../../src/operations/index.js';
import { openPepper } from '../../src/operations/access/pepper.js';
import type { Role } from '../../src/operations/index.js';
import { tenantDatabase } from '../../src/database/index.js';
import { type Running, start } from '../cli/casparian.js';
import { type Afterwards, freshStore, type Store, type StoreKind } from '../cli/store.js';

export interface Answer<T = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: T;
}

export interface CallOptions {
  readonly key?: string | undefined;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** A server in its own process, with real HTTP. */
export interface RunningServer extends Store {
  readonly url: string;
  readonly tokenUrl: string;
  readonly port: number;
  readonly home: string;
  readonly running: Running;
  /** A new key; its name is the role unless another is given. */
  readonly keyOf: (role: Role, tenant?: string, name?: string) => Promise<string>;
  readonly call: <T = Record<string, unknown>>(request: string, options?: CallOptions) => Promise<Answer<T>>;
}

/** Started with `casparian serve`, on an empty store unless one is given. */
export async function startServer(
  kind: StoreKind,
  {
    args = [],
    env = {},
    store,
    afterwards = onTestFinished,
  }: { args?: readonly string[]; env?: Record<string, string>; store?: Store; afterwards?: Afterwards } = {},
): Promise<RunningServer> {
  const own = store ?? (await freshStore(kind, afterwards));
  const home = own.flags[1] as string;
  const running = start(['serve', '--port', '0', '--json', ...own.flags, ...args], {
    env: { CASPARIAN_LOG_LEVEL: 'warn', ...env },
    // Thousands of random requests take longer than ten minutes.
    endWithinMs: 3_600_000,
  });
  afterwards(async () => {
    running.process.kill('SIGKILL');
    await running.ended;
  });
  const line = await Promise.race([
    running.line('stdout', /"url"/),
    running.ended.then(({ stdout, stderr }) => Promise.reject(new Error(`the server ended: ${stdout}${stderr}`))),
  ]);
  const { url, token_url: tokenUrl, port } = JSON.parse(line) as { url: string; token_url: string; port: number };
  return {
    ...own,
    ...{ url, tokenUrl, port, home, running },
    keyOf: (role, tenant = 'default', name = role) => keyIn(own, home, { role, tenant, name }),
    call: (request, options) => call(url, request, options),
  };
}

/** A key is created beside the server, as `casparian keys create` does. */
export async function keyIn(
  { engine }: Store,
  home: string,
  { role, tenant, name }: { role: Role; tenant: string; name: string },
): Promise<string> {
  const database = tenantDatabase(engine.database, tenant, 'test');
  const { key } = await createApiKey(database, { name, role }, openPepper({ configured: undefined, home }));
  return key;
}

/** `call(url, 'GET /v1/jobs?limit=5', { key })` */
export async function call<T = Record<string, unknown>>(
  url: string,
  request: string,
  { key, body, headers = {} }: CallOptions = {},
): Promise<Answer<T>> {
  const [method = 'GET', path = '/'] = request.split(' ');
  const response = await fetch(`${url}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parsed(text) as T };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
