import { cjsonText } from '../../../platform/index.js';
import type { Category } from '../../attributes/attribute.js';
import { attributeAt } from '../../attributes/attributes.js';
import { type Audience, maySee } from '../../disclosure/audience.js';
import { pointerOf } from '../../documents/json-pointer.js';
import type { FactJson } from '../../rules/values/value.js';
import { asModel, asRead, type ModelJson } from './model-json.js';
import type { Omission, Part, Values } from './part.js';
import { plain } from './plain-value.js';

/** A member that the data model demands and the file does not have. */
interface OmittedMember {
  /** A JSON pointer. */
  readonly member: string;
  /** The attributes from which it would be made. */
  readonly attributes: readonly string[];
  readonly reason: string;
}

export interface WrittenModel {
  readonly document: Readonly<Record<string, ModelJson>>;
  readonly omitted: readonly OmittedMember[];
  /** Attributes for which the data model has no place, or only a less exact one, as the passport has them. */
  readonly supplement: Values;
}

/** For whom the file is made (undefined: with all values), and what a passport has beside its attributes, by names that begin with `@`. */
export interface ModelOptions {
  readonly audience?: Audience | undefined;
  readonly about?: Values;
}

/**
 * Writes the values of a passport in a data model. What the model cannot hold is found by reading the written file again: every value that
 * does not come back is in the supplement.
 */
export function writeModel(part: Part, given: Values, { audience, about = new Map() }: ModelOptions): WrittenModel {
  const values = new Map(
    [...given].flatMap(([path, value]) => (attributeAt(path) === undefined ? [] : [[path, plain(value)]])),
  );
  const omissions: Omission[] = [];
  const document = part.write(new Map([...values, ...about]), (omission) => omissions.push(omission)) ?? {};
  const category = values.get('identification.category');
  return {
    document: document as Record<string, ModelJson>,
    omitted: omissions.map(({ place, names }) => ({
      member: pointerOf(place),
      attributes: [...new Set(names)],
      reason: reasonOf(names, values, typeof category === 'string' ? (category as Category) : undefined, audience),
    })),
    supplement: lost(part, document, values),
  };
}

function reasonOf(
  names: readonly string[],
  values: Values,
  category: Category | undefined,
  audience: Audience | undefined,
): string {
  const attributes = names.flatMap((name) => attributeAt(name) ?? []);
  if (attributes.length === 0) return 'a passport does not contain this';
  const absent = attributes.filter(({ path }) => !values.has(path));
  if (absent.some(({ path }) => audience !== undefined && !maySee(audience, path))) return 'hidden from this audience';
  if (category !== undefined && absent.length > 0 && absent.every((one) => one.obligations[category] === 'na')) {
    return `does not apply to the category ${category}`;
  }
  return absent.length === 0 ? 'the passport has it in another form' : 'the passport has no value';
}

/** The values that reading the document does not give back. An attribute that reading adds is null. */
function lost(part: Part, document: ModelJson, values: Values): Values {
  const back = new Map<string, FactJson>();
  part.read(asRead(document), back, () => undefined);
  const added = [...back.keys()].flatMap((path) =>
    values.has(path) || attributeAt(path) === undefined ? [] : [[path, null] as const],
  );
  return new Map([...[...values].filter(([path, value]) => isLost(path, value, back, values)), ...added]);
}

function isLost(path: string, value: FactJson, back: Values, values: Values): boolean {
  const { computed } = attributeAt(path) ?? {};
  if (computed !== undefined && computed.from.every((input) => values.has(input))) return false;
  const found = back.get(path);
  return found === undefined || cjsonText(found) !== cjsonText(value);
}

/** The member of a file that holds what its data model has no place for. */
export function annotated(
  { document, omitted, supplement }: WrittenModel,
  about: Readonly<Record<string, string>>,
): ModelJson {
  const ours: ModelJson = {
    ...about,
    ...{ omitted: omitted.map(({ member, attributes, reason }) => ({ member, attributes, reason })) },
    supplement: Object.fromEntries(
      [...supplement].map(([path, value]) => [path, value === null ? ABSENT : asModel(value)]),
    ),
  };
  return { ...document, [ANNOTATION]: ours };
}

export const ANNOTATION = 'casparian';

/** Marks an attribute in the supplement that the passport does not have, although the document suggests it. */
export const ABSENT = { absent: true } as const;
