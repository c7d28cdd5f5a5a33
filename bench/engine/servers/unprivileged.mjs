import { execFileSync } from 'node:child_process';

/**
 * PostgreSQL refuses to run as root, so root hands it to an ordinary account.
 * An ordinary user needs none of this and gets an empty record.
 */
export function unprivilegedAccount() {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag) =>
        Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      // This system has no such account; the next one may do.
    }
  }
  throw new Error('PostgreSQL cannot run as root, and neither the account "postgres" nor "nobody" exists');
}
