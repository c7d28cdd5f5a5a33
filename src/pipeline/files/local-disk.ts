import { statfs } from 'node:fs/promises';

/** The types of file systems (`man 2 statfs`) that answer from memory about a file that was just looked at. */
const LOCAL = new Set([
  0xef53, // ext4
  0x58465342, // xfs
  0x9123683e, // btrfs
  0x2fc12fc1, // zfs
  0xf2f52010, // f2fs
  0x01021994, // tmpfs
  0x794c7630, // overlay
]);

const known = new Map<bigint, Promise<boolean>>();

/**
 * Whether calls about a file that was just looked at return at once. A server may not answer for minutes, and must be
 * asked in another thread, which costs twenty times as much. `device` is the number of the file's file system.
 */
export function isOnLocalDisk(path: string, device: bigint): Promise<boolean> {
  let found = known.get(device);
  if (found === undefined) {
    found = statfs(path).then(
      ({ type }) => LOCAL.has(type),
      () => false,
    );
    known.set(device, found);
  }
  return found;
}
