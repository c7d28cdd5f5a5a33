import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** A cell as it stands in the XML of a sheet; a string is a shared text, a number a number. */
export type CellXml = string | number | boolean | null | { readonly xml: string };

export interface SheetOf {
  readonly name: string;
  readonly rows?: readonly (readonly CellXml[] | null)[];
  /** The XML of its rows, instead of rows. */
  readonly xml?: string;
  readonly state?: 'hidden' | 'veryHidden';
  /** As `A2:A4`. */
  readonly merged?: readonly string[];
}

export interface WorkbookOptions {
  readonly date1904?: boolean;
  /** Codes of number formats; the cell style n is the nth of them, 0 the general one. */
  readonly formats?: readonly string[];
  readonly prefix?: string;
  readonly extraParts?: Readonly<Record<string, string>>;
}

/** The bytes of an .xlsx file with these sheets, written by hand: what programs write, and what only some write. */
export async function workbookOf(sheets: readonly SheetOf[], options: WorkbookOptions = {}): Promise<Buffer> {
  const strings: string[] = [];
  const parts: Record<string, string> = {
    '[Content_Types].xml': '<Types xmlns="x"/>',
    '_rels/.rels': `<Relationships>${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': workbookXml(sheets, options),
    'xl/_rels/workbook.xml.rels': `<Relationships>${[
      ...sheets.map((_, at) => relation(`rId${at}`, 'worksheet', `worksheets/sheet${at}.xml`)),
      relation('rIdS', 'sharedStrings', 'sharedStrings.xml'),
      relation('rIdT', 'styles', '/xl/styles.xml'),
    ].join('')}</Relationships>`,
    'xl/styles.xml': stylesXml(options.formats ?? []),
  };
  for (const [at, sheet] of sheets.entries()) parts[`xl/worksheets/sheet${at}.xml`] = sheetXml(sheet, strings, options);
  parts['xl/sharedStrings.xml'] = `<sst>${strings.map((text) => `<si>${text}</si>`).join('')}</sst>`;
  return zipOf({ ...parts, ...options.extraParts });
}

export function zipOf(parts: Readonly<Record<string, string>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text, 'utf8'), name);
  zip.end();
  return buffer(zip.outputStream);
}

function relation(id: string, type: string, target: string): string {
  return `<Relationship Id="${id}" Type="http://x/relationships/${type}" Target="${target}"/>`;
}

function workbookXml(sheets: readonly SheetOf[], { date1904 = false }: WorkbookOptions): string {
  const listed = sheets.map(
    ({ name, state = 'visible' }, at) => `<sheet name="${name}" sheetId="${at + 1}" state="${state}" r:id="rId${at}"/>`,
  );
  return `<workbook xmlns:r="r"><workbookPr date1904="${date1904 ? 1 : 0}"/><sheets>${listed.join('')}</sheets></workbook>`;
}

function stylesXml(formats: readonly string[]): string {
  const codes = formats.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escapeXml(code)}"/>`).join('');
  const styles = formats.map((_, at) => `<xf numFmtId="${164 + at}"/>`).join('');
  const others = '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>';
  return `<styleSheet><numFmts>${codes}</numFmts>${others}<cellXfs><xf numFmtId="0"/>${styles}</cellXfs></styleSheet>`;
}

function sheetXml(
  { rows = [], xml, merged = [] }: SheetOf,
  strings: string[],
  { prefix = '' }: WorkbookOptions,
): string {
  const written =
    xml ??
    rows
      .map((cells, at) => (cells === null ? '' : `<row r="${at + 1}">${rowXml(cells, at + 1, strings)}</row>`))
      .join('');
  const merges = merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('');
  const sheet = `<worksheet><sheetData>${written}</sheetData><mergeCells>${merges}</mergeCells></worksheet>`;
  return prefix === '' ? sheet : sheet.replace(/<(\/?)(?=\w)/g, `<$1${prefix}:`).replace('>', ` xmlns:${prefix}="x">`);
}

function rowXml(cells: readonly CellXml[], row: number, strings: string[]): string {
  return cells.map((cell, at) => cellXml(cell, `${String.fromCharCode(65 + at)}${row}`, strings)).join('');
}

function cellXml(cell: CellXml, place: string, strings: string[]): string {
  if (cell === null) return '';
  if (typeof cell === 'object') return cell.xml.replace('<c', `<c r="${place}"`);
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c r="${place}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  strings.push(`<t xml:space="preserve">${escapeXml(cell)}</t>`);
  return `<c r="${place}" t="s"><v>${strings.length - 1}</v></c>`;
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
