import type { ComponentChildren, JSX } from 'preact';
import { useKeys } from '../shell/keys.js';
import { Icon } from './icon.js';

/** The inspector at the right. Its id belongs into the address; Escape closes it. Below 1180 px it lies over the list. */
export function Drawer({
  title,
  onClose,
  foot,
  children,
}: {
  readonly title: ComponentChildren;
  readonly onClose: () => void;
  readonly foot?: ComponentChildren;
  readonly children: ComponentChildren;
}): JSX.Element {
  useKeys({ Escape: onClose });
  return (
    <aside class="drawer" aria-label="Details">
      <div class="drawer-h">
        <div class="grow">{title}</div>
        <button class="btn btn-q btn-i" type="button" aria-label="Close details" onClick={onClose}>
          <Icon name="x" />
        </button>
      </div>
      <div class="drawer-b">{children}</div>
      {foot !== undefined && foot !== false && <div class="foot-bar">{foot}</div>}
    </aside>
  );
}

/** A list with its drawer beside it. */
export function WithDrawer({
  drawer,
  children,
}: {
  readonly drawer: ComponentChildren;
  readonly children: ComponentChildren;
}): JSX.Element {
  const isOpen = drawer !== undefined && drawer !== null && drawer !== false;
  return (
    <div class={isOpen ? 'with-drawer is-open' : 'with-drawer'}>
      <div class="with-drawer-main">{children}</div>
      {drawer}
    </div>
  );
}
