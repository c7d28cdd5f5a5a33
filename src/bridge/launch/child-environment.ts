type Environment = Readonly<Record<string, string | undefined>>;

/**
 * What programs need to find other programs, a home, a language and a time zone; no secrets. Not NODE_EXTRA_CA_CERTS: Node 20
 * reads the certificates at each start (60 to 100 ms), and most parsers and all readers have no network.
 */
const HARMLESS = new Set([
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'LANG',
  'LANGUAGE',
  'TZ',
  'TMPDIR',
  'PYTHONUTF8',
  'PYTHONIOENCODING',
  'PYTHONHASHSEED',
  'OMP_NUM_THREADS',
  'OPENBLAS_NUM_THREADS',
  'MKL_NUM_THREADS',
  'ARROW_NUM_THREADS',
  'LD_LIBRARY_PATH',
  'DYLD_LIBRARY_PATH',
]);

/**
 * The environment variables that a registered parser sees: the harmless ones and those that the owner of the machine
 * allows. A list of allowed names, because the names of all secrets cannot be listed.
 */
export function childEnvironment(env: Environment, allowed: readonly string[]): Record<string, string> {
  const names = new Set([...HARMLESS, ...allowed]);
  const passes = (name: string): boolean => names.has(name) || name.startsWith('LC_');
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined && passes(entry[0])),
  );
}
