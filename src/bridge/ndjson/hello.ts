import type { ParserHello } from '../protocol/message.js';
import { MalformedPayload } from '../protocol/protocol-error.js';

const APIS = ['class', 'function', 'handler'] as const;

export function decodeHello(parser: unknown): ParserHello {
  if (typeof parser !== 'object' || parser === null) throw new MalformedPayload('has a hello that is not an object');
  const declared = parser as Record<string, unknown>;
  const api = APIS.find((known) => known === declared['api']);
  if (!api) throw new MalformedPayload(`has a hello whose api is not one of ${APIS.join(', ')}`);
  return {
    api,
    name: textOrNull(declared, 'name'),
    version: textOrNull(declared, 'version'),
    outputs: declared['outputs'] ?? null,
    topics: topicsOf(declared['topics'] ?? null),
    language: textOrNull(declared, 'language') ?? 'unknown',
    runtime: textOrNull(declared, 'runtime') ?? 'unknown',
    executable: textOrNull(declared, 'executable') ?? 'unknown',
  };
}

function textOrNull(declared: Record<string, unknown>, key: string): string | null {
  const value = declared[key] ?? null;
  if (value !== null && typeof value !== 'string') throw new MalformedPayload(`has a hello whose ${key} is not text`);
  return value;
}

function topicsOf(topics: unknown): readonly string[] | null {
  if (topics === null) return null;
  if (Array.isArray(topics) && topics.every((topic) => typeof topic === 'string')) return topics;
  throw new MalformedPayload('has a hello whose topics are not a list of texts');
}
