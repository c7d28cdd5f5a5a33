import type { ComponentChildren, JSX } from 'preact';
import type { Pages } from '../data/use-pages.js';
import { counted } from './number.js';
import { Failure } from './failure.js';
import { Skeleton } from './skeleton.js';
import { Table, type TableProps } from './table.js';

/** A table of a list of the server, with everything around it: loading, failing, empty, new rows that wait, more. */
export function List<T>({
  pages,
  noun,
  empty,
  above,
  ...table
}: Omit<TableProps<T>, 'rows' | 'gone'> & {
  readonly pages: Pages<T>;
  /** What a row is: `job`. */
  readonly noun: string;
  readonly empty: ComponentChildren;
  readonly above?: ComponentChildren;
}): JSX.Element {
  const { items, error, isLoading, hasMore, isLoadingMore, more, waiting, showWaiting, gone, reload } = pages;
  const isEmpty = !isLoading && items.length === 0 && error === undefined;
  return (
    <div class="card clip list">
      {above}
      {error && <Failure error={error} onRetry={reload} />}
      {waiting > 0 && (
        <button class="banner" type="button" onClick={showWaiting}>
          {counted(waiting, `new ${noun}`)}. Show {waiting === 1 ? 'it' : 'them'}
        </button>
      )}
      {isLoading && <Skeleton rows={10} />}
      {isEmpty && !hasMore && empty}
      {items.length > 0 && (
        <div class="scroll-x">
          <Table {...table} rows={items} gone={gone} />
        </div>
      )}
      {hasMore && (
        <button class="more-rows" type="button" disabled={isLoadingMore} onClick={more}>
          {isLoadingMore ? 'Loading…' : items.length === 0 ? 'Nothing found yet. Look further' : 'Show more'}
        </button>
      )}
    </div>
  );
}
