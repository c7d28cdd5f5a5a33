/** An array of ids as PostgreSQL writes it. Ids need no quotes, and pg's own way looks at every element for some. */
export function uuidArray(ids: readonly string[]): string {
  return `{${ids.join(',')}}`;
}
