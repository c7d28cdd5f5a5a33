import { Component, type JSX } from 'preact';
import type { Column } from './table.js';

/** What happens when a row is used. */
export interface RowActions<T> {
  readonly click: (row: T, isRange: boolean) => void;
  readonly check: (row: T, isRange: boolean) => void;
}

interface RowProps<T> {
  readonly id: string;
  readonly row: T;
  readonly columns: readonly Column<T>[];
  readonly className: string;
  /** Undefined if rows cannot be selected. */
  readonly isSelected: boolean | undefined;
  readonly actions: { readonly current: RowActions<T> };
}

/** One row. It is drawn again only if something in it changed: with a thousand rows, a key took 550 ms otherwise. */
export class TableRow<T> extends Component<RowProps<T>> {
  override shouldComponentUpdate(next: RowProps<T>): boolean {
    const { row, className, isSelected, columns } = this.props;
    const isSame = row === next.row && className === next.className && isSelected === next.isSelected;
    return !isSame || columns.length !== next.columns.length || columns.some((one, at) => one !== next.columns[at]);
  }

  override render({ id, row, columns, className, isSelected, actions }: RowProps<T>): JSX.Element {
    return (
      <tr
        data-id={id}
        class={className}
        onClick={(event) => {
          if (!isControl(event.target) && !hasSelectedText()) actions.current.click(row, event.shiftKey);
        }}
      >
        {isSelected !== undefined && (
          <td class="sel-c">
            <input
              class="check"
              type="checkbox"
              aria-label="Select this row"
              checked={isSelected}
              onClick={(event) => actions.current.check(row, event.shiftKey)}
            />
          </td>
        )}
        {columns.map((column) => (
          <td key={column.id} class={cellClass(column)}>
            {column.cell(row)}
          </td>
        ))}
      </tr>
    );
  }
}

export function cellClass<T>({ isNumber = false, rank, isWide = false, phone }: Column<T>): string {
  return [isNumber && 'num', phone !== undefined && `ph-${phone}`, rank !== undefined && `p${rank}`, isWide && 'wide']
    .filter(Boolean)
    .join(' ');
}

/** Links, buttons and boxes in a row do what they say. */
export function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('a, button, input, label, select, summary') !== null;
}

/** A click that ends a selection of text is not a click on the row. */
function hasSelectedText(): boolean {
  return (getSelection()?.toString() ?? '') !== '';
}
