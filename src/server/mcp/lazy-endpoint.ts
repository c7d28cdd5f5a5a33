import type { RequestRules } from '../handle-request.js';
import type { Outgoing } from '../respond/outgoing.js';
import type { McpExchange } from './mcp-route.js';

/** Loads the protocol with the first request: most servers never get one. */
export function lazyMcp(rules: RequestRules, allowsChanges: boolean): (exchange: McpExchange) => Promise<Outgoing> {
  let endpoint: Promise<(exchange: McpExchange) => Promise<Outgoing>> | undefined;
  return async (exchange) => {
    endpoint ??= import('./http-endpoint.js').then(({ mcpEndpoint }) => mcpEndpoint(rules, allowsChanges));
    return (await endpoint)(exchange);
  };
}
