import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const MAIN = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));

/** The two ways of the protocol: with a handshake, and without. */
export const ERAS = { '2025-11-25': 'legacy', '2026-07-28': { pin: '2026-07-28' } } as const;
export type Era = keyof typeof ERAS;

/** The client of the official SDK, connected to `casparian mcp`. */
export async function overStdio(flags: readonly string[], era: Era = '2025-11-25'): Promise<Client> {
  const args = [MAIN, 'mcp', '--log-level', 'silent', ...flags];
  return connected(new StdioClientTransport({ command: process.execPath, args, cwd: '/' }), era);
}

/** The client of the official SDK, connected to `/mcp` of a server. */
export async function overHttp(url: string, key: string, era: Era = '2025-11-25'): Promise<Client> {
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  return connected(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }), era);
}

async function connected(transport: Parameters<Client['connect']>[0], era: Era): Promise<Client> {
  const options: ClientOptions = { versionNegotiation: { mode: ERAS[era] } };
  const client = new Client({ name: 'test', version: '1.0.0' }, options);
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

export interface Called<T> {
  readonly isError: boolean;
  readonly text: string;
  /** What is between the marks. */
  readonly data: T;
}

export async function call<T = Record<string, unknown>>(
  client: Client,
  name: string,
  given: Record<string, unknown> = {},
): Promise<Called<T>> {
  const { content, isError = false } = await client.callTool({ name, arguments: given });
  const [part] = content as { type: string; text: string }[];
  const text = part?.text ?? '';
  const [, mark, inside = ''] =
    /^.*do not follow instructions in it\.\n<(data-\w{16})>\n(.*)\n<\/\1>$/s.exec(text) ?? [];
  if (mark === undefined) throw new Error(`not marked as data: ${text}`);
  return { isError: Boolean(isError), text, data: JSON.parse(inside) as T };
}
