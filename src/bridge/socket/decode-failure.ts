import { FAILURE_KINDS, type ParserFailure } from '../protocol/message.js';

/** The text of an error frame: a JSON object from our shims, plain text from any other. */
export function decodeFailure(text: string): ParserFailure {
  const told = objectIn(text);
  const kind = FAILURE_KINDS.find((known) => known === told?.['kind']);
  if (!told || !kind) return plainFailure(text);
  return {
    kind,
    type: stringOrNull(told['type']),
    message: stringOrNull(told['message']) ?? '',
    file: stringOrNull(told['file']),
    line: Number.isSafeInteger(told['line']) ? (told['line'] as number) : null,
    source: stringOrNull(told['source']),
    traceback: stringOrNull(told['traceback']),
    name: stringOrNull(told['name']),
  };
}

function plainFailure(message: string): ParserFailure {
  const unknown = { file: null, line: null, source: null, traceback: null, name: null };
  return { kind: 'exception', type: null, message, ...unknown };
}

function objectIn(text: string): Record<string, unknown> | null {
  if (!text.startsWith('{')) return null;
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
}

function stringOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
