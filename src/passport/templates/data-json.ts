import { type Category, SECTIONS, type ValueType } from '../attributes/attribute.js';
import { inputsOf, memberOf } from '../attributes/attributes.js';
import { TEXT_PATTERNS } from './text-patterns.js';
import { allowedWords, unitWords } from './type-words.js';
import type { TemplateOptions } from './workbooks.js';

type Json = Readonly<Record<string, unknown>>;

export const SCHEMA_FILE = 'battery.schema.json';

/** The data of a battery as JSON to fill in: every attribute, with null where a value belongs. */
export function dataJson({ category, salt, known }: TemplateOptions): string {
  const sections = SECTIONS.map((section) => {
    const own = inputsOf(category).filter((one) => one.section === section);
    const members = own.map((attribute) => {
      const value = known?.[section]?.[memberOf(attribute)];
      return [memberOf(attribute), value ?? blank(attribute.type)] as const;
    });
    return [section, Object.fromEntries(members)] as const;
  });
  const document = { $schema: SCHEMA_FILE, document: 'BATTERY_DATA', category, salt, ...Object.fromEntries(sections) };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function blank(type: ValueType): unknown {
  if (type.kind !== 'record') return null;
  return Object.fromEntries(Object.entries(type.members).map(([name, { type: of }]) => [name, blank(of)]));
}

/** A JSON schema with the explanation, unit and allowed values of every attribute, which editors show while typing. */
export function dataSchema(category: Category): string {
  const sections = SECTIONS.map((section) => {
    const own = inputsOf(category).filter((one) => one.section === section);
    const members = own.map((attribute): [string, Json] => [
      memberOf(attribute),
      { ...schemaOf(attribute.type), description: descriptionOf(attribute, category) },
    ]);
    return [section, { type: 'object', additionalProperties: false, properties: Object.fromEntries(members) }] as const;
  });
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: `Data of a battery of the category ${category}`,
    type: 'object',
    additionalProperties: false,
    properties: {
      ...{ $schema: { type: 'string' }, document: { const: 'BATTERY_DATA' }, schema_version: { const: 1 } },
      category: { const: category },
      salt: { type: 'string', minLength: 32, description: 'Random text; do not change it' },
      ...Object.fromEntries(sections),
    },
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}

function descriptionOf(attribute: ReturnType<typeof inputsOf>[number], category: Category): string {
  const { number, din, name, explanation, type, legalBasis, access, source, obligations } = attribute;
  const title = number === null ? name : `${number} ${name} (DIN ${din})`;
  return (
    `${title}, ${obligations[category]}. ${explanation}. ${[allowedWords(type), unitWords(type)].filter(Boolean).join(' ')}. ` +
    `Law: ${legalBasis}. Seen by: ${access.replaceAll('_', ' ')}. From: ${source}.`
  );
}

function schemaOf(type: ValueType): Json {
  switch (type.kind) {
    case 'text':
      return { type: ['string', 'null'], ...(type.format === undefined ? {} : TEXT_PATTERNS[type.format]) };
    case 'choice':
      return { enum: [...type.of, null] };
    case 'flag':
      return { type: ['boolean', 'null'] };
    case 'quantity': {
      const [minimum, maximum] = [type.min, type.max].map((one) => (one === undefined ? undefined : Number(one)));
      return { type: ['number', 'null'], minimum, maximum };
    }
    case 'texts':
      return { type: ['object', 'null'], additionalProperties: { type: 'string' } };
    case 'list':
      return { type: ['array', 'null'], items: schemaOf(type.of) };
    case 'record':
      return {
        type: ['object', 'null'],
        additionalProperties: false,
        properties: Object.fromEntries(
          Object.entries(type.members).map(([name, { type: of }]) => [
            name,
            { ...schemaOf(of), description: [allowedWords(of), unitWords(of)].filter(Boolean).join(' ') },
          ]),
        ),
      };
  }
}
