import { type Attribute, type Category, type Level, type Section } from './attribute.js';
import { CIRCULARITY } from './sections/circularity.js';
import { FOOTPRINT_ATTRIBUTES, FOOTPRINT_SUPPLEMENTS } from './sections/footprint.js';
import { IDENTIFICATION } from './sections/identification.js';
import { LABELS } from './sections/labels.js';
import { MATERIALS } from './sections/materials.js';
import { PERFORMANCE, PERFORMANCE_SUPPLEMENTS } from './sections/performance.js';
import { SUPPLY_CHAIN } from './sections/supply-chain.js';

/** The 93 attributes of DIN DKE SPEC 99100:2025-02 in their order. Rules, templates, checks and exports are derived from this table. */
export const ATTRIBUTES: readonly Attribute[] = [
  ...IDENTIFICATION,
  ...LABELS,
  ...FOOTPRINT_ATTRIBUTES,
  ...SUPPLY_CHAIN,
  ...MATERIALS,
  ...CIRCULARITY,
  ...PERFORMANCE,
];

/** Data beyond the 93 attributes, from which some are computed, or which public data models demand. */
export const SUPPLEMENTS: readonly Attribute[] = [...FOOTPRINT_SUPPLEMENTS, ...PERFORMANCE_SUPPLEMENTS];

const ALL = [...ATTRIBUTES, ...SUPPLEMENTS];
const BY_PATH: ReadonlyMap<string, Attribute> = new Map(ALL.map((attribute) => [attribute.path, attribute]));

export function attributeAt(path: string): Attribute | undefined {
  return BY_PATH.get(path);
}

/** The attributes and supplements that apply to a category, in the order of the table. */
export function attributesOf(category: Category): readonly Attribute[] {
  return ALL.filter(({ obligations }) => obligations[category] !== 'na');
}

/** What people enter: everything that is not computed. */
export function inputsOf(category: Category): readonly Attribute[] {
  return attributesOf(category).filter(({ computed }) => computed === undefined);
}

/** The facts that hold the data of a battery: one for each section of each level. */
export function factGroups(): readonly { readonly level: Level; readonly section: Section }[] {
  const inputs = ALL.filter(({ computed }) => computed === undefined);
  const names = new Set(inputs.map(({ level, section }) => `${level} ${section}`));
  return [...names].map((name) => {
    const [level, section] = name.split(' ');
    return { level: level as Level, section: section as Section };
  });
}

/** The names that data may use in a section. */
export function membersOf(section: string): readonly string[] {
  return ALL.flatMap((one) => (one.section === section && one.computed === undefined ? [memberOf(one)] : []));
}

/** The name of an attribute within its section. */
export function memberOf({ path, section }: Pick<Attribute, 'path' | 'section'>): string {
  return path.slice(section.length + 1);
}
