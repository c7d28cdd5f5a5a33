/** Where a trace continues: W3C Trace Context. */
export interface TraceParent {
  readonly traceId: string;
  readonly spanId: string;
  readonly flags: number;
}

const PATTERN = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** Reads a `traceparent`. Undefined for an invalid one: the specification says to ignore it. */
export function parseTraceparent(text: string | undefined): TraceParent | undefined {
  const [, version, traceId, spanId, flags, more] = PATTERN.exec(text?.trim() ?? '') ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined;
  if (!traceId || !spanId || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, flags: Number.parseInt(flags ?? '0', 16) };
}

export function formatTraceparent({ traceId, spanId, flags }: TraceParent): string {
  return `00-${traceId}-${spanId}-${flags.toString(16).padStart(2, '0')}`;
}
