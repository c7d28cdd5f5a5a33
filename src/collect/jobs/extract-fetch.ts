import type { JobContext } from '../../engine/index.js';
import { decodeText } from '../../http/index.js';
import { extractPage, type ExtractedPage } from '../extract/extract-page.js';
import { extractionOf } from '../extract/extraction-of-source.js';
import type { Extraction } from '../extract/extraction.js';
import type { ReadPage, StoredFetch } from '../points/responses.js';
import type { Source } from '../sources/source.js';
import { fillTemplate } from '../sources/url-template.js';
import type { CollectRuntime, Row } from './runtime.js';

export interface ExtractRequest {
  readonly runtime: CollectRuntime;
  readonly source: Source;
  readonly context: Pick<JobContext, 'signal' | 'log'>;
}

/** Pages, and what was found on them. */
export interface ExtractedFetch {
  readonly fetch: StoredFetch;
  readonly extracted: readonly { readonly responseId: string; readonly page: ExtractedPage }[];
}

export async function extractFetch(
  request: ExtractRequest,
  extraction: Extraction,
  fetch: StoredFetch,
): Promise<ExtractedFetch> {
  const extracted: { responseId: string; page: ExtractedPage }[] = [];
  for (const page of fetch.pages) {
    if (page.body === null) continue;
    extracted.push({ responseId: page.id, page: await extractBody(request, extraction, page) });
  }
  return { fetch, extracted };
}

export async function extractBody(
  { runtime, source, context }: ExtractRequest,
  extraction: Extraction,
  { body, url, contentType, fetchedAt, page: number }: ReadPage,
): Promise<ExtractedPage> {
  const bytes = body ?? Buffer.alloc(0);
  const place = { url, fetchedAtMs: fetchedAt, number };
  if (source.kind === 'adapter') return extractPage(extraction, { ...place, content: rowsOfLines(bytes) });
  if (source.kind === 'csv' || source.kind === 'feed') {
    const content = await runtime.rows.readFeed(bytes, { url, signal: context.signal });
    return extractPage(extraction, { ...place, content });
  }
  const headers = contentType === null ? {} : { 'content-type': contentType };
  const { text, problem } = decodeText({ headers, body: bytes });
  if (problem) context.log.warn(`The text of the page is damaged: ${problem}`);
  return extractPage(extraction, { ...place, content: text });
}

/** What is found in a response that was saved to a file. */
export function extractSaved(request: ExtractRequest, body: Buffer): Promise<ExtractedPage> {
  const url = fillTemplate(request.source.url, new Map());
  const page = { page: 1, url, status: 200, contentType: null, body, fetchedAt: Date.now() };
  return extractBody(request, extractionOf(request.source), page);
}

function rowsOfLines(body: Buffer): Row[] {
  const lines = body.toString('utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Row);
}
