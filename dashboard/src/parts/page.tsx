import type { ComponentChildren, JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { crumbs, type Crumb } from '../shell/top-bar.js';

/** The head of a view: title, one sentence, actions at the right. Also sets the title of the tab and the path in the top bar. */
export function PageHead({
  title,
  heading,
  sub,
  trail = [],
  children,
}: {
  readonly title: string;
  /** If it has more than text in it. */
  readonly heading?: ComponentChildren;
  readonly sub?: ComponentChildren;
  /** The places above this one. */
  readonly trail?: readonly Crumb[];
  /** Actions; at most one of them is black. */
  readonly children?: ComponentChildren;
}): JSX.Element {
  const key = trail.map(({ label }) => label).join('/');
  useEffect(() => {
    document.title = `${title} · Casparian Flow`;
    crumbs.value = [...trail, { label: title }];
  }, [title, key]);
  return (
    <div class="head">
      <h1>{heading ?? title}</h1>
      {sub !== undefined && <span class="sub">{sub}</span>}
      {children !== undefined && <div class="acts">{children}</div>}
    </div>
  );
}

/** A card with its title. */
export function Card({
  title,
  note,
  more,
  className = '',
  children,
}: {
  readonly title?: ComponentChildren;
  readonly note?: ComponentChildren;
  readonly more?: ComponentChildren;
  readonly className?: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <section class={`card ${className}`}>
      {title !== undefined && (
        <div class="card-h">
          <h2>{title}</h2>
          {note !== undefined && <span class="muted small">{note}</span>}
          {more !== undefined && <div class="more">{more}</div>}
        </div>
      )}
      {children}
    </section>
  );
}
