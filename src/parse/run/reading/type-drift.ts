import { cellAt } from '../../columns/cell-at.js';
import type { IncomingBatch } from '../../columns/incoming.js';
import type { QuarantinedRow } from '../../contract/checker.js';
import type { Contract } from '../../contract/contract.js';
import type { RowError } from '../../contract/row-error.js';
import { decideColumn } from '../../infer/decide/decide-column.js';
import { declaredText, foundText, type TypeChange } from '../../infer/drift.js';
import { type ColumnView, createColumnView } from '../../infer/look/column-view.js';

/** Looks at the values that are not of the type their contract says: of what type they are instead, and how many. */
export interface TypeDrift {
  add(batch: IncomingBatch, quarantined: readonly QuarantinedRow[]): void;
  changed(): readonly TypeChange[];
}

interface Misfits {
  readonly view: ColumnView;
  readonly first: { readonly row: number; readonly value: string };
  count: number;
}

/** Constraints may be broken by values that are of their type. */
const OF_TYPE = /^(?:invalid_|out_of_range|too_precise|zone_)/;

export function createTypeDrift({ outputs }: Contract): TypeDrift {
  const misfits = new Map<string, Misfits>();
  let rowsBefore = 0;

  const note = (batch: IncomingBatch, rowNumber: number, { column: name, type, message }: RowError): void => {
    const column = batch.columns.find((one) => one.name === name);
    if (column === undefined || !OF_TYPE.test(type)) return;
    const cell = cellAt(column, rowNumber - rowsBefore - 1);
    const known = misfits.get(column.name) ?? {
      view: createColumnView(),
      first: { row: rowNumber, value: typeof cell === 'string' ? cell : message },
      count: 0,
    };
    misfits.set(column.name, known);
    known.count += 1;
    known.view.add({ form: 'cells', name: column.name, cells: [cell] }, 1, rowNumber - 1, null);
  };
  return {
    add(batch, quarantined) {
      for (const { rowNumber, errors } of quarantined) for (const error of errors) note(batch, rowNumber, error);
      rowsBefore += batch.rowCount;
    },
    changed() {
      const columns = [...outputs.values()].flatMap((output) => output.columns);
      return columns.flatMap((column) => {
        const own = misfits.get(column.name);
        if (own === undefined) return [];
        const { count, first, view } = own;
        const found = decideColumn(column.name, { ...view, isQuotedText: false }, AS_THEY_STAND);
        const types = { declared: declaredText(column), found: foundText(found) };
        return [{ column: column.name, ...types, misfits: count, first }];
      });
    },
  };
}

/** What is seen are the misfits alone, and they say nothing of the others. */
const AS_THEY_STAND = { hasDecimalCommas: false, areTextsTexts: false, tellsNumbers: true, areNumbers: false };
