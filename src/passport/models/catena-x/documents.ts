import { isObject } from '../../attributes/stored-value.js';
import type { FactJson } from '../../rules/values/value.js';
import { link, text } from '../mapping/codecs.js';
import type { ModelJson } from '../mapping/model-json.js';
import { at, type Codec, type Part } from '../mapping/part.js';

const MAX_HEADER = 100;

/** A document of the data model: content, its type and a title. */
export function documentOf(content: string, contentType: string, header: string): ModelJson {
  return { content, contentType, header: header.slice(0, MAX_HEADER) };
}

export const NO_DOCUMENTS: Part = {
  names: [],
  write: () => [],
  read(given, _into, refuse) {
    if (!Array.isArray(given) || given.length > 0) refuse([], 'a passport has no place for this', given);
  },
};

/** A link as a list of one document. */
export function linked(path: string, header: string): Part {
  return at(path, linkDocument(header));
}

function linkDocument(header: string): Codec {
  return {
    write(stored) {
      const content = link.write(stored, () => undefined);
      return typeof content === 'string' ? [documentOf(content, 'URL', header)] : undefined;
    },
    read(given, refuse) {
      const [first, ...others] = Array.isArray(given) ? (given as readonly FactJson[]) : [given];
      for (const [index, other] of others.entries()) refuse([index + 1], 'a passport has one link here', other);
      if (first === undefined) return undefined;
      const content = isObject(first) ? first['content'] : first;
      if (content !== undefined && content !== null) return link.read(content, refuse);
      refuse([0], 'the document has no content', first);
      return undefined;
    },
  };
}

/** Texts of a list as documents; the header says what each of them is. */
export function contentOf(document: FactJson): string | undefined {
  const content = isObject(document) ? document['content'] : document;
  const found = content === undefined || content === null ? undefined : text.read(content, () => undefined);
  return typeof found === 'string' ? found : undefined;
}
