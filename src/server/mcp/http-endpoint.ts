import { createMcpHandler } from '@modelcontextprotocol/server';
import { tenantDatabase } from '../../database/index.js';
import { errorMessage } from '../../platform/index.js';
import type { Caller } from '../access/caller.js';
import { requireRate } from '../access/rate-limit.js';
import { admit, type RequestRules } from '../handle-request.js';
import { readBody } from '../request/upload.js';
import type { Outgoing } from '../respond/outgoing.js';
import { createMcpServer } from './mcp-server.js';
import { MCP_ROUTE, type McpExchange } from './mcp-route.js';

const MAX_MESSAGE_BYTES = 1_048_576;

/** The protocol over HTTP ("Streamable HTTP"), without sessions: each request is complete in itself. */
export function mcpEndpoint(rules: RequestRules, allowed: boolean): (exchange: McpExchange) => Promise<Outgoing> {
  const { services, readOnly, rate } = rules;
  const allowsChanges = allowed && !readOnly;
  const handler = createMcpHandler(
    ({ authInfo }) => createMcpServer({ services, caller: authInfo?.extra?.['caller'] as Caller, allowsChanges }),
    {
      // Nothing that a client could subscribe to ever changes.
      maxSubscriptions: 0,
      onerror: (error) => services.logger.debug({ error: errorMessage(error) }, 'A message of MCP was refused'),
    },
  );
  services.closing.addEventListener('abort', () => void handler.close(), { once: true });
  return async (exchange) => {
    const { message, url, signal } = exchange;
    const caller = await admit(rules, { route: MCP_ROUTE, ...exchange });
    await requireRate(tenantDatabase(services.database, caller.tenant), caller, rate, services.logger);
    const method = message.method ?? 'POST';
    const body = method === 'POST' ? { body: new Uint8Array(await readBody(message, MAX_MESSAGE_BYTES)) } : {};
    const request = new Request(url, { method, headers: headersOf(message.headers), ...body, signal });
    // The key stays here: the SDK only passes on who it is.
    const authInfo = { token: '', clientId: caller.actor, scopes: [], extra: { caller } };
    const response = await handler.fetch(request, { authInfo });
    return { status: response.status, headers: Object.fromEntries(response.headers), body: response.body };
  };
}

function headersOf(given: McpExchange['message']['headers']): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given)) {
    if (name === 'authorization' || name === 'cookie') continue;
    for (const one of [value ?? []].flat()) headers.append(name, one);
  }
  return headers;
}
