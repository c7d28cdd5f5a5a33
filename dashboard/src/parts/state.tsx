import type { ComponentChildren, JSX } from 'preact';

/** The silhouettes: every state has its shape, its colour and its word. */
export type Shape =
  | 'pending'
  | 'scheduled'
  | 'retrying'
  | 'running'
  | 'completed'
  | 'warning'
  | 'failed'
  | 'dead'
  | 'cancelled'
  | 'started'
  | 'closed'
  | 'half'
  | 'open'
  | 'isolated';

/** Breakers and marks of a timeline have the colours of states. */
const COLOURS: Partial<Record<Shape, Shape>> = {
  started: 'running',
  closed: 'completed',
  half: 'warning',
  open: 'failed',
  isolated: 'cancelled',
};

export function Silhouette({ shape }: { readonly shape: Shape }): JSX.Element {
  return (
    <svg class={`sg st-${COLOURS[shape] ?? shape}`} aria-hidden="true">
      <use href={`#s-${shape}`} class={shape === 'running' ? 'spin' : undefined} />
    </svg>
  );
}

/** A state in a row: shape and word. */
export function State({
  shape,
  children,
}: {
  readonly shape: Shape;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <span class={`st st-${COLOURS[shape] ?? shape}`}>
      <Silhouette shape={shape} />
      {children}
    </span>
  );
}

/** A state beside a title. */
export function Pill({
  shape,
  children,
}: {
  readonly shape: Shape;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <span class={`pill st st-${COLOURS[shape] ?? shape}`}>
      <Silhouette shape={shape} />
      {children}
    </span>
  );
}
