import { DomHandler, type Handler, Parser } from 'htmlparser2';
import { type AnyNode, type Document, type Element, isText } from 'domhandler';

/** Deeper than any page that people wrote. Elements below are read as if they were beside their parents. */
const MAX_DEPTH = 256;
/** A page with more elements is no list of prices. 10 MB of text have about 300,000. */
const MAX_ELEMENTS = 1_000_000;

/** Null: the page has too many elements. */
export function parseHtml(text: string): Document | null {
  const dom = new DomHandler();
  const bounded = boundedHandler(dom);
  const parser = new Parser(bounded.handler, { decodeEntities: true, lowerCaseTags: true });
  parser.write(text);
  parser.end();
  return bounded.isTooLarge() ? null : dom.root;
}

/**
 * Ignores opening and closing tags below the maximum depth. Selectors and text functions visit parents and children, and a page
 * of a million open `<b>` must not make them slow or exhaust the stack.
 */
function boundedHandler(dom: DomHandler): { handler: Partial<Handler>; isTooLarge(): boolean } {
  let [depth, elements] = [0, 0];
  return {
    isTooLarge: () => elements > MAX_ELEMENTS,
    handler: {
      onparserinit: (parser) => dom.onparserinit(parser),
      onend: () => dom.onend(),
      onopentag(name, attributes) {
        depth += 1;
        elements += 1;
        if (depth <= MAX_DEPTH && elements <= MAX_ELEMENTS) dom.onopentag(name, attributes);
      },
      onclosetag() {
        if (depth <= MAX_DEPTH && elements <= MAX_ELEMENTS) dom.onclosetag();
        depth -= 1;
      },
      ontext(text) {
        if (elements <= MAX_ELEMENTS) dom.ontext(text);
      },
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
