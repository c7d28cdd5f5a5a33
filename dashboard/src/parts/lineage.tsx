import { Fragment, type ComponentChildren, type JSX } from 'preact';
import { Icon } from './icon.js';
import { type Shape, State } from './state.js';

/** One thing that rows come from or go to, with the one fact that matters. */
export interface LineageNode {
  readonly icon: string;
  readonly kind: string;
  readonly name: ComponentChildren;
  readonly to?: string | undefined;
  readonly note?: ComponentChildren;
  readonly state?: { readonly shape: Shape; readonly word: string } | undefined;
}

/** File → job → dataset and quarantine. A column with several nodes is a fork. */
export function Lineage({ columns }: { readonly columns: readonly (readonly LineageNode[])[] }): JSX.Element {
  return (
    <div class={`lin lin-${columns.length}`}>
      {columns.map((nodes, at) => (
        <Fragment key={at}>
          {at > 0 && <Wire ends={nodes.length} />}
          <div class="fork">
            {nodes.map((node, index) => (
              <Node key={index} {...node} />
            ))}
          </div>
        </Fragment>
      ))}
    </div>
  );
}

function Node({ icon, kind, name, to, note, state }: LineageNode): JSX.Element {
  return (
    <div class="node">
      <span class="k">
        <Icon name={icon} small />
        {kind}
        {state && (
          <span class="right">
            <State shape={state.shape}>{state.word}</State>
          </span>
        )}
      </span>
      <b class="cut block">{to === undefined ? name : <a href={to}>{name}</a>}</b>
      {note !== undefined && <p class="cut">{note}</p>}
    </div>
  );
}

function Wire({ ends }: { readonly ends: number }): JSX.Element {
  const targets = Array.from({ length: ends }, (_, at) => ((at + 0.5) / ends) * 100);
  return (
    <svg class="wire" viewBox="0 0 40 100" preserveAspectRatio="none" aria-hidden="true">
      {targets.map((y) => (
        <path key={y} d={`M0 50 C20 50 20 ${y} 40 ${y}`} vector-effect="non-scaling-stroke" />
      ))}
    </svg>
  );
}
