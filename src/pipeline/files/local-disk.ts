import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The types of file systems (`man 2 statfs`) that answer from memory about a file that was looked at before. */
const LOCAL = new Set([
  0xef53, // ext4
  0x58465342, // xfs
  0x9123683e, // btrfs
  0x2fc12fc1, // zfs
  0xf2f52010, // f2fs
  0x01021994, // tmpfs
  0x794c7630, // overlay
]);

const devices = new Map<bigint, Promise<boolean>>();
const folders = new Set<string>();

/** Folders of other jobs come by in a worker for months. */
const MOST_FOLDERS = 1_000;

/**
 * Whether the last file that was looked at in its folder is on a local disk. Calls about its neighbours return at once, or after one
 * access of the disk. A server may not answer for minutes, and must be asked in another thread, which costs twenty times as much.
 */
export function isInLocalFolder(path: string): boolean {
  return folders.has(dirname(path));
}

/** Whether a file is on a local disk. `device` is the number of its file system. */
export async function isOnLocalDisk(path: string, device: bigint): Promise<boolean> {
  const isLocal = await isLocalDevice(path, device);
  if (folders.size >= MOST_FOLDERS) folders.clear();
  if (isLocal) folders.add(dirname(path));
  else folders.delete(dirname(path));
  return isLocal;
}

function isLocalDevice(path: string, device: bigint): Promise<boolean> {
  let found = devices.get(device);
  if (found === undefined) {
    found = statfs(path).then(
      ({ type }) => LOCAL.has(type),
      () => false,
    );
    devices.set(device, found);
  }
  return found;
}
