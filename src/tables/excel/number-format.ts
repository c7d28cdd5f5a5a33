import type { WorkbookFile } from './workbook-file.js';
import { passXml } from './xml.js';

/** What the numbers of each cell style represent. */
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
    return code === undefined ? { kind: builtInKind(id), digits: 0 } : numberFormat(code);
  });
}

/** How a number is displayed: as a number, date, time or duration. */
export type NumberKind = 'number' | 'date' | 'time' | 'datetime' | 'elapsed';

export interface NumberFormat {
  readonly kind: NumberKind;
  /** The minimum number of digits of an integer: 5 for the format `00000`, as in zip codes. */
  readonly digits: number;
}

/** `00` formats months and minutes; longer formats are codes. */
const ONLY_ZEROS = /^0{3,}$/;
/** Separators within a code, as in `000-00-0000`. */
const GROUPING = /[-\s()/]/g;

function numberFormat(code: string): NumberFormat {
  const [positive = ''] = code.replace(LITERALS, '').split(';');
  const shown = positive.replace(GROUPING, '');
  return { kind: formatKind(code), digits: ONLY_ZEROS.test(shown) ? shown.length : 0 };
}

/** The formats that a workbook does not define. Those from 27 on are dates in Chinese, Japanese and Korean. */
function builtInKind(id: number): NumberKind {
  if (id === 22) return 'datetime';
  if (id === 46) return 'elapsed';
  if ((id >= 18 && id <= 21) || id === 45 || id === 47 || (id >= 32 && id <= 35) || id === 55 || id === 56)
    return 'time';
  if (
    (id >= 14 && id <= 17) ||
    (id >= 27 && id <= 31) ||
    id === 36 ||
    (id >= 50 && id <= 54) ||
    id === 57 ||
    id === 58
  ) {
    return 'date';
  }
  return 'number';
}

const LITERALS = /"[^"]*"|\\.|_.|\*./g;
const ELAPSED = /\[(?:h+|m+|s+)\]/i;
/** Colours, conditions, currencies and languages. */
const BRACKETS = /\[[^\]]*\]/g;

/** The kind of a format such as `yyyy-mm-dd` or `#,##0.00`. The first section applies to positive numbers. */
function formatKind(code: string): NumberKind {
  const [positive = ''] = code.replace(LITERALS, '').split(';');
  if (ELAPSED.test(positive)) return 'elapsed';
  const letters = positive
    .replace(BRACKETS, '')
    .replace(/general|am\/pm|a\/p|上午\/下午/gi, '')
    .toLowerCase();
  if (/[#0?]/.test(letters.replace(/s\.0+/g, 's'))) return 'number';
  const hasTime = /[hs]/.test(letters);
  // Between hours and seconds an m is a minute, otherwise a month.
  const hasDate = /[yde]/.test(letters) || (!hasTime && letters.includes('m'));
  if (hasDate) return hasTime ? 'datetime' : 'date';
  return hasTime ? 'time' : 'number';
}
