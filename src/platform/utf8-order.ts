/** Compares texts by their UTF-8 bytes, which is the order of their code points. For `sort`. */
export function compareUtf8(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    const difference = ranked(left.charCodeAt(index)) - ranked(right.charCodeAt(index));
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** Moves surrogates, the halves of code points from U+10000 on, behind all other code units. */
function ranked(codeUnit: number): number {
  return codeUnit >= 0xd800 && codeUnit <= 0xdfff ? codeUnit + 0x10000 : codeUnit;
}
