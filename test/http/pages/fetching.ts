import { onTestFinished } from 'vitest';
import {
  createPageClient,
  failureClassOf,
  type Page,
  type PageClient,
  type PageClientOptions,
  type PageRequest,
} from '../../../src/http/index.js';
import type { CasparianError } from '../../../src/platform/index.js';

/** A page client that is closed after the test. Private addresses are allowed: the peers are on loopback. */
export function pageClient(options: Partial<PageClientOptions> = {}): PageClient {
  const pages = createPageClient({ allowPrivate: true, ...options });
  onTestFinished(() => pages.close());
  return pages;
}

export function fetchOne(request: PageRequest, options: Partial<PageClientOptions> = {}): Promise<Page> {
  return pageClient(options).fetchPage({ deadlineMs: 20_000, ...request });
}

/** The class and code of the failure that the request ends with, and the pause that the source asked for. */
export async function failureOf(
  request: PageRequest,
  options: Partial<PageClientOptions> = {},
): Promise<{ class: string | undefined; code: string; retryAfterMs: number | undefined; error: CasparianError }> {
  const error = await fetchOne(request, options).then(
    () => {
      throw new Error('a page was returned');
    },
    (failure: unknown) => failure as CasparianError,
  );
  return { class: failureClassOf(error), code: error.code, retryAfterMs: error.retryAfterMs, error };
}
