/** What programs call a file that they have not finished writing, and what editors leave behind. */
const UNFINISHED = /(?:~|\.(?:tmp|part|crdownload|swp))$/i;
const DOT = 46;

/** Hidden files and folders (`.git` is one), those of office programs that hold a lock, and unfinished ones. */
export function isUsuallyIgnored(name: string): boolean {
  return name.charCodeAt(0) === DOT || name.startsWith('~$') || UNFINISHED.test(name);
}

export function isUsuallyIgnoredFolder(name: string): boolean {
  return name.charCodeAt(0) === DOT || name === 'node_modules';
}
