import { execFileSync } from 'node:child_process';

/**
 * PostgreSQL refuses to run as root, so root starts it under another account. For other users the record is empty.
 */
export function unprivilegedAccount() {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag) =>
        Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      // The account does not exist; try the next one.
    }
  }
  throw new Error('PostgreSQL cannot run as root, and neither the account "postgres" nor "nobody" exists');
}
