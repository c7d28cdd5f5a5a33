import { SECTIONS } from '../attributes/attribute.js';
import type { FactJson } from '../rules/values/value.js';

/** Values by section and by the name in it, as credentials have them. */
export function sectionsOf(values: ReadonlyMap<string, FactJson>): Readonly<Record<string, Record<string, FactJson>>> {
  return Object.fromEntries(
    SECTIONS.map((section) => {
      const own = [...values].filter(([path]) => path.startsWith(`${section}.`));
      return [section, Object.fromEntries(own.map(([path, value]) => [path.slice(section.length + 1), value]))];
    }),
  );
}
