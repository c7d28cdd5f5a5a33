import { CasparianError } from '../platform/index.js';
import type { Route } from './route.js';

const PARAMETER = /\{(\w+)\}/g;
/** Behind a parameter; a literal segment may contain a colon. */
const VERB = /(?<=\}):\w+$/;

function hasVerb({ path }: { readonly path: string }): boolean {
  return VERB.test(path);
}

/**
 * Whether a path must come before others that match it too: it ends in a verb, or it is the text that a parameter of another path would
 * match, as `/v1/bulk/count` and `/v1/bulk/{id}`.
 */
export function isSpecific(path: string, all: readonly { readonly path: string }[]): boolean {
  return (
    hasVerb({ path }) || (!hasParameters(path) && all.some((other) => other.path !== path && matches(other.path, path)))
  );
}

function hasParameters(path: string): boolean {
  return path.includes('{');
}

/** The path as Hono writes it. Hono has no literal text behind a parameter, so a verb is part of the parameter there. */
export function honoPath(path: string): string {
  const [verb] = VERB.exec(path) ?? [];
  if (verb === undefined) return path.replace(PARAMETER, ':$1');
  return path
    .slice(0, -verb.length)
    .replace(PARAMETER, ':$1')
    .replace(/(:\w+)$/, `$1{[^/]+${verb}}`);
}

/** The parameters, without a verb at the end. */
export function paramsOf(path: string, given: Readonly<Record<string, string>>): Record<string, string> {
  const [verb] = VERB.exec(path) ?? [];
  if (verb === undefined) return { ...given };
  const isVerb = (value: string): boolean => value.endsWith(verb);
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, isVerb(value) ? value.slice(0, -verb.length) : value]),
  );
}

/** The methods that a path has. */
export function methodsOf(
  routes: readonly Pick<Route, 'method' | 'path'>[],
  pages: readonly { readonly path: string }[],
  path: string,
): string[] {
  const all = [...routes, ...pages.map((page) => ({ method: 'GET', path: page.path }))];
  const matching = all.filter((route) => matches(route.path, path));
  const specific = matching.filter((route) => hasVerb(route) || !hasParameters(route.path));
  const own = specific.length > 0 ? specific : matching;
  return [...new Set(own.map(({ method }) => method))].sort();
}

export function pathNotFound(path: string, method: string | undefined, known: readonly string[]): CasparianError {
  if (known.length === 0) {
    return new CasparianError('ROUTE_NOT_FOUND', `The API has no path ${path}`, {
      next: ['/openapi.json and /docs list all paths.'],
    });
  }
  return new CasparianError('METHOD_NOT_ALLOWED', `${path} cannot be called with ${method}`, {
    why: `It has ${known.join(' and ')}.`,
  });
}

function matches(pattern: string, path: string): boolean {
  const source = pattern.replace(/[.*+?^$|()[\]\\]/g, '\\$&').replace(PARAMETER, '[^/]+');
  return new RegExp(`^${source}$`).test(path);
}
