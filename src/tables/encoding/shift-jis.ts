/** Which part of what is not ASCII would be kana if the bytes were Shift-JIS; 0 when they cannot be. */
export function shiftJisShare(bytes: Uint8Array, isWhole: boolean): number {
  let text: string;
  try {
    text = new TextDecoder('shift_jis', { fatal: true }).decode(bytes, { stream: !isWhole });
  } catch {
    return 0;
  }
  const foreign = text.match(/[^\p{ASCII}]/gu) ?? [];
  const kana = text.match(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu) ?? [];
  // Half-width katakana are single bytes above 0xA0, which Latin-1 is full of: they prove nothing.
  const proof = kana.filter((letter) => letter < '\uff61' || letter > '\uff9f');
  return foreign.length === 0 ? 0 : proof.length / foreign.length;
}
