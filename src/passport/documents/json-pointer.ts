export type Path = readonly (string | number)[];

/** RFC 6901. */
export function pointerOf(path: Path): string {
  return path.map((token) => `/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
