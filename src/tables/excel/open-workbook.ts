import type { Readable } from 'node:stream';
import type { InputFile } from '../source/input-file.js';
import { binaryWorkbook, damagedWorkbook } from './failures.js';
import { type MergedCell, readMergedCells } from './merged-cells.js';
import { readSharedStrings } from './shared-strings.js';
import type { CellContext } from './sheet-cell.js';
import { type SheetRow, sheetRows } from './sheet-rows.js';
import { readStyles } from './number-format.js';
import { openWorkbookFile, type WorkbookFile } from './workbook-file.js';
import { posix } from 'node:path';
import { isTrue, passXml } from './xml.js';

/** An open workbook. Each sheet can be read several times. */
export interface OpenWorkbook {
  readonly sheets: readonly Sheet[];
  rows(sheet: Sheet): AsyncGenerator<readonly SheetRow[]>;
  mergedCells(sheet: Sheet): Promise<readonly MergedCell[]>;
}

/** Opens a workbook while `use` runs. */
export async function* withWorkbook<T>(
  file: InputFile,
  use: (workbook: OpenWorkbook) => AsyncGenerator<T>,
): AsyncGenerator<T> {
  const parts = await openWorkbookFile(file);
  try {
    const { sheets, from1904, sharedStrings, styles } = await readWorkbook(parts);
    const context: CellContext = {
      strings: await readSharedStrings(parts, sharedStrings),
      styles: await readStyles(parts, styles),
      from1904,
    };
    const sheetPart = async ({ part, name }: Sheet): Promise<Readable> => {
      const stream = await parts.part(part);
      if (stream === null) throw new Error(`the part of its sheet '${name}' is missing`);
      return stream;
    };
    yield* use({
      sheets,
      async *rows(sheet) {
        yield* sheetRows(await sheetPart(sheet), context);
      },
      mergedCells: async (sheet) => readMergedCells(await sheetPart(sheet)),
    });
  } catch (error) {
    throw damagedWorkbook(file.name, error);
  } finally {
    await parts.close();
  }
}

export interface Sheet {
  readonly name: string;
  readonly part: string;
  readonly isHidden: boolean;
}

export interface Workbook {
  readonly sheets: readonly Sheet[];
  /** Whether days count from 1904, as on old Macs. */
  readonly from1904: boolean;
  readonly sharedStrings: string | null;
  readonly styles: string | null;
}

interface Relation {
  readonly id: string;
  readonly type: string;
  readonly target: string;
}

/** Lists the sheets of a workbook and the parts that they share. */
async function readWorkbook(file: WorkbookFile): Promise<Workbook> {
  const root = await relationsOf(file, '');
  const main = root.find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml';
  if (main.endsWith('.bin')) throw binaryWorkbook(file.name);
  const stream = await file.part(main);
  if (stream === null) throw damagedWorkbook(file.name, new Error('it has no part that lists its sheets'));
  const listed: { name: string; id: string; isHidden: boolean }[] = [];
  let from1904 = false;
  await passXml(stream, {
    open(name, attributes) {
      if (name === 'workbookPr') from1904 = isTrue(attributes['date1904']);
      if (name !== 'sheet') return;
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? '';
      const isHidden = (attributes['state'] ?? 'visible') !== 'visible';
      listed.push({ name: attributes['name'] ?? '', id, isHidden });
    },
    close: () => undefined,
    text: () => undefined,
  });
  const relations = await relationsOf(file, main);
  const partOf = (wanted: string) => relations.find(({ type }) => type === wanted)?.target ?? null;
  return {
    from1904,
    // Charts and dialogs are listed as sheets too.
    sheets: listed.flatMap(({ id, ...sheet }) => {
      const relation = relations.find((one) => one.id === id && one.type === 'worksheet');
      return relation === undefined ? [] : [{ ...sheet, part: relation.target }];
    }),
    sharedStrings: partOf('sharedStrings'),
    styles: partOf('styles'),
  };
}

async function relationsOf(file: WorkbookFile, part: string): Promise<readonly Relation[]> {
  const folder = posix.dirname(part);
  const stream = await file.part(posix.join(folder, '_rels', `${posix.basename(part)}.rels`));
  const relations: Relation[] = [];
  if (stream === null) return relations;
  await passXml(stream, {
    open(name, { Id = '', Type = '', Target = '' }) {
      if (name !== 'Relationship') return;
      const target = Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target);
      relations.push({ id: Id, type: posix.basename(Type), target });
    },
    close: () => undefined,
    text: () => undefined,
  });
  return relations;
}
