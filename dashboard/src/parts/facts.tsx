import type { ComponentChildren, JSX } from 'preact';
import { Fragment } from 'preact';

/** Names and values below each other. What is null is left out. */
export function Facts({
  facts,
}: {
  readonly facts: readonly (readonly [string, ComponentChildren] | false | null | undefined)[];
}): JSX.Element {
  return (
    <dl class="facts">
      {facts.map(
        (fact) =>
          fact && (
            <Fragment key={fact[0]}>
              <dt>{fact[0]}</dt>
              <dd>{fact[1]}</dd>
            </Fragment>
          ),
      )}
    </dl>
  );
}
