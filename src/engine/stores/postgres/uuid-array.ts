/** An array of ids in PostgreSQL's notation. Ids need no quotes, and pg's own encoder checks every element for some. */
export function uuidArray(ids: readonly string[]): string {
  return `{${ids.join(',')}}`;
}
