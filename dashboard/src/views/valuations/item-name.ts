/** An item with its year, unless its title has it already. */
export function itemName({ title, year }: { readonly title: string; readonly year: number | null }): string {
  return year === null || title.includes(String(year)) ? title : `${title}, ${year}`;
}
