import type { JSX } from 'preact';
import { errorText } from '../data/act.js';
import { hintTexts } from './hint.js';
import { Silhouette } from './state.js';

/** Something could not be loaded: what, why, what next, and the stable code. */
export function Failure({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }): JSX.Element {
  const { text, detail, code } = errorText(error);
  return (
    <div class="problem" role="alert">
      <Silhouette shape="failed" />
      <div class="grow">
        <b>{text}</b>
        {detail !== undefined && <p class="soft">{detail}</p>}
        {hintTexts(error).map((hint) => (
          <p key={hint} class="soft">
            {hint}
          </p>
        ))}
        {code !== undefined && <code class="muted">{code}</code>}
      </div>
      {onRetry && (
        <button class="btn btn-s" type="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}
