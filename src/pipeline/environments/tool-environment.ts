import { delimiter, dirname } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that `uv` and `npm` need to find programs, caches, certificates, proxies and credentials of an index. */
const NAMES = new Set([
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'LANG', 'LC_ALL', 'TMPDIR', 'TEMP', 'TMP', 'NETRC'],
  ...['XDG_CACHE_HOME', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME'],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE'],
  ...['NODE_EXTRA_CA_CERTS', 'NPM_TOKEN'],
  ...['SYSTEMROOT', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'PATHEXT', 'COMSPEC'],
]);
const PREFIXES = ['UV_', 'PIP_', 'SSL_', 'NPM_CONFIG_'];

/** These would make a build ignore the lockfile. */
const REFUSED = new Set([
  'UV_FROZEN',
  'UV_LOCKED',
  'UV_NO_SYNC',
  'UV_PROJECT',
  'UV_WORKING_DIRECTORY',
  'UV_SYSTEM_PYTHON',
]);

/** The environment variables that a tool sees, without secrets meant for others. */
export function toolEnvironment(env: Environment): Record<string, string> {
  const passes = (name: string): boolean =>
    !REFUSED.has(name) && (NAMES.has(name) || PREFIXES.some((prefix) => name.startsWith(prefix)));
  const seen = Object.entries(env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && passes(entry[0].toUpperCase()),
  );
  // npm is a script that needs `node`. If `node` is not on the PATH, this one is used.
  const path = [env['PATH'], dirname(process.execPath)].filter(Boolean).join(delimiter);
  return { ...Object.fromEntries(seen), PATH: path };
}
