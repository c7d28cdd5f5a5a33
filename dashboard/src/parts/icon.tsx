import type { JSX } from 'preact';

/** An icon of the sprite in index.html, by its name without `i-`. Readers do not hear it: the text beside it or a label says it. */
export function Icon({ name, small = false }: { readonly name: string; readonly small?: boolean }): JSX.Element {
  return (
    <svg class={small ? 'ic ic-sm' : 'ic'} aria-hidden="true">
      <use href={`#i-${name}`} />
    </svg>
  );
}
