import { builtInSort, numberFormat, type NumberFormat } from './number-format.js';
import type { WorkbookFile } from './workbook-file.js';
import { passXml } from './xml.js';

/** For each style of a cell, what its numbers are. */
export async function readStyles(file: WorkbookFile, part: string | null): Promise<readonly NumberFormat[]> {
  const stream = part === null ? null : await file.part(part);
  if (stream === null) return [];
  const formats = new Map<number, string>();
  const cellFormats: number[] = [];
  let inCellFormats = false;
  await passXml(stream, {
    open(name, attributes) {
      const id = Number(attributes['numFmtId'] ?? 0);
      if (name === 'numFmt') formats.set(id, attributes['formatCode'] ?? '');
      else if (name === 'cellXfs') inCellFormats = true;
      else if (name === 'xf' && inCellFormats) cellFormats.push(id);
    },
    close(name) {
      if (name === 'cellXfs') inCellFormats = false;
    },
    text: () => undefined,
  });
  return cellFormats.map((id) => {
    const code = formats.get(id);
    return code === undefined ? { sort: builtInSort(id), digits: 0 } : numberFormat(code);
  });
}
