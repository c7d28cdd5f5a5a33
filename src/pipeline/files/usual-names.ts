/** Extensions of unfinished downloads, and of files that editors leave behind. */
const UNFINISHED = /(?:~|\.(?:tmp|part|crdownload|swp))$/i;
const DOT = 46;

/** Hidden files and folders (such as `.git`), lock files of office programs, and unfinished files. */
export function isUsuallyIgnored(name: string): boolean {
  return name.charCodeAt(0) === DOT || name.startsWith('~$') || UNFINISHED.test(name);
}

export function isUsuallyIgnoredFolder(name: string): boolean {
  return name.charCodeAt(0) === DOT || name === 'node_modules';
}
