import { delimiter, dirname } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** What `uv` and `npm` need to find programs, caches, certificates, proxies and the credentials of an index. */
const NAMES = new Set([
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'LANG', 'LC_ALL', 'TMPDIR', 'TEMP', 'TMP', 'NETRC'],
  ...['XDG_CACHE_HOME', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME'],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE'],
  ...['NODE_EXTRA_CA_CERTS', 'NPM_TOKEN'],
  ...['SYSTEMROOT', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'PATHEXT', 'COMSPEC'],
]);
const PREFIXES = ['UV_', 'PIP_', 'SSL_', 'NPM_CONFIG_'];

/** These would turn a build from the lockfile into something else. */
const REFUSED = new Set([
  'UV_FROZEN',
  'UV_LOCKED',
  'UV_NO_SYNC',
  'UV_PROJECT',
  'UV_WORKING_DIRECTORY',
  'UV_SYSTEM_PYTHON',
]);

/** The part of our environment that a tool sees: none of the secrets that are not for it. */
export function toolEnvironment(env: Environment): Record<string, string> {
  const passes = (name: string): boolean =>
    !REFUSED.has(name) && (NAMES.has(name) || PREFIXES.some((prefix) => name.startsWith(prefix)));
  const seen = Object.entries(env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && passes(entry[0].toUpperCase()),
  );
  // npm is a script that looks for `node`: on a machine where it is not on the PATH, this one does.
  const path = [env['PATH'], dirname(process.execPath)].filter(Boolean).join(delimiter);
  return { ...Object.fromEntries(seen), PATH: path };
}
