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
