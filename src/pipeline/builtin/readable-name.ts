import { formatOfName, FORMATS, nameWithoutCompression } from '../../tables/formats.js';

const ENDINGS = new RegExp(`\\.(?:${FORMATS.flatMap(({ endings }) => endings).join('|')})$`, 'i');

/** Whether a file's extension belongs to a format of the built-in readers. */
export function isReadableName(path: string): boolean {
  return formatOfName(nameWithoutCompression(path)) !== null;
}

export function nameWithoutEndings(name: string): string {
  return nameWithoutCompression(name).replace(ENDINGS, '');
}
