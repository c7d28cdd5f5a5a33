import type { ComponentChildren, JSX } from 'preact';
import { Icon } from './icon.js';

/** What would be here, and the one command or action that brings it. */
export function Empty({
  icon,
  title,
  command,
  children,
}: {
  readonly icon?: string;
  readonly title: string;
  readonly command?: string;
  readonly children?: ComponentChildren;
}): JSX.Element {
  return (
    <div class="empty">
      {icon !== undefined && <Icon name={icon} />}
      <b>{title}</b>
      {children !== undefined && <span>{children}</span>}
      {command !== undefined && <code>{command}</code>}
    </div>
  );
}
