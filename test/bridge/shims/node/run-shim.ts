import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { DEFAULT_BOUNDS } from '../../../../src/bridge/protocol/bounds.js';
import type { BridgeMessage } from '../../../../src/bridge/protocol/message.js';
import { openBridge } from '../../../../src/bridge/socket/open-bridge.js';
import { readMessages } from '../../../../src/bridge/socket/read-messages.js';
import { cellAt } from '../../../../src/contract/columns/cell-at.js';
import type { IncomingBatch } from '../../../../src/contract/columns/incoming.js';

const SOURCE = fileURLToPath(new URL('../../../../src/bridge/shims/node/bridge-shim.ts', import.meta.url));
const COMPILED = fileURLToPath(
  new URL(`../../../../node_modules/.cache/node-shim-${process.pid}/node/bridge-shim.mjs`, import.meta.url),
);

/** Compiled once, as it is in the package: to start it from its source takes a second each time. */
export async function compileShim(): Promise<void> {
  await build({
    entryPoints: [SOURCE],
    outfile: COMPILED,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['apache-arrow'],
  });
}

export async function removeCompiledShim(): Promise<void> {
  await rm(dirname(dirname(COMPILED)), { recursive: true, force: true });
}

export interface ShimRun {
  readonly messages: readonly BridgeMessage[];
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
}

/** Runs the shim in a process of its own, as the host does, on a parser of the fixtures (or any absolute path). */
export async function runShim(parser: string, inputPath = '/dev/null', more: readonly string[] = []): Promise<ShimRun> {
  const bridge = await openBridge();
  const input = more.includes('--input-path-base64') ? [] : ['--input-path', inputPath];
  const child = startShim(parser, bridge.socketPath, [...input, ...more]);
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk) => (stdout += String(chunk)));
  child.stderr?.on('data', (chunk) => (stderr += String(chunk)));
  const closed = once(child, 'close').then(async ([exitCode]) => {
    if (!bridge.connected) await bridge.close();
    return exitCode as number | null;
  });
  try {
    const messages: BridgeMessage[] = [];
    for await (const message of bridge.messages()) messages.push(message);
    return { messages, exitCode: await closed, stdout, stderr };
  } finally {
    await bridge.close();
  }
}

/** How the shim ended, once nothing of its process group holds its output any more. */
export async function hangUpAfterFirstBatch(parser: string): Promise<unknown[]> {
  const bridge = await openBridge();
  const child = startShim(parser, bridge.socketPath, ['--input-path', '/dev/null']);
  const gone = once(child, 'close');
  for await (const message of bridge.messages()) if (message.kind === 'batch') break;
  await bridge.close();
  return gone;
}

/** Runs the shim with a connection as descriptor 3, as a sandbox does. Returns what was received before `enough`, then hangs up. */
export async function runShimWithConnection(
  parser: string,
  enough: (message: BridgeMessage) => boolean,
): Promise<{ messages: BridgeMessage[]; exit: unknown[] }> {
  const child = startShim(parser, null, ['--input-path', '/dev/null']);
  const gone = once(child, 'close');
  const connection = child.stdio[3] as Socket;
  const messages: BridgeMessage[] = [];
  for await (const message of readMessages(connection, DEFAULT_BOUNDS, false)) {
    messages.push(message);
    if (enough(message)) break;
  }
  connection.destroy();
  return { messages, exit: await gone };
}

function startShim(parser: string, socketPath: string | null, more: readonly string[]): ChildProcess {
  const parserPath = parser.startsWith('/') ? parser : fixture(parser);
  const typescript = /\.[mc]?ts$/.test(parserPath) ? ['--import', import.meta.resolve('tsx')] : [];
  const socket = socketPath === null ? ['--socket-fd', '3'] : ['--socket-path', socketPath];
  const options = [...socket, '--job-id', '7', '--parser-path', parserPath];
  return spawn(process.execPath, [...typescript, COMPILED, ...options, ...more], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', ...(socketPath === null ? (['pipe'] as const) : [])],
    env: { ...process.env, TSX_DISABLE_CACHE: '1' },
  });
}

export function fixture(name: string): string {
  return fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url));
}

export function batchesOf({ messages }: ShimRun): IncomingBatch[] {
  return messages.flatMap((message) => (message.kind === 'batch' ? [message.batch] : []));
}

/** The rows of a batch as objects of cells. */
export function rowsOf({ rowCount, columns }: IncomingBatch): Record<string, unknown>[] {
  return Array.from({ length: rowCount }, (_, row) =>
    Object.fromEntries(columns.map((column) => [column.name, cellAt(column, row)])),
  );
}

export function failureOf({ messages }: ShimRun) {
  const last = messages.at(-1);
  if (last?.kind !== 'error') throw new Error(`the last message is ${last?.kind ?? 'missing'}, not an error`);
  return last.failure;
}
