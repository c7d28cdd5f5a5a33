import { randomUUID } from 'node:crypto';
import { tenantDatabase, tenantTransaction } from '../../database/index.js';
import { CasparianError, hint } from '../../platform/index.js';
import { authorize, recordDenied } from '../access/authorize.js';
import type { Caller } from '../access/caller.js';
import { readArguments } from '../request/validate.js';
import { errorResponse } from '../respond/error-envelope.js';
import { isWrite, type RouteRequest } from '../route.js';
import type { Services } from '../services.js';
import { itemsThatFit, resultJson, withoutRest } from './bounded-result.js';
import { dataText } from './data-text.js';
import { argumentsOf, type Tool } from './tool.js';

/** Who calls tools, and what is allowed. */
export interface ToolAccess {
  readonly services: Services;
  readonly caller: Caller;
  readonly allowsChanges: boolean;
}

export interface ToolCall {
  readonly tool: Tool;
  readonly given: unknown;
  /** Aborted when the client is gone or cancels. */
  readonly signal: AbortSignal;
}

export interface ToolResult {
  readonly text: string;
  readonly isError: boolean;
}

/** Calls a tool. A failure is a result, too: the model can correct itself. */
export async function callTool(access: ToolAccess, call: ToolCall): Promise<ToolResult> {
  const { name } = call.tool;
  const correlationId = randomUUID();
  try {
    await admit(access, call.tool, correlationId);
    return { text: dataText(name, await resultOf(access, call, correlationId)), isError: false };
  } catch (error) {
    const { body } = errorResponse(error, correlationId, access.services.logger);
    return { text: dataText(name, JSON.stringify(body)), isError: true };
  }
}

/** The same rules as for a request to the route. */
async function admit(
  { services, caller, allowsChanges }: ToolAccess,
  tool: Tool,
  correlationId: string,
): Promise<void> {
  const { route, name } = tool;
  try {
    authorize(route, caller);
  } catch (error) {
    const database = tenantDatabase(services.database, caller.tenant);
    await recordDenied(database, caller, { route, path: `mcp ${name}`, correlationId });
    throw error;
  }
  if (isWrite(route) && !allowsChanges) throw changesNotAllowed(name);
}

async function resultOf(access: ToolAccess, { tool, given, signal }: ToolCall, correlationId: string): Promise<string> {
  const { route, keeps } = tool;
  const request = requestOf(access, { tool, given, signal }, correlationId);
  const handle = route.handle as (request: RouteRequest) => Promise<unknown>;
  const result = await handle(request);
  const fitting = itemsThatFit(result, keeps);
  if (fitting === undefined) return resultJson(result);
  // A page is read again, because its cursor must lead to the first item that is left out.
  if (route.isPaged && fitting > 0) {
    return resultJson(await handle({ ...request, query: { ...request.query, limit: fitting } }));
  }
  return resultJson(withoutRest(result, fitting, keeps));
}

function requestOf(
  { services, caller, allowsChanges }: ToolAccess,
  call: ToolCall,
  correlationId: string,
): RouteRequest {
  return {
    ...partsOf(call),
    ...{ caller, services, correlationId },
    database: tenantDatabase(services.database, caller.tenant, caller.actor),
    engine: services.engine,
    write: (work) => services.engine.transaction((tx) => work(tenantTransaction(tx, caller.tenant, caller.actor))),
    ...{ idempotencyKey: undefined, traceparent: undefined, lastEventId: undefined },
    session: { open: () => undefined, close: () => undefined },
    isReadOnly: !allowsChanges,
    signal: call.signal,
    upload: { saveTo: () => Promise.reject(new CasparianError('MEDIA_TYPE_UNSUPPORTED', 'A tool takes no upload')) },
    requireMatch: () => undefined,
  };
}

/** Validates the arguments, and gives each back to the part of the request that it belongs to. */
function partsOf({ tool, given }: ToolCall): Pick<RouteRequest, 'params' | 'query' | 'body'> {
  const { schema, place } = argumentsOf(tool);
  const parts = { params: {}, query: {}, body: {} } as Record<string, Record<string, unknown>>;
  for (const [name, value] of Object.entries(readArguments(schema, given ?? {})))
    (parts[place[name] ?? ''] ?? {})[name] = value;
  return { params: parts['params'] ?? {}, query: parts['query'] ?? {}, body: parts['body'] };
}

function changesNotAllowed(name: string): CasparianError {
  return new CasparianError('READ_ONLY', `${name} is not allowed`, {
    why: 'This server offers tools that read. Tools that change something must be allowed by the person who starts it.',
    next: [
      hint('Ask the person to start it with', { action: 'mcp', options: { allow_writes: true } }),
      'For a server, ask to set mcp_allow_writes.',
    ],
  });
}
