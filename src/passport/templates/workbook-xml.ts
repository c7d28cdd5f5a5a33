import { columnName } from '../documents/workbook-cells.js';
import { storedZip } from '../archive/stored-zip.js';

/** Looks of a cell, in the order of `STYLES`. `text` keeps what is typed: a spreadsheet would turn 2027-03 into a day. */
export type CellStyle = 'plain' | 'title' | 'head' | 'note' | 'text' | 'number' | 'mandatory' | 'locked';

export interface Cell {
  readonly text: string;
  readonly style: CellStyle;
  /** Whether the text is a number. */
  readonly isNumber?: boolean;
}

/** What a range of cells accepts. */
export interface Validation {
  /** Such as `C5` or `C4:C200`. */
  readonly range: string;
  readonly choices?: readonly string[];
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly title: string;
  readonly message: string;
}

export interface SheetContent {
  readonly name: string;
  readonly widths: readonly number[];
  readonly rows: readonly (readonly (Cell | undefined)[])[];
  readonly validations: readonly Validation[];
  /** Rows that stay in view. */
  readonly frozenRows: number;
  readonly frozenColumns: number;
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** A workbook (Office Open XML) with sheets to fill in. The same content gives the same bytes. */
export function workbookBytes(sheets: readonly SheetContent[]): Buffer {
  const places = sheets.map((_, index) => `worksheets/sheet${index + 1}.xml`);
  const overrides = places.map((place) => override(`/xl/${place}`, 'worksheet'));
  return storedZip({
    '[Content_Types].xml':
      `${HEAD}<Types xmlns="${PACKAGE}/content-types">` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      '<Default Extension="xml" ContentType="application/xml"/>' +
      `${override('/xl/workbook.xml', 'sheet.main')}${override('/xl/styles.xml', 'styles')}${overrides.join('')}</Types>`,
    '_rels/.rels': relations([[`${RELATIONS}/officeDocument`, 'xl/workbook.xml']]),
    'xl/workbook.xml':
      `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>` +
      `${sheets.map(({ name }, index) => `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="r${index + 1}"/>`).join('')}` +
      '</sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relations([
      ...places.map((place): [string, string] => [`${RELATIONS}/worksheet`, place]),
      [`${RELATIONS}/styles`, 'styles.xml'],
    ]),
    'xl/styles.xml': HEAD + STYLE_SHEET,
    ...Object.fromEntries(sheets.map((sheet, index) => [`xl/${places[index] ?? ''}`, sheetXml(sheet)])),
  });
}

function override(part: string, type: string): string {
  const main = type === 'sheet.main' ? 'sheet.main' : type;
  return `<Override PartName="${part}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${main}+xml"/>`;
}

function relations(targets: readonly (readonly [string, string])[]): string {
  const items = targets.map(
    ([type, target], index) => `<Relationship Id="r${index + 1}" Type="${type}" Target="${target}"/>`,
  );
  return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${items.join('')}</Relationships>`;
}

const STYLES: readonly CellStyle[] = ['plain', 'title', 'head', 'note', 'text', 'number', 'mandatory', 'locked'];

const BORDER = ['left', 'right', 'top', 'bottom'].map(
  (side) => `<${side} style="thin"><color rgb="FFC8D0D8"/></${side}>`,
);
const TOP = '<alignment vertical="top" wrapText="1"/>';

/** Number format 49 is text. Fonts: normal, bold, large, grey, white. Fills: none, (reserved), dark, input, locked. */
const STYLE_SHEET =
  `<styleSheet xmlns="${MAIN}"><fonts count="5">` +
  '<font><sz val="10"/><name val="Arial"/></font><font><b/><sz val="10"/><name val="Arial"/></font>' +
  '<font><b/><sz val="14"/><name val="Arial"/></font><font><sz val="9"/><color rgb="FF5F6B76"/><name val="Arial"/></font>' +
  '<font><b/><sz val="10"/><color rgb="FFFFFFFF"/><name val="Arial"/></font></fonts>' +
  '<fills count="5"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>' +
  `${['FF1F3A4D', 'FFFFF9E5', 'FFEEF1F4'].map((colour) => `<fill><patternFill patternType="solid"><fgColor rgb="${colour}"/></patternFill></fill>`).join('')}</fills>` +
  `<borders count="2"><border><left/><right/><top/><bottom/></border><border>${BORDER.join('')}</border></borders>` +
  '<cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="8">' +
  `<xf applyAlignment="1">${TOP}</xf><xf fontId="2" applyFont="1"/>` +
  `<xf fontId="4" fillId="2" applyFont="1" applyFill="1" applyAlignment="1">${TOP}</xf>` +
  `<xf fontId="3" applyFont="1" applyAlignment="1">${TOP}</xf>` +
  `<xf numFmtId="49" fillId="3" borderId="1" applyNumberFormat="1" applyFill="1" applyBorder="1" applyAlignment="1">${TOP}</xf>` +
  `<xf fillId="3" borderId="1" applyFill="1" applyBorder="1" applyAlignment="1">${TOP}</xf>` +
  `<xf fontId="1" applyFont="1" applyAlignment="1">${TOP}</xf>` +
  `<xf numFmtId="49" fontId="3" fillId="4" applyNumberFormat="1" applyFont="1" applyFill="1" applyAlignment="1">${TOP}</xf>` +
  '</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';

function sheetXml({ widths, rows, validations, frozenRows, frozenColumns }: SheetContent): string {
  const columns = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const lines = rows.map((row, index) => {
    const cells = row.flatMap((cell, column) =>
      cell === undefined ? [] : [cellXml(cell, `${columnName(column)}${index + 1}`)],
    );
    return `<row r="${index + 1}" ht="${heightOf(row, widths)}" customHeight="1">${cells.join('')}</row>`;
  });
  const pane =
    `<pane xSplit="${frozenColumns}" ySplit="${frozenRows}" topLeftCell="${columnName(frozenColumns)}${frozenRows + 1}" ` +
    'activePane="bottomRight" state="frozen"/>';
  const accepted = validations.map(validationXml);
  return (
    `${HEAD}<worksheet xmlns="${MAIN}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>` +
    `<sheetViews><sheetView showGridLines="0" workbookViewId="0">${frozenRows > 0 ? pane : ''}</sheetView></sheetViews>` +
    `<cols>${columns.join('')}</cols><sheetData>${lines.join('')}</sheetData>` +
    `${accepted.length === 0 ? '' : `<dataValidations count="${accepted.length}">${accepted.join('')}</dataValidations>`}` +
    '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.5" header="0.3" footer="0.3"/>' +
    '<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/></worksheet>'
  );
}

const LINE_HEIGHT = 13;
const TITLE_HEIGHT = 20;

/** Not all programs fit the height of a row to its wrapped text. A character takes about one unit of width. */
function heightOf(row: SheetContent['rows'][number], widths: readonly number[]): number {
  if (row.some((cell) => cell?.style === 'title')) return TITLE_HEIGHT;
  const lines = row.map((cell, column) => Math.ceil((cell?.text.length ?? 0) / ((widths[column] ?? 10) * 0.95)));
  return LINE_HEIGHT * Math.max(1, ...lines) + 2;
}

function cellXml({ text, style, isNumber = false }: Cell, place: string): string {
  const attributes = `r="${place}" s="${STYLES.indexOf(style)}"`;
  if (text === '') return `<c ${attributes}/>`;
  if (isNumber) return `<c ${attributes}><v>${text}</v></c>`;
  return `<c ${attributes} t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

/** A list of choices in one text has at most 255 characters. */
const MAX_CHOICES = 255;
const MAX_PROMPT = 250;

function validationXml({ range, choices, min, max, title, message }: Validation): string {
  const prompt =
    `showInputMessage="1" promptTitle="${escaped(title.slice(0, 32))}" prompt="${escaped(message.slice(0, MAX_PROMPT))}" ` +
    `sqref="${range}"`;
  const listed = choices?.join(',');
  if (listed !== undefined && listed.length <= MAX_CHOICES) {
    return (
      `<dataValidation type="list" allowBlank="1" showErrorMessage="1" errorTitle="Not one of the choices" ` +
      `error="${escaped(`Choose one of: ${listed}`.slice(0, MAX_PROMPT))}" ${prompt}><formula1>"${escaped(listed)}"</formula1></dataValidation>`
    );
  }
  if (min === undefined && max === undefined) return `<dataValidation allowBlank="1" ${prompt}/>`;
  const [operator, first] = max === undefined ? ['greaterThanOrEqual', min] : ['between', min ?? '-1000000000000'];
  return (
    `<dataValidation type="decimal" operator="${operator}" allowBlank="1" errorStyle="warning" showErrorMessage="1" ` +
    `errorTitle="Implausible" error="${escaped(message.slice(0, MAX_PROMPT))}" ${prompt}>` +
    `<formula1>${first ?? ''}</formula1>${max === undefined ? '' : `<formula2>${max}</formula2>`}</dataValidation>`
  );
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (one) => ENTITIES[one] as string).replaceAll('\n', '&#10;');
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
