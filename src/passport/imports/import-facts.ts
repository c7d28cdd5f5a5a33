import { CasparianError, exactJson, JsonDecimal } from '../../platform/index.js';
import { attributeAt, memberOf } from '../attributes/attributes.js';
import { isObject, isQuantity } from '../attributes/stored-value.js';
import { readJsonText } from '../documents/json-text.js';
import { parseFacts, type ParsedFact } from '../documents/parse-facts.js';
import { withPlaces } from '../documents/problem.js';
import { asModel, type ModelJson, modelText } from '../models/mapping/model-json.js';
import type { ReadModel, Unmapped } from '../models/mapping/read-model.js';
import type { FactJson } from '../rules/values/value.js';
import { importFormat, merged } from './import-formats.js';

export interface ImportedFile {
  readonly name: string;
  readonly content: Uint8Array;
}

export interface Import {
  readonly facts: readonly ParsedFact[];
  readonly unmapped: readonly Unmapped[];
  /** The same data in the sections of a document of the kind BATTERY_DATA, as people write it. */
  readonly sections: Readonly<Record<string, ModelJson>>;
}

/** Reads the facts of files in a public data model. Several files are parts of one passport. */
export function importFacts(files: readonly ImportedFile[], format: string): Import {
  const read = importFormat(format);
  const { values, unmapped } = merged(files.map((file) => readFile(file, format, read)));
  if (values.size === 0) throw withoutValues(files, format);
  const stored = nested(values, (value) => value);
  const parsing = parseFacts({
    ...{ kind: 'BATTERY_DATA', mimeType: 'application/json', content: Buffer.from(exactJson(stored)) },
  });
  if (!parsing.ok) {
    throw new CasparianError('DOCUMENT_REJECTED', `No facts can be read from ${namesOf(files)}`, {
      why: parsing.problems.map(({ message, pointer }) => `${message} (${pointer ?? ''})`).join('\n        '),
    });
  }
  return { facts: parsing.facts, unmapped, sections: nested(values, written) };
}

function readFile({ name, content }: ImportedFile, format: string, read: (given: FactJson) => ReadModel): ReadModel {
  const text = decoded(content);
  const { value, problems } = readJsonText(text);
  const [problem] = withPlaces(text, problems);
  if (problem !== undefined) {
    throw new CasparianError('DOCUMENT_REJECTED', `${name} is not JSON`, {
      why: `${name}:${problem.line}:${problem.column}: ${problem.message}`,
      next: [`Give a file in the format ${format}.`],
    });
  }
  return read(value);
}

/** Some public files are in UTF-16, which tools on Windows write. */
function decoded(content: Uint8Array): string {
  const [first, second] = content;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(content);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(content);
  return new TextDecoder().decode(content);
}

function nested<Form>(
  values: ReadonlyMap<string, FactJson>,
  form: (value: FactJson) => Form,
): Readonly<Record<string, Readonly<Record<string, Form>>>> {
  const sections: Record<string, Record<string, Form>> = {};
  for (const [path, value] of values) {
    const attribute = attributeAt(path);
    if (attribute !== undefined) (sections[attribute.section] ??= {})[memberOf(attribute)] = form(value);
  }
  return sections;
}

/** Quantities as their numbers: the unit is that of the attribute. */
function written(value: FactJson): ModelJson {
  if (Array.isArray(value)) return (value as readonly FactJson[]).map(written);
  if (!isObject(value)) return asModel(value);
  if (isQuantity(value)) return new JsonDecimal(value.value);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, written(member)]));
}

function withoutValues(files: readonly ImportedFile[], format: string): CasparianError {
  return new CasparianError('DOCUMENT_REJECTED', `No attribute of a passport was found in ${namesOf(files)}`, {
    why: `The content is JSON, but not in the format ${format}.`,
    next: ['Check the format that you named: batterypass, catenax or vc.'],
  });
}

function namesOf(files: readonly ImportedFile[]): string {
  return files.map(({ name }) => name).join(', ');
}

/** The text of a document that `passport build` and `passport check` read. The salt protects hidden values of excerpts. */
export function importedDocument({ sections }: Import, salt: string): string {
  return `${modelText({ document: 'BATTERY_DATA', salt, ...sections })}\n`;
}

/** As commands and the HTTP API show it. */
export function importJson({ facts, unmapped }: Import): Record<string, unknown> {
  return {
    facts: facts.map(({ factType, factKey, schemaVersion, payload, payloadHash }) => ({
      ...{ fact_type: factType, fact_key: factKey, schema_version: schemaVersion },
      ...{ payload, payload_hash: payloadHash },
    })),
    unmapped: unmapped.map(({ path, reason, value }) => ({ path, reason, value })),
  };
}
