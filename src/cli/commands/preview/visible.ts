/**
 * Control characters as the pictures that Unicode has of them: ␊ for a line feed, ␛ for an escape. Characters that
 * turn the direction of writing around could make a table say something else than the file; they are hidden.
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
