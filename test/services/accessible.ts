import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { UserIds } from './unprivileged-user.js';

/** Whether the user may enter this directory (or run this file) and every directory above it. */
export function isAccessibleTo(user: UserIds | undefined, path: string): boolean {
  if (user === undefined) return true;
  const { uid, gid, mode } = statSync(path);
  const bits = uid === user.uid ? mode >> 6 : gid === user.gid ? mode >> 3 : mode;
  const mayReadAndEnter = (bits & 0o5) === 0o5;
  // Parent directories need only the permission to enter, but directories without the permission to read are rare.
  return mayReadAndEnter && (dirname(path) === path || isAccessibleTo(user, dirname(path)));
}
