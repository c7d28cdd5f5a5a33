import { type Attribute, type Category, type Level, type ValueType } from '../attributes/attribute.js';
import { inputsOf, memberOf } from '../attributes/attributes.js';
import { columnName, HEADINGS } from '../documents/workbook-cells.js';
import type { FactJson } from '../rules/values/value.js';
import { cellText, type Field, fieldsOf, timeText } from './flat-values.js';
import { allowedWords, unitWords } from './type-words.js';
import { type Cell, type CellStyle, type SheetContent, type Validation, workbookBytes } from './workbook-xml.js';

/** The data of a battery by section, as a document of the kind BATTERY_DATA has it. */
export type Known = Readonly<Record<string, Readonly<Record<string, FactJson>>>>;

export interface TemplateOptions {
  readonly category: Category;
  /** Random text of at least 32 characters. */
  readonly salt: string;
  /** Values to enter; without them, the cells are empty. */
  readonly known?: Known | undefined;
}

/** What each workbook holds. Batteries of a model share the first one. */
export const WORKBOOKS: Readonly<Record<Level, { readonly file: string; readonly about: string }>> = {
  Model: { file: 'model.xlsx', about: 'What all batteries of the model have in common' },
  Unit: { file: 'battery.xlsx', about: 'What this one battery is: its identifiers, dates and operator' },
  Condition: {
    file: 'condition.xlsx',
    about: 'What changes during use: status, state of charge, cycles, temperatures',
  },
};

/** A workbook to fill in: a page of explanations, a sheet with one value in each row, and a sheet for each list. */
export function templateWorkbook(level: Level, options: TemplateOptions): Buffer {
  const attributes = inputsOf(options.category).filter((one) => one.level === level);
  const lists = attributes.filter(({ type }) => type.kind === 'list' && type.of.kind === 'record');
  return workbookBytes([
    readMe(level, options.category),
    dataSheet(attributes, options),
    ...lists.map((attribute) => listSheet(attribute, options)),
  ]);
}

function readMe(level: Level, category: Category): SheetContent {
  const lines: [string, CellStyle][] = [
    [`Battery passport: ${WORKBOOKS[level].file}`, 'title'],
    [`${WORKBOOKS[level].about}. Category: ${category}.`, 'plain'],
    ['', 'plain'],
    ['How to fill it in', 'mandatory'],
    [
      'Enter values in the yellow cells of the sheet "Data". Attributes in bold are mandatory by law for this category.',
      'plain',
    ],
    [
      'Numbers are in the unit that the row names. Dates are texts such as 2027-03-14; times are in UTC: 2027-06-30T06:00:00Z.',
      'plain',
    ],
    [
      'A list of things, such as materials, has its own sheet with one row for each. If there is none, write "none" in the sheet "Data".',
      'plain',
    ],
    ['Do not change the column "Field", the first rows of lists, or the salt: programs read them.', 'plain'],
    ['', 'plain'],
    ['Then', 'mandatory'],
    ['casparian passport check .       what is missing or implausible, and who can supply it', 'plain'],
    ['casparian passport build .       the signed passport and its QR code', 'plain'],
  ];
  return {
    ...{ name: 'Read me', widths: [120], validations: [], frozenRows: 0, frozenColumns: 0 },
    rows: lines.map(([text, style]) => [{ text, style }]),
  };
}

const COLUMNS = [
  ['No.', 6],
  ['Attribute', 38],
  [HEADINGS.value, 34],
  ['Unit', 12],
  [HEADINGS.at, 22],
  ['Allowed values', 32],
  ['Explanation', 46],
  ['Law', 30],
  ['Who sees it', 18],
  ['From', 28],
  ['Responsible', 34],
  [HEADINGS.field, 44],
] as const;

const VALUE = 2;

function dataSheet(attributes: readonly Attribute[], { category, salt, known }: TemplateOptions): SheetContent {
  const rows: (readonly (Cell | undefined)[])[] = [COLUMNS.map(([text]) => ({ text, style: 'head' as const }))];
  const validations: Validation[] = [];
  for (const attribute of attributes) {
    const value = known?.[attribute.section]?.[memberOf(attribute)];
    for (const field of fieldsOf(attribute.type)) {
      rows.push(dataRow(attribute, field, category, value));
      validations.push(validationOf(`${columnName(VALUE)}${rows.length}`, attribute, field));
    }
  }
  rows.push([
    ...[cell('', 'plain'), cell('Salt', 'plain'), cell(salt, 'locked'), cell('', 'plain'), cell('', 'plain')],
    ...[cell('do not change', 'note'), cell('Random text that protects values that an audience may not see', 'note')],
    ...Array.from({ length: 4 }, () => cell('', 'plain')),
    cell('salt', 'note'),
  ]);
  return {
    ...{ name: 'Data', rows, validations, frozenRows: 1, frozenColumns: 2 },
    widths: COLUMNS.map(([, width]) => width),
  };
}

function dataRow(attribute: Attribute, field: Field, category: Category, value: FactJson | undefined): Cell[] {
  const { number, name, path, explanation, legalBasis, access, source, responsible, obligations } = attribute;
  const isMandatory = obligations[category] === 'mandatory' && !field.isOptional;
  const part = field.path === '' ? '' : ` – ${words(field.path)}`;
  const text = cellText(value, field);
  return [
    cell(number === null ? '' : String(number), 'note'),
    cell(`${name}${part}`, isMandatory ? 'mandatory' : 'plain'),
    inputCell(field.type, text),
    cell(unitWords(field.type), 'note'),
    cell(field.isTimed ? timeText(value, field) : '', field.isTimed ? 'text' : 'plain'),
    ...[allowedWords(field.type), explanation, legalBasis, words(access), source, responsible].map((one) =>
      cell(one, 'note'),
    ),
    cell(field.path === '' ? path : `${path}.${field.path}`, 'note'),
  ];
}

function validationOf(range: string, attribute: Attribute, { type }: Field): Validation {
  const title = attribute.number === null ? attribute.name : `${attribute.number} ${attribute.name}`;
  return {
    range,
    title,
    message: `${attribute.explanation}. ${allowedWords(type)} ${unitWords(type)}`.trim(),
    ...accepted(type),
  };
}

function accepted(type: ValueType): Pick<Validation, 'choices' | 'min' | 'max'> {
  if (type.kind === 'choice') return { choices: type.of };
  if (type.kind === 'flag') return { choices: ['yes', 'no'] };
  return type.kind === 'quantity' ? { min: type.min, max: type.max } : {};
}

const LAST_ROW = 203;

/** The first cell has the path of the list, the second row the names of its members, the third one hints. */
function listSheet(attribute: Attribute, { known }: TemplateOptions): SheetContent {
  const { type, path, name, section, explanation } = attribute;
  const item = (type as Extract<ValueType, { kind: 'list' }>).of;
  const fields = fieldsOf(item);
  const given = known?.[section]?.[memberOf(attribute)];
  const items = Array.isArray(given) ? (given as readonly FactJson[]) : [];
  const blank = Array.from({ length: Math.max(0, 8 - items.length) }, () => undefined);
  return {
    name: sheetName(attribute),
    widths: fields.map(({ type: one }) => (one.kind === 'text' ? 30 : 20)),
    rows: [
      [cell(path, 'note'), cell(`${name}: ${explanation}`, 'title')],
      fields.map((field) => cell(field.path, 'head')),
      fields.map((field) =>
        cell([allowedWords(field.type), unitWords(field.type)].filter(Boolean).join(' · '), 'note'),
      ),
      ...[...items, ...blank].map((one) => fields.map((field) => inputCell(field.type, cellText(one, field)))),
    ],
    validations: fields.map((field, column) => ({
      range: `${columnName(column)}4:${columnName(column)}${LAST_ROW}`,
      ...{
        title: words(field.path),
        message: `${allowedWords(field.type)} ${unitWords(field.type)}`.trim(),
        ...accepted(field.type),
      },
    })),
    ...{ frozenRows: 3, frozenColumns: 0 },
  };
}

/** Sheets have at most 31 characters. */
function sheetName(attribute: Attribute): string {
  const name = words(memberOf(attribute));
  return name.charAt(0).toUpperCase() + name.slice(1, 31);
}

function inputCell(type: ValueType, text: string): Cell {
  if (type.kind !== 'quantity') return cell(text, 'text');
  return { text, style: 'number', isNumber: /^-?\d+(?:\.\d+)?$/.test(text) };
}

function cell(text: string, style: CellStyle): Cell {
  return { text, style };
}

function words(name: string): string {
  return name.replaceAll('_', ' ').replaceAll('.', ' – ');
}
