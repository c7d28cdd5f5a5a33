import type { IncomingMessage } from 'node:http';
import * as z from 'zod';
import type { Caller } from '../access/caller.js';
import type { Route } from '../route.js';

/** One HTTP request to the endpoint of the Model Context Protocol. */
export interface McpExchange {
  readonly message: IncomingMessage;
  readonly url: string;
  readonly signal: AbortSignal;
  readonly correlationId: string;
  readonly onCaller: (caller: Caller) => void;
}

/**
 * Not an operation of the API: what access control and the log know about the endpoint. Every role has the permission; each tool has its
 * own. As a POST it counts as a change, so pages of other sites cannot send one.
 */
export const MCP_ROUTE: Route = {
  ...{ id: 'mcp', method: 'POST', path: '/mcp', permission: 'jobs:read', summary: 'Model Context Protocol' },
  response: z.unknown(),
  handle: () => Promise.resolve(undefined),
};
