import { compareUtf8 } from '../../platform/index.js';

/** Parameters that say where a visitor came from. `ref` and `sid` are not among them: some sites name a listing by them. */
const TRACKING =
  /^(?:utm_.*|gclid|gclsrc|dclid|gbraid|wbraid|fbclid|msclkid|yclid|twclid|ttclid|igshid|mc_cid|mc_eid|_ga|_gl|_hsenc|_hsmi|mkevt|mkcid|mkrid|campid|ref_src|cmpid|phpsessid|jsessionid)$/i;

/**
 * One text for all addresses of a page: lower-case scheme and host, no default port, no fragment, no credentials, no tracking
 * parameters, the others sorted by name and value. `keep` lists parameters of a source that count although they look like
 * tracking. The other parameters stay: a listing may live in the query (`?item=1`). A text that is no URL stays as it is.
 */
export function canonicalUrl(address: string, keep: readonly string[] = []): string {
  const url = parsed(address.trim());
  if (url === null) return address.trim();
  const kept = [...url.searchParams].filter(([name]) => keep.includes(name) || !TRACKING.test(name));
  kept.sort(([name, value], [otherName, other]) => compareUtf8(name, otherName) || compareUtf8(value, other));
  url.search = new URLSearchParams(kept).toString();
  url.hash = '';
  url.username = '';
  url.password = '';
  return url.href;
}

function parsed(address: string): URL | null {
  return URL.canParse(address) ? new URL(address) : null;
}
