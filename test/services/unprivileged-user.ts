import { readFileSync } from 'node:fs';

export interface UserIds {
  uid: number;
  gid: number;
}

/** Who a server runs as: PostgreSQL refuses to be root, so root lends it another user. Undefined: as ourselves. */
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
