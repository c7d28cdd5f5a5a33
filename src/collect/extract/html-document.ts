import { DomHandler, type Handler, Parser } from 'htmlparser2';
import { type AnyNode, type Document, type Element, isText } from 'domhandler';

/** Elements below are read as if they were beside their parents: selectors visit all parents, and text functions use the stack. */
const MAX_DEPTH = 256;
/** The time of the parser grows with the square of the open elements: 40,000 take 0.4 s, a million 4 minutes. */
const MAX_OPEN = 1_000;
/** A page with more elements is not a list of prices. */
const MAX_ELEMENTS = 300_000;
/** Limits are checked after each piece. */
const PIECE_CHARACTERS = 16_384;

/** The document, or why it is not read. */
export function parseHtml(text: string): Document | string {
  const dom = new DomHandler();
  const counts: Counts = { open: 0, elements: 0 };
  const parser = new Parser(boundedHandler(dom, counts), { decodeEntities: true, lowerCaseTags: true });
  for (let at = 0; at < text.length; at += PIECE_CHARACTERS) {
    parser.write(text.slice(at, at + PIECE_CHARACTERS));
    if (counts.open > MAX_OPEN) return `more than ${MAX_OPEN} elements are nested`;
    if (counts.elements > MAX_ELEMENTS) return `it has more than ${MAX_ELEMENTS} elements`;
  }
  parser.end();
  return dom.root;
}

interface Counts {
  open: number;
  elements: number;
}

/** Passes on what is not nested too deeply. */
function boundedHandler(dom: DomHandler, counts: Counts): Partial<Handler> {
  return {
    onparserinit: (parser) => dom.onparserinit(parser),
    onend: () => dom.onend(),
    ontext: (text) => dom.ontext(text),
    onopentag(name, attributes) {
      counts.open += 1;
      counts.elements += 1;
      if (counts.open <= MAX_DEPTH) dom.onopentag(name, attributes);
    },
    onclosetag() {
      if (counts.open <= MAX_DEPTH) dom.onclosetag();
      counts.open -= 1;
    },
  };
}

const UNSEEN = new Set(['script', 'style', 'template', 'noscript']);
/** Elements that begin a new line on the screen, so that their text is not glued to the text before. */
const BLOCKS = new Set(
  'address article aside blockquote br dd div dl dt fieldset footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table td th tr ul'.split(
    ' ',
  ),
);

/** The text of an element as a reader sees it: single spaces, no scripts. */
export function textOf(element: Element): string {
  const parts: string[] = [];
  collectText(element, parts);
  return parts
    .join('')
    .replace(/[\s\u00a0]+/g, ' ')
    .trim();
}

/** Recursive, which the maximum depth permits. */
function collectText(node: AnyNode, parts: string[]): void {
  if (isText(node)) parts.push(node.data);
  if (!('children' in node)) return;
  const name = 'name' in node ? node.name : '';
  if (UNSEEN.has(name)) return;
  if (BLOCKS.has(name)) parts.push(' ');
  for (const child of node.children) collectText(child, parts);
  if (BLOCKS.has(name)) parts.push(' ');
}
