import type { ParserHello } from '../protocol/message.js';
import { MalformedPayload } from '../protocol/protocol-error.js';

const APIS = ['class', 'function', 'handler'] as const;

export function decodeHello(parser: unknown): ParserHello {
  if (typeof parser !== 'object' || parser === null) throw new MalformedPayload('has a hello that is not an object');
  const told = parser as Record<string, unknown>;
  const api = APIS.find((known) => known === told['api']);
  if (!api) throw new MalformedPayload(`has a hello whose api is not one of ${APIS.join(', ')}`);
  return {
    api,
    name: textOrNull(told, 'name'),
    version: textOrNull(told, 'version'),
    outputs: told['outputs'] ?? null,
    topics: topicsOf(told['topics'] ?? null),
    language: textOrNull(told, 'language') ?? 'unknown',
    runtime: textOrNull(told, 'runtime') ?? 'unknown',
    executable: textOrNull(told, 'executable') ?? 'unknown',
  };
}

function textOrNull(told: Record<string, unknown>, key: string): string | null {
  const value = told[key] ?? null;
  if (value !== null && typeof value !== 'string') throw new MalformedPayload(`has a hello whose ${key} is not text`);
  return value;
}

function topicsOf(topics: unknown): readonly string[] | null {
  if (topics === null) return null;
  if (Array.isArray(topics) && topics.every((topic) => typeof topic === 'string')) return topics;
  throw new MalformedPayload('has a hello whose topics are not a list of texts');
}
