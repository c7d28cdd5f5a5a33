import type { Readable, Writable } from 'node:stream';
import { errorMessage } from '../../platform/index.js';
import type { Caller } from '../access/caller.js';
import type { Services } from '../services.js';

export interface McpOverStdio {
  readonly services: Omit<Services, 'closing'>;
  readonly caller: Caller;
  readonly allowsChanges: boolean;
  readonly input: Readable;
  readonly output: Writable;
  /** Ends the connection. */
  readonly signal: AbortSignal;
}

const MAX_MESSAGE_BYTES = 4 * 1_048_576;

/** Speaks the Model Context Protocol until the input ends, the client is gone, or the signal aborts. */
export async function serveMcpOverStdio({ input, output, signal, ...access }: McpOverStdio): Promise<void> {
  const { serveStdio, StdioServerTransport } = await import('@modelcontextprotocol/server/stdio');
  const { createMcpServer } = await import('./mcp-server.js');
  const services: Services = { ...access.services, closing: signal };
  const transport = new StdioServerTransport(input, output, { maxBufferSize: MAX_MESSAGE_BYTES });
  const handle = serveStdio(() => createMcpServer({ ...access, services }), {
    transport,
    onerror: (error) => services.logger.warn({ error: errorMessage(error) }, 'A message of MCP could not be used'),
  });
  await new Promise<void>((resolve) => {
    const closed = transport.onclose;
    transport.onclose = () => {
      closed?.();
      resolve();
    };
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await handle.close();
}
