import { once } from 'node:events';
import { createConnection } from 'node:net';
import { cellAt } from '../../src/contract/columns/cell-at.js';
import { cellJson } from '../../src/contract/columns/cell-text.js';
import type { BridgeMessage } from '../../src/bridge/protocol/message.js';
import { type BridgeOptions, openBridge } from '../../src/bridge/socket/open-bridge.js';
import { encodeData, encodeHello, type EncodedFrame } from '../../src/bridge/shims/node/frames.js';

export const HELLO = bytes(
  encodeHello({
    api: 'function',
    name: null,
    version: null,
    outputs: null,
    topics: null,
    language: 'node',
    runtime: 'Node',
    executable: 'node',
  }),
);

export const END = Buffer.alloc(4);

export function bytes(frame: EncodedFrame): Buffer {
  return Buffer.concat(frame);
}

export function ndjson(text: string): Buffer {
  return bytes(encodeData(Buffer.from(text)));
}

/** Everything a bridge makes of these chunks, written one after the other by a process that then hangs up. */
export async function talk(chunks: readonly Uint8Array[], options?: BridgeOptions): Promise<BridgeMessage[]> {
  const bridge = await openBridge(options);
  const socket = createConnection(bridge.socketPath);
  try {
    await once(socket, 'connect');
    for (const chunk of chunks) socket.write(chunk);
    socket.end();
    const messages: BridgeMessage[] = [];
    for await (const message of bridge.messages()) messages.push(message);
    return messages;
  } finally {
    socket.destroy();
    await bridge.close();
  }
}

/** A message as one line of text, with the cells of its rows in their exact JSON. */
export function rendered(message: BridgeMessage): string {
  if (message.kind !== 'batch') return JSON.stringify(message);
  const { output, columns, rowCount } = message.batch;
  const rows = Array.from({ length: rowCount }, (_, row) => {
    const members = columns.map((column) => `${JSON.stringify(column.name)}:${cellJson(cellAt(column, row))}`);
    return `{${members.join(',')}}`;
  });
  const head = { kind: 'batch', output, columns: columns.map(({ name }) => name) };
  return `${JSON.stringify(head).slice(0, -1)},"rows":[${rows.join(',')}]}`;
}
