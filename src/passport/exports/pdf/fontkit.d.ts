/** The package has no types. */
declare module 'fontkit' {
  export interface Font {
    getGlyph: (id: number, codePoints?: readonly number[]) => { codePoints: readonly number[] } | null;
  }
  export function create(font: Uint8Array): Font;
}
