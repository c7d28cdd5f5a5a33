const NOBODY = 65_534;
const IS_ROOT = process.getuid?.() === 0;

/** Users who run attacks: that of the tests, and another one if that is possible. */
export const USERS = [
  ...(IS_ROOT ? [{ user: 'root', uid: 0 }] : []),
  { user: 'a user without privileges', uid: IS_ROOT ? NOBODY : (process.getuid?.() ?? 0) },
];

/** The command that runs another one as this user. */
export function asUser(uid: number, command: readonly string[]): string[] {
  const prefix = uid === process.getuid?.() ? [] : ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups'];
  return [...prefix, ...command];
}

/** The command that runs another one where no namespaces can be made, as in most containers. */
export function withoutNamespaces(command: readonly string[]): string[] {
  const script = 'for limit in /proc/sys/user/max_*_namespaces; do echo 0 > $limit || exit 9; done; exec "$@"';
  return ['unshare', '--user', '--map-root-user', 'sh', '-c', script, 'sh', ...command];
}
