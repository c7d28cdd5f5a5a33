import { CasparianError } from '../../platform/index.js';
import { createDecode } from './decode.js';
import type { Encoding } from './detect-encoding.js';

/** Names that Python has and TextDecoder does not have, or uses differently. */
const LABELS: Readonly<Record<string, readonly [name: string, label: string]>> = {
  'utf-8-sig': ['utf-8-sig', 'utf-8'],
  'utf-16': ['utf-16', 'utf-16le'],
  'utf-16-le': ['utf-16-le', 'utf-16le'],
  'utf-16-be': ['utf-16-be', 'utf-16be'],
  'utf-32': ['utf-32', 'utf-32le'],
  'utf-32-le': ['utf-32-le', 'utf-32le'],
  'utf-32-be': ['utf-32-be', 'utf-32be'],
  ibm437: ['cp437', 'cp437'],
  ibm850: ['cp850', 'cp850'],
  ibm852: ['cp852', 'cp852'],
  'latin-1': ['latin-1', 'windows-1252'],
  'iso-8859-1': ['latin-1', 'windows-1252'],
  cp1252: ['cp1252', 'windows-1252'],
  'windows-1252': ['cp1252', 'windows-1252'],
  cp1251: ['cp1251', 'windows-1251'],
  cp1250: ['cp1250', 'windows-1250'],
  cp932: ['shift_jis', 'shift_jis'],
  cp874: ['cp874', 'windows-874'],
  'mac-roman': ['mac_roman', 'macintosh'],
  'mac-cyrillic': ['mac_cyrillic', 'x-mac-cyrillic'],
};

/** The encoding of a given name. The byte order mark decides which UTF-16 or UTF-32 it is. */
export function namedEncoding(given: string, bytes: Uint8Array): Encoding {
  const key = given
    .trim()
    .toLowerCase()
    .replace(/^latin1$/, 'latin-1')
    .replace(/^utf(8|16|32)/, 'utf-$1')
    .replace(/_/g, '-')
    .replace('shift-jis', 'shift_jis');
  const [name, found] = LABELS[key] ?? [key, key];
  const label = isMarkedBigEndian(name, bytes) ? found.replace('le', 'be') : found;
  try {
    createDecode({ label });
  } catch (error) {
    throw new CasparianError('OPTION_INVALID', `Unknown encoding '${given}'`, {
      next: ['For example: utf-8, utf-16, latin-1, cp1252, shift_jis, gbk, euc-kr, koi8-r'],
      cause: error,
    });
  }
  return { name, label, confidence: 'certain' };
}

function isMarkedBigEndian(name: string, bytes: Uint8Array): boolean {
  if (name === 'utf-16') return bytes[0] === 0xfe;
  return name === 'utf-32' && bytes[2] === 0xfe && bytes[3] === 0xff;
}
