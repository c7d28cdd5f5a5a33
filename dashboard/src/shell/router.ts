import { computed, signal } from '@preact/signals';

/** The base path of the server, without its last slash: '' or '/path'. */
const BASE = new URL(document.baseURI).pathname.replace(/\/+$/, '');

/** Values of a query. Undefined, null and '' leave a name out. */
export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;

const address = signal(readAddress());
addEventListener('popstate', () => (address.value = readAddress()));

/** The path behind the base path, such as `/jobs`. */
export const path = computed(() => address.value.path);
/** The address is the state of the page: filter, sorting, open drawer. */
export const query = computed(() => new URLSearchParams(address.value.search));

/** The address of a place in the dashboard, for links. */
export function href(to: string, values: Query = {}): string {
  const search = searchOf(new URLSearchParams(), values);
  return `${BASE}${to}${search}`;
}

export function navigate(to: string, { replace = false } = {}): void {
  const url = new URL(to, location.href);
  if (url.href === location.href) return;
  history[replace ? 'replaceState' : 'pushState'](null, '', url.href);
  const isSamePage = address.value.path === readAddress().path;
  address.value = readAddress();
  if (!isSamePage) scrollTo(0, 0);
}

/** Changes some names of the query and keeps the others. */
export function setQuery(values: Query, { replace = false } = {}): void {
  navigate(`${BASE}${address.value.path}${searchOf(new URLSearchParams(address.value.search), values)}`, { replace });
}

/** Follows links inside the dashboard without loading the page again. */
export function followLinks(): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || !isPlainClick(event) || link.hasAttribute('download') || link.target !== '') return;
    const url = new URL(link.href, location.href);
    if (url.origin !== location.origin || !isOfDashboard(url.pathname)) return;
    // A link to a part of the page itself.
    if (url.hash !== '' && url.pathname === location.pathname && url.search === location.search) return;
    event.preventDefault();
    navigate(url.href);
  });
}

/** The parameters of a path such as `/jobs/:id`; undefined if it does not match. */
export function matchPath(pattern: string, actual: string): Readonly<Record<string, string>> | undefined {
  const [wanted, given] = [pattern.split('/'), actual.replace(/(.)\/$/, '$1').split('/')];
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, part] of wanted.entries()) {
    const value = given[at] as string;
    if (part.startsWith(':')) params[part.slice(1)] = decoded(value);
    else if (part !== value) return undefined;
  }
  return params;
}

function isPlainClick(event: MouseEvent): boolean {
  return (
    event.button === 0 &&
    !event.defaultPrevented &&
    !event.ctrlKey &&
    !event.metaKey &&
    !event.shiftKey &&
    !event.altKey
  );
}

/** The server has a few pages besides: the API and its documentation. */
function isOfDashboard(pathname: string): boolean {
  if (!pathname.startsWith(`${BASE}/`)) return false;
  return !/^\/(v1\/|docs$|openapi\.json$|metrics$|health\/|p\/)/.test(pathname.slice(BASE.length));
}

function readAddress(): { readonly path: string; readonly search: string } {
  const own = location.pathname.slice(BASE.length);
  return { path: own === '' ? '/' : own, search: location.search };
}

function searchOf(search: URLSearchParams, values: Query): string {
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === null || value === '' || value === false) search.delete(name);
    else search.set(name, String(value));
  }
  // Colons and slashes are legal in a query, and filters are full of them.
  const text = search.toString().replaceAll('%3A', ':').replaceAll('%2F', '/').replaceAll('%2C', ',');
  return text === '' ? '' : `?${text}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
