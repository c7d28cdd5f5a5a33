const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const DOCUMENT_RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE_RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The start of a sheet. Its first row, the header, stays visible. */
export const OPENING =
  `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
  '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>';

/** The styles of cells by number: plain, header, date, date with time, time. */
export const STYLE = { header: 1, date: 2, datetime: 3, time: 4 } as const;

export const STYLES =
  `${DECLARATION}<styleSheet xmlns="${MAIN}"><numFmts count="3">` +
  '<numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/>' +
  '<numFmt numFmtId="166" formatCode="hh:mm:ss"/></numFmts>' +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>' +
  '<cellXfs count="5"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/>' +
  '<xf numFmtId="165" applyNumberFormat="1"/><xf numFmtId="166" applyNumberFormat="1"/></cellXfs>' +
  // Programs warn about a workbook without a style named Normal.
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';

export const ROOT_RELATIONS =
  `${DECLARATION}<Relationships xmlns="${PACKAGE_RELATIONS}">` +
  `<Relationship Id="rId1" Type="${DOCUMENT_RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

export function contentTypes(sheets: number): string {
  const overrides = numbers(sheets).map(
    (number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${TYPES}.worksheet+xml"/>`,
  );
  return (
    `${DECLARATION}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>${overrides.join('')}</Types>`
  );
}

export function workbook(table: string, sheets: number): string {
  const listed = numbers(sheets).map(
    (number) => `<sheet name="${escaped(sheetName(table, number))}" sheetId="${number}" r:id="rId${number}"/>`,
  );
  return `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT_RELATIONS}"><sheets>${listed.join('')}</sheets></workbook>`;
}

export function workbookRelations(sheets: number): string {
  const listed = numbers(sheets).map(
    (number) =>
      `<Relationship Id="rId${number}" Type="${DOCUMENT_RELATIONS}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
  );
  const styles = `<Relationship Id="rId${sheets + 1}" Type="${DOCUMENT_RELATIONS}/styles" Target="styles.xml"/>`;
  return `${DECLARATION}<Relationships xmlns="${PACKAGE_RELATIONS}">${listed.join('')}${styles}</Relationships>`;
}

const LONGEST_SHEET_NAME = 31;

/** Excel refuses longer names and some characters, and an apostrophe at either end. */
function sheetName(table: string, number: number): string {
  const suffix = number === 1 ? '' : ` ${number}`;
  const allowed = table.replace(/[[\]:*?/\\\p{Cc}]/gu, '_').replace(/^'|'$/g, '_');
  return `${allowed.slice(0, LONGEST_SHEET_NAME - suffix.length) || 'rows'}${suffix}`;
}

/** Text in an element or an attribute. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}
