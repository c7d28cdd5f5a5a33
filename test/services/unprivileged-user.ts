import { readFileSync } from 'node:fs';

export interface UserIds {
  uid: number;
  gid: number;
}

/** The user of a server: PostgreSQL refuses to run as root, so root uses another user. Undefined: the current user. */
export function unprivilegedUser(preferred: string): UserIds | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const user = findUser(preferred) ?? findUser('nobody');
  if (user === undefined) throw new Error(`running as root, and neither the user ${preferred} nor nobody exists`);
  return user;
}

function findUser(name: string): UserIds | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
}
