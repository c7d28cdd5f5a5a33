import type { ComponentChildren, JSX } from 'preact';

export interface Tab {
  readonly id: string;
  readonly label: ComponentChildren;
  readonly count?: string | undefined;
  readonly to: string;
}

/** Places beside each other. Each is an address. */
export function Tabs({
  tabs,
  current,
  label,
}: {
  readonly tabs: readonly Tab[];
  readonly current: string;
  readonly label: string;
}): JSX.Element {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <a key={tab.id} href={tab.to} aria-current={tab.id === current ? 'true' : undefined}>
          {tab.label}
          {tab.count !== undefined && <span class="n">{tab.count}</span>}
        </a>
      ))}
    </nav>
  );
}

/** A choice of few, such as the range of a chart. */
export function Segments({
  tabs,
  current,
  label,
}: {
  readonly tabs: readonly Tab[];
  readonly current: string;
  readonly label: string;
}): JSX.Element {
  return (
    <div class="seg" role="group" aria-label={label}>
      {tabs.map((tab) => (
        <a key={tab.id} href={tab.to} aria-current={tab.id === current ? 'true' : undefined}>
          {tab.label}
        </a>
      ))}
    </div>
  );
}
