import { signal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { holdUpdates } from '../data/live.js';
import { useKeys } from '../shell/keys.js';
import { numberText } from './number.js';

/** A window in front of everything. Escape and a click beside it close it; updates wait meanwhile. */
export function Dialog({
  label,
  onClose,
  className = 'dialog',
  children,
}: {
  readonly label: string;
  readonly onClose: () => void;
  readonly className?: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  const element = useRef<HTMLDialogElement>(null);
  useKeys({ Escape: onClose }, { isModal: true });
  // Not an effect that waits for a frame: keys that are typed before it would go to the page.
  useLayoutEffect(() => {
    const release = holdUpdates();
    element.current?.showModal();
    return release;
  }, []);
  return (
    <dialog
      ref={element}
      class={className}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onMouseDown={(event) => event.target === element.current && onClose()}
    >
      {children}
    </dialog>
  );
}

export interface Question {
  /** Verb and count: "Delete 1,284 jobs?" */
  readonly title: string;
  /** What happens and what stays. */
  readonly text: ComponentChildren;
  /** The verb again: "Delete 1,284 jobs". */
  readonly yes: string;
  /** The default, which keeps things. */
  readonly no?: string;
  readonly isDanger?: boolean;
  /** Must be typed if it is over 100 and the change is dangerous. */
  readonly count?: number;
}

const asked = signal<(Question & { readonly resolve: (yes: boolean) => void }) | undefined>(undefined);
const TYPED_ABOVE = 100;

/** Asks before something that cannot be undone. */
export function confirm(question: Question): Promise<boolean> {
  asked.value?.resolve(false);
  return new Promise((resolve) => (asked.value = { ...question, resolve }));
}

/** Shows the question of `confirm`; the shell has it once. */
export function ConfirmDialog(): JSX.Element | null {
  const question = asked.value;
  const [typed, setTyped] = useState('');
  useEffect(() => setTyped(''), [question]);
  if (!question) return null;
  const { title, text, yes, no = 'Keep them', isDanger = false, count = 0, resolve } = question;
  const mustType = isDanger && count > TYPED_ABOVE;
  const end = (isYes: boolean): void => {
    asked.value = undefined;
    resolve(isYes);
  };
  return (
    <Dialog label={title} onClose={() => end(false)}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!mustType || typed === String(count)) end(true);
        }}
      >
        <h2>{title}</h2>
        <p>{text}</p>
        {mustType && (
          <label class="block form">
            Type {count} to confirm {numberText(count)}
            <input
              class="input"
              inputMode="numeric"
              value={typed}
              onInput={(event) => setTyped(event.currentTarget.value)}
            />
          </label>
        )}
        <div class="acts">
          <button class="btn" type="button" onClick={() => end(false)} autofocus={isDanger}>
            {no}
          </button>
          <button
            class={isDanger ? 'btn btn-danger-1' : 'btn btn-1'}
            type="submit"
            disabled={mustType && typed !== String(count)}
            autofocus={!isDanger}
          >
            {yes}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
