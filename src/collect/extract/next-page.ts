import type { Extraction, FoundItems, Page } from './extraction.js';

/** The address of the next page; null after the last one. A link to another host is not followed: limits belong to a source. */
export function nextPage({ pagination }: Extraction, found: FoundItems, page: Page): string | null {
  if (pagination === null || found.items.length === 0) return null;
  const url = new URL(page.url);
  if (pagination.kind === 'page') {
    url.searchParams.set(pagination.parameter, String(pagination.start + page.number * pagination.step));
    return url.href;
  }
  if (found.next === null) return null;
  if (pagination.kind === 'cursor') {
    if (url.searchParams.get(pagination.parameter) === found.next) return null;
    url.searchParams.set(pagination.parameter, found.next);
    return url.href;
  }
  if (!URL.canParse(found.next, page.url)) return null;
  const next = new URL(found.next, page.url);
  next.hash = '';
  return next.origin === url.origin && next.href !== url.href ? next.href : null;
}
