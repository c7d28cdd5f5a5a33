import type { Bytes, Encoding } from './detect-encoding.js';
import { createUtf32Decode } from './utf-32.js';

/** The upper halves of the DOS code pages, by their names in Python. TextDecoder does not know them. */
const DOS_PAGES: ReadonlyMap<string, string> = new Map([
  [
    'cp437',
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  ],
  [
    'cp850',
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  ],
  [
    'cp852',
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0',
  ],
]);

/** Decodes bytes by a page: each byte is a character. */
function decodeByPage(page: string): (bytes: Uint8Array) => string {
  return (bytes) => {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    return text.replace(/[\x80-\xff]/g, (byte) => page[byte.charCodeAt(0) - 0x80] ?? byte);
  };
}

/** CP1252 at 0x80 to 0x9f. Node 20's decoder returns the control characters of Latin-1 there. */
const WINDOWS_LETTERS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** Decodes the bytes of a file piece by piece, without the byte order mark. */
type Decode = (bytes: Uint8Array, isLast: boolean) => string;

/** Throws when no encoding has that name. */
export function createDecode({ label }: Pick<Encoding, 'label'>): Decode {
  const page = DOS_PAGES.get(label);
  if (page !== undefined) return decodeByPage(page);
  if (label.startsWith('utf-32')) return createUtf32Decode(label);
  const decoder = new TextDecoder(label);
  if (label !== 'windows-1252') return (bytes, isLast) => decoder.decode(bytes, { stream: !isLast });
  // Also for Latin-1: text does not contain its control characters, but the first euro sign may come after the head.
  return (bytes) => {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    return text.replace(/[\x80-\x9f]/g, (control) => WINDOWS_LETTERS[control.charCodeAt(0) - 0x80] ?? control);
  };
}

/** Decodes a head, without an incomplete character at its end and without byte order marks. */
export function decodeHead({ bytes, isWhole }: Bytes, encoding: Encoding): string {
  const text = createDecode(encoding)(bytes, isWhole);
  return text.includes('\ufeff') ? text.replace(/(?<=[\r\n])\ufeff/g, '') : text;
}
