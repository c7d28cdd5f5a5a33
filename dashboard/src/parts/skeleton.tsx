import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** The shape of rows that are loaded. Appears after 200 ms only, so that a fast answer does not flash. */
export function Skeleton({ rows = 6 }: { readonly rows?: number }): JSX.Element | null {
  const [isShown, show] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => show(true), 200);
    return () => clearTimeout(timer);
  }, []);
  if (!isShown) return <div class="sk-space" aria-busy="true" />;
  return (
    <div class="sk-rows" role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} class="sk-row">
          <span class={`sk w${[30, 20, 40][row % 3]}`} />
          <span class={`sk w${[40, 30, 20][row % 3]}`} />
          <span class="sk w20" />
        </div>
      ))}
    </div>
  );
}
