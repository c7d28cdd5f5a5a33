import { useEffect, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { liveState, reconnect } from '../data/live.js';
import { Silhouette } from '../parts/state.js';
import { clockText, roughDuration } from '../parts/time.js';

/** Says that the server is away, from when the data is, and when it is tried again. Old data stays readable. */
export function ProblemBar(): JSX.Element | null {
  const { status, at, retryAt } = liveState.value;
  const [, tick] = useState(0);
  const isCut = status === 'cut';
  useEffect(() => {
    if (!isCut) return undefined;
    const timer = setInterval(() => tick((count) => count + 1), 1_000);
    return () => clearInterval(timer);
  }, [isCut]);
  if (!isCut) return null;
  const wait = retryAt === undefined ? undefined : Math.max(1_000, retryAt - Date.now());
  return (
    <div class="problem problem-bar" role="alert">
      <Silhouette shape="failed" />
      <div class="grow">
        <b>The server does not respond</b>
        <p class="soft">
          Shown is what was known at {clockText(at)}. Workers go on by themselves.
          {wait !== undefined && ` Trying again in ${roughDuration(wait)}.`}{' '}
          <button class="link" type="button" onClick={reconnect}>
            Try now
          </button>
        </p>
      </div>
    </div>
  );
}
