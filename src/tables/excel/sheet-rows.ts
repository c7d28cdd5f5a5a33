import type { Readable } from 'node:stream';
import { columnOf } from './merged-cells.js';
import { type CellContext, type SheetCell, sheetCell } from './sheet-cell.js';
import { isTrue, readXml, type XmlHandler } from './xml.js';

export interface SheetRow {
  /** 1-based. */
  readonly number: number;
  /** By column, A is 0. Empty cells are null or absent. */
  readonly cells: readonly (SheetCell | null | undefined)[];
  readonly isHidden: boolean;
}

/** The limits of Excel. */
const MOST_ROWS = 1_048_576;
const MOST_COLUMNS = 16_384;
const MOST_CELL_CHARACTERS = 1_048_576;

/** Yields the rows of a sheet that have a value, in order. */
export async function* sheetRows(stream: Readable, context: CellContext): AsyncGenerator<readonly SheetRow[]> {
  const collector = createCollector(context);
  for await (const _ of readXml(stream, collector)) {
    const rows = collector.take();
    if (rows.length > 0) yield rows;
  }
}

function createCollector(context: CellContext): XmlHandler & { take(): SheetRow[] } {
  let rows: SheetRow[] = [];
  let number = 0;
  let isHidden = false;
  let cells: (SheetCell | null)[] = [];
  let column = -1;
  let type = '';
  let style = 0;
  let isFormula = false;
  let value: string | null = null;
  let inline: string | null = null;
  /** Receives the next text. */
  let target: 'value' | 'inline' | null = null;
  let isReading = false;

  return {
    take() {
      const taken = rows;
      rows = [];
      return taken;
    },
    open(name, attributes) {
      switch (name) {
        case 'row':
          number = rowNumber(attributes['r'], number);
          isHidden = isTrue(attributes['hidden']);
          cells = [];
          column = -1;
          break;
        case 'c':
          column = attributes['r'] === undefined ? column + 1 : columnOf(attributes['r']);
          if (column >= MOST_COLUMNS) throw new Error(`row ${number} has more columns than a sheet can have`);
          type = attributes['t'] ?? 'n';
          style = Number(attributes['s'] ?? 0);
          isFormula = false;
          value = null;
          inline = null;
          break;
        case 'f':
          isFormula = true;
          break;
        case 'v':
          target = 'value';
          value = '';
          break;
        case 'rPh':
          isReading = true;
          break;
        case 't':
          target = isReading ? null : 'inline';
          inline ??= '';
      }
    },
    close(name) {
      if (name === 'v' || name === 't') target = null;
      else if (name === 'rPh') isReading = false;
      else if (name === 'c') cells[column] = sheetCell({ type, style, value, inline, isFormula }, context);
      else if (name === 'row' && cells.some((cell) => cell !== null)) rows.push({ number, cells, isHidden });
    },
    text(text) {
      if (target === null) return;
      if (target === 'value') value = (value ?? '') + text;
      else inline = (inline ?? '') + text;
      const length = (value ?? inline ?? '').length;
      if (length > MOST_CELL_CHARACTERS) throw new Error(`a cell of row ${number} has more text than a cell can have`);
    },
  };
}

/** Row numbers increase. A row that goes back would be counted twice. */
function rowNumber(attribute: string | undefined, before: number): number {
  const number = attribute === undefined ? before + 1 : Number(attribute);
  if (!Number.isInteger(number) || number <= before || number > MOST_ROWS) {
    throw new Error(`row ${attribute ?? number} comes after row ${before}`);
  }
  return number;
}
