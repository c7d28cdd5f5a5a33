import { CasparianError } from '../platform/index.js';
import type { Route } from './route.js';

const PARAMETER = /\{(\w+)\}/g;
/** Behind a parameter; a literal segment may contain a colon. */
const VERB = /(?<=\}):\w+$/;

/** Whether a path ends in a verb. Such paths come first: a parameter without a verb would match the text of one. */
export function hasVerb({ path }: { readonly path: string }): boolean {
  return VERB.test(path);
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
  const withVerb = matching.filter(hasVerb);
  const own = withVerb.length > 0 ? withVerb : matching;
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
