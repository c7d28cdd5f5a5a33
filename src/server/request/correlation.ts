import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isCorrelationId } from '../../engine/index.js';

/** W3C Trace Context, version 00. */
const TRACEPARENT = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The id that connects a request with log lines, jobs and events: the one of the caller, or a new one. */
export function correlationOf(headers: IncomingHttpHeaders): string {
  const given = headers['x-correlation-id'];
  return typeof given === 'string' && isCorrelationId(given) ? given : randomUUID();
}

export function traceparentOf({ traceparent }: IncomingHttpHeaders): string | undefined {
  return typeof traceparent === 'string' && TRACEPARENT.test(traceparent) ? traceparent : undefined;
}
