/**
 * Control characters as Unicode pictures: ␊ for a line feed, ␛ for an escape. Characters that change the writing
 * direction could make a table look different from the file; they are hidden.
 */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, (character) =>
    pictureOf(character.charCodeAt(0)),
  );
}

function pictureOf(code: number): string {
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '␡' : '�';
}
