import type { ComponentChildren, JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { holdUpdates } from '../data/live.js';
import { useKeys } from '../shell/keys.js';
import { Icon } from './icon.js';
import { numberText } from './number.js';

/** What can be done with what is selected. The one inverse surface of the page, so that nobody acts by accident. */
export function BulkBar({
  count,
  total,
  isAll,
  onAll,
  onClear,
  children,
}: {
  readonly count: number;
  /** How many match the filter, as text such as `412` or `100,000+`; undefined if it is not known. */
  readonly total?: string | undefined;
  readonly isAll: boolean;
  readonly onAll?: (() => void) | undefined;
  readonly onClear: () => void;
  readonly children: ComponentChildren;
}): JSX.Element {
  useEffect(holdUpdates, []);
  useKeys({ Escape: onClear, ...(onAll ? { 'Ctrl+a': onAll } : {}) });
  return (
    <div class="bulk" role="toolbar" aria-label="Actions on the selection">
      <b>{isAll ? total : numberText(count)}</b>&nbsp;selected
      {!isAll && onAll && total !== undefined && (
        <button class="all" type="button" onClick={onAll}>
          Select all {total} that match
        </button>
      )}
      <span class="bar" />
      {children}
      <span class="bar" />
      <button class="btn btn-i" type="button" aria-label="Clear the selection" onClick={onClear}>
        <Icon name="x" />
      </button>
    </div>
  );
}
