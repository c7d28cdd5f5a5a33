import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useKeys } from '../shell/keys.js';
import { cellClass, isControl, type RowActions, TableRow } from './table-row.js';

/** A column of a table. */
export interface Column<T> {
  readonly id: string;
  readonly head: ComponentChildren;
  readonly cell: (row: T) => ComponentChildren;
  readonly isNumber?: boolean;
  /** 3 leaves below 1280 px, 2 below 1000 px. Phones show rank 1 only. */
  readonly rank?: 1 | 2 | 3;
  /** The name under which the list can be sorted. */
  readonly sort?: string;
  /** On a phone, a row has two lines: name and state, then detail and side; actions are below. Without any of these in the table, it scrolls sideways. */
  readonly phone?: 'name' | 'state' | 'detail' | 'side' | 'acts';
  /** Takes what is left of the width, and cuts its text at the end of the line. */
  readonly isWide?: boolean;
}

export interface Sorting {
  readonly by: string;
  readonly isDescending: boolean;
}

export interface TableProps<T> {
  /** What the rows are, for readers: "Jobs". */
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly id: (row: T) => string;
  /** The row that the drawer shows. */
  readonly current?: string | undefined;
  /** A click or Space on a row. */
  readonly onPeek?: ((row: T) => void) | undefined;
  /** Enter on a row. */
  readonly onOpen?: ((row: T) => void) | undefined;
  readonly selection?: Selection | undefined;
  /** Rows that do not match any more. */
  readonly gone?: ReadonlySet<string> | undefined;
  readonly sorting?: Sorting | undefined;
  readonly onSort?: ((sorting: Sorting) => void) | undefined;
  readonly className?: string;
}

/** Which rows are selected, by id. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  set(ids: ReadonlySet<string>): void;
}

/**
 * A list of records. J and K move, Enter opens, Space peeks, X selects, Shift X selects to here. The cell that names a row should have a link
 * in it, so that it can be opened in a new tab.
 */
export function Table<T>(props: TableProps<T>): JSX.Element {
  const { label, columns, rows, id, current, onPeek, onOpen, selection, gone, className = '' } = props;
  const [focused, setFocused] = useState<string>();
  const anchor = useRef<string>();
  const body = useRef<HTMLTableSectionElement>(null);
  const at = rows.findIndex((row) => id(row) === (focused ?? current));
  const move = (step: number): void => {
    const next = rows[Math.min(rows.length - 1, Math.max(0, at + step))];
    if (next === undefined) return;
    setFocused(id(next));
    if (current !== undefined) onPeek?.(next);
    const element = body.current?.querySelector(`[data-id="${CSS.escape(id(next))}"]`);
    element?.scrollIntoView({ block: 'nearest' });
  };
  const select = (row: T, isRange: boolean): void => {
    if (!selection) return;
    const from = rows.findIndex((one) => id(one) === anchor.current);
    const to = rows.indexOf(row);
    const range = isRange && from !== -1 ? rows.slice(Math.min(from, to), Math.max(from, to) + 1) : [row];
    const ids = new Set(selection.ids);
    const isAdding = isRange || !ids.has(id(row));
    for (const one of range) ids[isAdding ? 'add' : 'delete'](id(one));
    anchor.current = id(row);
    selection.set(ids);
  };
  // One object for all renders, so that a row that did not change is not drawn again.
  const actions = useRef<RowActions<T>>({ click: () => undefined, check: () => undefined });
  actions.current = {
    click(row, isRange) {
      setFocused(id(row));
      if (isRange && selection) select(row, true);
      else onPeek?.(row);
    },
    check: select,
  };
  const isTwoLine = columns.some(({ phone }) => phone !== undefined);
  const focusedRow = rows[at];
  const on = (run: (row: T) => void) => () => (focusedRow === undefined ? false : run(focusedRow));
  useKeys({
    ...{ j: () => move(1), k: () => move(-1), ArrowDown: () => move(1), ArrowUp: () => move(-1) },
    Enter: (event) => (isControl(event.target) ? false : on((row) => (onOpen ?? onPeek)?.(row))()),
    Space: (event) => (isControl(event.target) ? false : on((row) => onPeek?.(row))()),
    x: on((row) => select(row, false)),
    'Shift+X': on((row) => select(row, true)),
  });
  return (
    <table
      class={`t ${isTwoLine ? 'two-line' : ''} wide-${columns.filter(({ isWide }) => isWide).length} ${className}`}
      aria-label={label}
    >
      <thead>
        <tr>
          {selection && (
            <th class="sel-c" scope="col">
              <SelectAll rows={rows.map(id)} selection={selection} />
            </th>
          )}
          {columns.map((column) => (
            <HeadCell key={column.id} column={column} props={props} />
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        {rows.map((row) => {
          const key = id(row);
          const isSelected = selection?.ids.has(key) === true;
          const classes = [
            (isSelected || current === key) && 'on',
            focused === key && 'at',
            gone?.has(key) && 'gone',
            onPeek && 'can-peek',
          ];
          return (
            <TableRow
              key={key}
              id={key}
              row={row}
              columns={columns}
              className={classes.filter(Boolean).join(' ')}
              isSelected={selection ? isSelected : undefined}
              actions={actions}
            />
          );
        })}
      </tbody>
    </table>
  );
}

function HeadCell<T>({ column, props }: { readonly column: Column<T>; readonly props: TableProps<T> }): JSX.Element {
  const { sorting, onSort } = props;
  const { head, sort } = column;
  if (sort === undefined || !onSort) {
    return (
      <th class={cellClass(column)} scope="col">
        {head}
      </th>
    );
  }
  const isSorted = sorting?.by === sort;
  const direction = sorting?.isDescending ? 'descending' : 'ascending';
  return (
    <th
      class={`${cellClass(column)} ${isSorted ? 'sorted' : ''}`}
      scope="col"
      aria-sort={isSorted ? direction : 'none'}
    >
      <button
        type="button"
        class="sort"
        onClick={() => onSort({ by: sort, isDescending: isSorted ? !sorting.isDescending : true })}
      >
        {head}
        {isSorted && <span aria-hidden="true">{sorting.isDescending ? ' ↓' : ' ↑'}</span>}
      </button>
    </th>
  );
}

function SelectAll({
  rows,
  selection,
}: {
  readonly rows: readonly string[];
  readonly selection: Selection;
}): JSX.Element {
  const box = useRef<HTMLInputElement>(null);
  const count = rows.filter((row) => selection.ids.has(row)).length;
  const isAll = rows.length > 0 && count === rows.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = count > 0 && !isAll;
  }, [count, isAll]);
  return (
    <input
      ref={box}
      class="check"
      type="checkbox"
      aria-label="Select all rows of this page"
      checked={isAll}
      onChange={() => selection.set(isAll ? new Set() : new Set(rows))}
    />
  );
}
