import type { ComponentChildren, JSX } from 'preact';
import { type Shape, Silhouette } from './state.js';
import { durationText } from './time.js';

/** One transition, and how long it took until the next one. */
export interface Step {
  readonly shape: Shape;
  readonly title: string;
  readonly at?: string | undefined;
  readonly note?: ComponentChildren;
  /** Until the next step. */
  readonly durationMs?: number | undefined;
  /** Between this step and the next one, something ran; otherwise it waited. */
  readonly isRunning?: boolean;
}

/** Steps of a life, with their durations. Not to scale beyond 1:4, so that nothing vanishes. Upright on phones. */
export function Timeline({ steps }: { readonly steps: readonly Step[] }): JSX.Element {
  const longest = Math.max(1, ...steps.map(({ durationMs = 0 }) => durationMs));
  return (
    <div class="tlwrap scroll-x">
      <ol class="tl">
        {steps.map(({ shape, title, at, note, durationMs, isRunning = false }, index) => {
          const isLast = index === steps.length - 1;
          const share = isLast ? 0 : Math.max(1, Math.ceil((4 * (durationMs ?? 0)) / longest));
          return (
            <li key={index} class={`g${share} ${isRunning ? 'ran' : ''}`}>
              <Silhouette shape={shape} />
              {!isLast && durationMs !== undefined && (
                <span class="dur">
                  {isRunning ? 'ran' : 'waited'} {durationText(durationMs)}
                </span>
              )}
              <b>{title}</b>
              {at !== undefined && <span class="at">{at}</span>}
              {note !== undefined && <span class="at">{note}</span>}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
