/** A text with possible line breaks. A group is written on one line if it fits. */
export type Doc =
  | string
  /** A break in a broken group; in a flat one, its text. */
  | { readonly kind: 'line'; readonly flat: '' | ' ' }
  /** Always a break, and so is everything around it. */
  | { readonly kind: 'hard' }
  /** An empty line, at most one in a row. */
  | { readonly kind: 'blank' }
  /** Follows the last line that was written, if that is not empty. */
  | { readonly kind: 'suffix'; readonly text: string }
  | { readonly kind: 'indent'; readonly content: Doc }
  | { readonly kind: 'group'; readonly content: Doc; readonly isBroken: boolean }
  | readonly Doc[];

export const LINE: Doc = { kind: 'line', flat: ' ' };
export const SOFT_LINE: Doc = { kind: 'line', flat: '' };
export const HARD_LINE: Doc = { kind: 'hard' };
export const BLANK_LINE: Doc = { kind: 'blank' };

export const indent = (content: Doc): Doc => ({ kind: 'indent', content });

export function group(content: Doc): Doc {
  return { kind: 'group', content, isBroken: mustBreak(content) };
}

export function join(docs: readonly Doc[], separator: Doc): Doc {
  return docs.flatMap((doc, index) => (index === 0 ? [doc] : [separator, doc]));
}

/** Groups know it of themselves, so each part is looked at once. */
function mustBreak(doc: Doc): boolean {
  if (typeof doc === 'string') return false;
  if (isList(doc)) return doc.some(mustBreak);
  if (doc.kind === 'group') return doc.isBroken;
  if (doc.kind === 'indent') return mustBreak(doc.content);
  return doc.kind === 'hard' || doc.kind === 'blank';
}

export function isList(doc: Doc): doc is readonly Doc[] {
  return Array.isArray(doc);
}
