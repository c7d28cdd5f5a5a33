import type { Span } from '../problem.js';
import type { ParsedRules } from '../syntax/ast.js';
import { BLANK_LINE, type Doc, HARD_LINE } from './doc.js';

const WHITE_SPACE = ' \t\r\n';

/**
 * Hands out the comments of a source in their order. The printer asks before every part that it writes, so each comment is
 * written before the first part that follows it in the source.
 */
export class Comments {
  readonly #source: string;
  readonly #comments: readonly Span[];
  #next = 0;

  constructor({ source, comments }: ParsedRules) {
    this.#source = source;
    this.#comments = comments;
  }

  /** The comments before an offset, on lines of their own. With `spaced`, empty lines of the source before them are kept. */
  before(offset: number, { spaced = false }: { spaced?: boolean } = {}): Doc {
    const docs: Doc[] = [];
    for (let comment = this.#comments[this.#next]; comment && comment.start < offset;) {
      if (spaced && this.hasBlankBefore(comment.start)) docs.push(BLANK_LINE);
      docs.push(HARD_LINE, this.#text(comment), HARD_LINE);
      this.#next += 1;
      comment = this.#comments[this.#next];
    }
    return docs;
  }

  /** The comment behind a part, on the same line. */
  after(offset: number): Doc {
    const comment = this.#comments[this.#next];
    if (comment === undefined || comment.start < offset) return '';
    if (!/^[ \t;]*$/.test(this.#source.slice(offset, comment.start))) return '';
    this.#next += 1;
    return { kind: 'suffix', text: this.#text(comment) };
  }

  /** The start of what is written next: a comment, or the part at the offset. */
  startOf(offset: number): number {
    const comment = this.#comments[this.#next];
    return comment && comment.start < offset ? comment.start : offset;
  }

  /** Whether the source has an empty line before the offset. */
  hasBlankBefore(offset: number): boolean {
    let lineEnds = 0;
    for (let at = offset - 1; at >= 0 && lineEnds < 2 && WHITE_SPACE.includes(this.#source.charAt(at)); at--) {
      if (this.#source[at] === '\n') lineEnds += 1;
    }
    return lineEnds === 2;
  }

  #text({ start, end }: Span): string {
    return this.#source.slice(start, end);
  }
}
