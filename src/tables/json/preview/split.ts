export interface JsonPart {
  /** Null for an element of a list. */
  readonly key: string | null;
  /** The text of the value, as it stands. */
  readonly raw: string;
}

export interface SplitJson {
  readonly kind: 'list' | 'object';
  readonly parts: readonly JsonPart[];
  /** Whether the text ended before the list or object did. Its last, unfinished part is left out then. */
  readonly isCut: boolean;
}

const STRING = /"[^"\\]*(?:\\[^][^"\\]*)*"/y;
const SPACE = /\s*/y;

/**
 * The parts of a JSON list or object, without making values of them: a head may end anywhere, and large numbers stay
 * exact as text. Null when the text is neither, or goes on after its end. Whether each part is JSON is not looked at.
 */
export function splitJson(text: string, limit: number): SplitJson | null {
  let at = skip(SPACE, text, 0);
  const opening = text[at];
  if (opening !== '[' && opening !== '{') return null;
  const kind = opening === '[' ? 'list' : 'object';
  const closing = kind === 'list' ? ']' : '}';
  const parts: JsonPart[] = [];
  at = skip(SPACE, text, at + 1);
  while (parts.length < limit && text[at] !== closing) {
    let key: string | null = null;
    if (kind === 'object') {
      const keyEnd = skip(STRING, text, at);
      const colon = skip(SPACE, text, keyEnd);
      if (text[colon] !== ':')
        return colon >= text.length || isOpenString(text, at) ? { kind, parts, isCut: true } : null;
      key = keyOf(text.slice(at, keyEnd));
      at = colon + 1;
    }
    const end = valueEnd(text, at);
    if (end >= text.length) return { kind, parts, isCut: true };
    parts.push({ key, raw: text.slice(at, end).trim() });
    if (text[end] !== ',' && text[end] !== closing) return null;
    at = text[end] === ',' ? skip(SPACE, text, end + 1) : end;
  }
  const isWholeAndAlone = text[at] !== closing || text.slice(at + 1).trim() === '';
  return isWholeAndAlone ? { kind, parts, isCut: false } : null;
}

/** Where the pattern ends that begins here; here, when it does not begin here. */
function skip(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : from;
}

function isOpenString(text: string, at: number): boolean {
  return text[at] === '"' && skip(STRING, text, at) === at;
}

function keyOf(raw: string): string {
  try {
    return String(JSON.parse(raw));
  } catch {
    return raw;
  }
}

/** Where the value ends: at a comma or bracket outside of it, or with the text. */
function valueEnd(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (character === '"') {
      const end = skip(STRING, text, at);
      if (end === at) return text.length;
      at = end - 1;
    } else if (character === '[' || character === '{') depth++;
    else if (character === ']' || character === '}') {
      if (depth === 0) return at;
      depth--;
    } else if (character === ',' && depth === 0) return at;
  }
  return text.length;
}
