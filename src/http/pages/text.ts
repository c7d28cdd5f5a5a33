import type { Page } from './page-client.js';

export interface PageText {
  readonly text: string;
  /** The name of the encoding standard, in lower case. */
  readonly charset: string;
  readonly declaredBy: 'bom' | 'header' | 'meta' | 'xml' | 'guess';
  /**
   * `invalid_bytes`: bytes that the charset does not have became U+FFFD.
   * `looks_like_utf8`: the declared charset has one byte per character, but the text is UTF-8.
   */
  readonly problem: 'invalid_bytes' | 'looks_like_utf8' | undefined;
}

/** The declaration of a document is within its first bytes (HTML: 1,024). */
const PROLOG_BYTES = 1_024;
const META_CHARSET = /<meta\s[^>]*?charset\s*=\s*["']?\s*([^\s"'/>;]+)/i;
const XML_ENCODING = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([^"']+)["']/i;

/**
 * The text of a page. The order of the declarations is that of browsers: byte order mark, Content-Type, the document.
 * Without any, the text is UTF-8 or, if it cannot be, Windows-1252. A wrong declaration is reported, not corrected.
 */
export function decodeText({ headers, body }: Pick<Page, 'headers' | 'body'>): PageText {
  const { charset, declaredBy } = bomOf(body) ?? declarationOf(headers, body) ?? guessOf(body);
  const text = new TextDecoder(charset).decode(body);
  return { text, charset, declaredBy, problem: problemOf(charset, body) };
}

type Declaration = Pick<PageText, 'charset' | 'declaredBy'>;

function bomOf(body: Buffer): Declaration | undefined {
  const starts = (...bytes: number[]): boolean => bytes.every((byte, index) => body[index] === byte);
  if (starts(0xef, 0xbb, 0xbf)) return { charset: 'utf-8', declaredBy: 'bom' };
  if (starts(0xff, 0xfe)) return { charset: 'utf-16le', declaredBy: 'bom' };
  if (starts(0xfe, 0xff)) return { charset: 'utf-16be', declaredBy: 'bom' };
  return undefined;
}

function declarationOf(headers: Page['headers'], body: Buffer): Declaration | undefined {
  const contentType = headers['content-type'] ?? '';
  const inHeader = knownCharset(/;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1]);
  if (inHeader !== undefined) return { charset: inHeader, declaredBy: 'header' };
  const prolog = body.subarray(0, PROLOG_BYTES).toString('latin1');
  const inProlog = knownCharset(XML_ENCODING.exec(prolog)?.[1]);
  if (inProlog !== undefined) return { charset: readable(inProlog), declaredBy: 'xml' };
  const inMeta = /html|^$/i.test(contentType) ? knownCharset(META_CHARSET.exec(prolog)?.[1]) : undefined;
  return inMeta === undefined ? undefined : { charset: readable(inMeta), declaredBy: 'meta' };
}

/** A declaration that could be read as ASCII is not in UTF-16, whatever it says. Browsers do the same. */
function readable(charset: string): string {
  return charset.startsWith('utf-16') ? 'utf-8' : charset;
}

function guessOf(body: Buffer): Declaration {
  return { charset: isValid('utf-8', body) ? 'utf-8' : 'windows-1252', declaredBy: 'guess' };
}

function problemOf(charset: string, body: Buffer): PageText['problem'] {
  if (!isValid(charset, body)) return 'invalid_bytes';
  const isSingleByte = /^(?:windows-|iso-8859-|koi8-|macintosh|ibm866|x-mac)/.test(charset);
  const hasHighBytes = body.some((byte) => byte > 0x7f);
  // Text in another charset is hardly ever valid UTF-8 by chance.
  return isSingleByte && hasHighBytes && isValid('utf-8', body) ? 'looks_like_utf8' : undefined;
}

function isValid(charset: string, body: Buffer): boolean {
  try {
    new TextDecoder(charset, { fatal: true }).decode(body);
    return true;
  } catch {
    return false;
  }
}

/** The standard's name for a label, such as windows-1252 for latin1. Undefined if it is unknown. */
function knownCharset(label: string | undefined): string | undefined {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}
