import type { TypedField } from './typed.js';

/** For a field, the fields that it needs, with itself, in dependency order. */
export function createClosure(fields: readonly TypedField[]): (path: string) => readonly TypedField[] {
  const places = new Map(fields.map(({ path }, place) => [path, place]));
  return (wanted) => {
    const needed = new Set<number>();
    const open = [wanted];
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      const place = places.get(path);
      if (place === undefined || needed.has(place)) continue;
      needed.add(place);
      open.push(...(fields[place] as TypedField).dependencies);
    }
    return [...needed].sort((a, b) => a - b).map((place) => fields[place] as TypedField);
  };
}
