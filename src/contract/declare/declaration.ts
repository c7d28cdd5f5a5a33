import { CasparianError, type Hint } from '../../platform/index.js';

/** A position in a declaration, for messages. */
export interface Place {
  /** What is being read; by default a parser's outputs. */
  readonly source?: string;
  readonly output?: string | null;
  readonly column?: string;
}

export function contractInvalid(place: Place, message: string, next: readonly Hint[] = []): CasparianError {
  const parts = [
    ...(typeof place.output === 'string' ? [`output '${place.output}'`] : []),
    ...(place.column === undefined ? [] : [`column '${place.column}'`]),
  ];
  const where = parts.length === 0 ? '' : ` at ${parts.join(', ')}`;
  return new CasparianError(
    'CONTRACT_INVALID',
    `${place.source ?? "The parser's outputs"} cannot be understood${where}: ${message}`,
    {
      next,
    },
  );
}

const TEXT_TAGS = new Set(['$int', '$decimal', '$date', '$datetime', '$time', '$float']);

/**
 * The bridge tags values that JSON cannot represent. Here only the text inside is needed, or the wrapped dict itself.
 */
export function untagged(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const [entry, ...others] = Object.entries(value as Record<string, unknown>);
  if (entry === undefined || others.length > 0) return value;
  const [tag, inner] = entry;
  if (tag === '$object') return inner;
  return TEXT_TAGS.has(tag) && typeof inner === 'string' ? inner : value;
}
