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

/** What was found, by folder: the number of the file system of the last file, and whether it is local. */
const folders = new Map<string, { readonly device: bigint; readonly isLocal: boolean }>();

/** Folders of other jobs come by in a worker for months. */
const MOST_FOLDERS = 1_000;

/**
 * Whether the last file that was looked at in its folder is on a local disk. Calls about its neighbours return at once, or after one
 * access of the disk. A server may not answer for minutes, and must be asked in another thread, which costs twenty times as much.
 */
export function isInLocalFolder(path: string): boolean {
  return folders.get(dirname(path))?.isLocal === true;
}

/** Whether a file is on a local disk. `device` is the number of its file system, which is asked once for each folder. */
export async function isOnLocalDisk(path: string, device: bigint): Promise<boolean> {
  const folder = dirname(path);
  const known = folders.get(folder);
  if (known?.device === device) return known.isLocal;
  const isLocal = await statfs(path).then(
    ({ type }) => LOCAL.has(type),
    () => false,
  );
  if (folders.size >= MOST_FOLDERS) folders.clear();
  folders.set(folder, { device, isLocal });
  return isLocal;
}
