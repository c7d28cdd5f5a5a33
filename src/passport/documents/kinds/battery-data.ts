import { sha256Hex } from '../../../platform/index.js';
import { SECTIONS } from '../../attributes/attribute.js';
import { attributeAt, factGroups, memberOf, membersOf } from '../../attributes/attributes.js';
import { storedValue } from '../../attributes/stored-value.js';
import { didYouMean } from '../../rules/suggest.js';
import type { FactJson } from '../../rules/values/value.js';
import type { Findings } from '../findings.js';
import { jsonSource, type Payload, type Source, type Spot } from '../source.js';
import type { DocumentReader } from './kind.js';

/**
 * The data of a battery by the attributes of DIN DKE SPEC 99100: `{"performance": {"rated_capacity": 198}}`, or rows with a path and a value.
 * Gives one fact for each section of a level, so that batteries of a model share the facts of the model.
 */
export const BATTERY_DATA: DocumentReader = {
  names: ['BATTERY_DATA'],
  csvShape: {},

  fromJson(root, findings) {
    // Editors find the explanations of attributes by `$schema`.
    const known = ['$schema', 'document', 'schema_version', 'category', 'salt', ...SECTIONS];
    for (const name of Object.keys(root.payload)) {
      if (!known.includes(name)) findings.problem(unknownText(name, known), root.spotOf(name));
    }
    const values = new Map<string, FactJson>();
    for (const section of SECTIONS) {
      const given = root.payload[section];
      if (given === undefined || given === null) continue;
      const source = jsonSource(given, [section]);
      if (source === undefined) findings.problem(`${section} must be an object`, root.spotOf(section));
      else readSection(section, source, values, findings);
    }
    addFacts(values, saltOf(root, findings), (section) => root.spotOf(section), findings);
  },

  /** The columns are `attribute` (a path, with the number of an item of a list), `value` and `at`. */
  fromCsv(rows, findings) {
    const values = rows.map((row) => ({
      path: textOf(row.payload['attribute']),
      value: row.payload['value'] ?? null,
      at: row.payload['at'] ?? null,
      spot: row.spot,
    }));
    flatDataFacts(values, findings);
  },
};

/** Reads the facts of values that are given by their paths. A fact or problem of a section is at the first value of the section. */
export function flatDataFacts(values: readonly FlatValue[], findings: Findings): void {
  const data = nested(values, findings);
  const spotOf = (section: string): Spot =>
    values.find(({ path }) => path.startsWith(`${section}.`))?.spot ?? values[0]?.spot ?? { offset: 0 };
  BATTERY_DATA.fromJson(
    { payload: data, spot: spotOf(''), spotOf },
    {
      ...findings,
      problem: (message, spot) => findings.problem(message, 'pointer' in spot ? spotOf(sectionOf(spot.pointer)) : spot),
    },
  );
}

function sectionOf(pointer: string): string {
  return pointer.split('/')[1] ?? '';
}

export interface FlatValue {
  /** Such as `performance.rated_capacity` or `materials.battery_materials.1.name`. */
  readonly path: string;
  readonly value: FactJson;
  /** When a value was measured, of attributes that have a time. */
  readonly at: FactJson;
  readonly spot: Spot;
}

/** Nests values by their paths. Items of lists are numbered from 1. */
function nested(values: readonly FlatValue[], findings: Findings): Payload {
  const root: Nested = {};
  for (const { path, value, at, spot } of values) {
    if (value === null || value === '') continue;
    const steps = path.split('.');
    if (path === 'salt') {
      root['salt'] = value;
      continue;
    }
    if (steps.length < 2 || steps.some((step) => step === '' || step === '__proto__')) {
      findings.problem(`'${path}' is not the path of an attribute, such as performance.rated_capacity`, spot);
      continue;
    }
    place(root, steps, at === null || at === '' ? value : { at, value });
  }
  return listed(root) as Payload;
}

interface Nested {
  [name: string]: FactJson | Nested;
}

function place(root: Nested, steps: readonly string[], value: FactJson): void {
  let branch = root;
  for (const step of steps.slice(0, -1)) {
    const next = Object.hasOwn(branch, step) ? branch[step] : undefined;
    const inner = typeof next === 'object' && next !== null && !Array.isArray(next) ? (next as Nested) : {};
    branch[step] = inner;
    branch = inner;
  }
  branch[steps.at(-1) as string] = value;
}

/** Objects whose names are all numbers are lists. */
function listed(value: FactJson | Nested): FactJson {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value as FactJson;
  const entries = Object.entries(value).map(([name, item]) => [name, listed(item as Nested)] as const);
  const isList = entries.length > 0 && entries.every(([name]) => /^\d+$/.test(name));
  if (!isList) return Object.fromEntries(entries);
  return entries.toSorted(([a], [b]) => Number(a) - Number(b)).map(([, item]) => item);
}

function textOf(value: FactJson | undefined): string {
  return typeof value === 'string' ? value.trim() : '';
}

function readSection(section: string, source: Source, values: Map<string, FactJson>, findings: Findings): void {
  for (const [name, given] of Object.entries(source.payload)) {
    const attribute = attributeAt(`${section}.${name}`);
    if (attribute === undefined || attribute.computed !== undefined) {
      findings.problem(unknownMember(section, name, attribute !== undefined), source.spotOf(name));
      continue;
    }
    const stored = storedValue(attribute.type, given, (path, known) =>
      findings.problem(unknownText([name, ...path].join('.'), known, String(path.at(-1))), source.spotOf(name)),
    );
    if (stored !== undefined) values.set(attribute.path, stored);
  }
}

function unknownMember(section: string, name: string, isComputed: boolean): string {
  if (isComputed) return `${section}.${name} is computed from other attributes; leave it out`;
  return unknownText(`${section}.${name}`, membersOf(section), name);
}

function unknownText(name: string, known: readonly string[], last = name): string {
  const [hint] = didYouMean(last, known);
  return `${name} is not an attribute${hint === undefined ? '' : `. ${hint}`}`;
}

const MIN_SALT = 32;

/** Random text of the document. Each fact gets a salt of its own from it, so that excerpts can hide values behind hashes. */
function saltOf(root: Source, findings: Findings): string | undefined {
  const { salt } = root.payload;
  if (salt === undefined || salt === null) return undefined;
  if (typeof salt === 'string' && salt.length >= MIN_SALT) return salt;
  findings.problem(`salt must be random text of at least ${MIN_SALT} characters`, root.spotOf('salt'));
  return undefined;
}

/** One fact for each section of each level that the document has data of. */
function addFacts(
  values: ReadonlyMap<string, FactJson>,
  salt: string | undefined,
  spotOf: (section: string) => Spot,
  findings: Findings,
): void {
  for (const { level, section } of factGroups()) {
    const members = [...values].flatMap(([path, value]) => {
      const attribute = attributeAt(path);
      const isOfGroup = attribute?.level === level && attribute.section === section;
      return isOfGroup ? [[memberOf(attribute), value] as const] : [];
    });
    if (members.length === 0) continue;
    const spot = spotOf(section);
    const salted = salt === undefined ? {} : { salt: sha256Hex(`${salt}:${level}:${section}`) };
    findings.fact(level, [section], {
      payload: { ...Object.fromEntries(members), ...salted },
      spot,
      spotOf: () => spot,
    });
  }
}
