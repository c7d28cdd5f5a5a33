/** The package has no types. */
declare module 'fontkit' {
  export function create(font: Uint8Array): object;
}
