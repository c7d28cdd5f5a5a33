import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from './icon.js';
import { type Shape, Silhouette } from './state.js';

export interface ToastContent {
  readonly state: Shape;
  readonly text: string;
  readonly detail?: string | undefined;
  readonly code?: string | undefined;
  /** Takes the change back; also with Z. */
  readonly undo?: (() => Promise<unknown>) | undefined;
  readonly action?: { readonly label: string; readonly run: () => void } | undefined;
  /** Stays until it is replaced or closed: work that goes on. */
  readonly isSticky?: boolean;
}

interface Shown extends ToastContent {
  readonly id: number;
}

const MAX_SHOWN = 3;
const toasts = signal<readonly Shown[]>([]);
let lastId = 0;

/** Says what happened. Returns a function that replaces the text, or removes it if nothing is given. */
export function toast(content: ToastContent): (next?: ToastContent) => void {
  const id = (lastId += 1);
  toasts.value = [...toasts.value, { ...content, id }].slice(-MAX_SHOWN);
  return (next) => {
    if (!next) close(id);
    else if (toasts.value.some((one) => one.id === id))
      toasts.value = toasts.value.map((one) => (one.id === id ? { ...next, id } : one));
    else toasts.value = [...toasts.value, { ...next, id }].slice(-MAX_SHOWN);
  };
}

/** Takes the newest change back that can be. */
export function undoNewest(): boolean {
  const newest = toasts.value.findLast(({ undo }) => undo !== undefined);
  if (newest) runUndo(newest);
  return newest !== undefined;
}

export function Toasts(): JSX.Element {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map((one) => (
        <Toast key={one.id} {...one} />
      ))}
    </div>
  );
}

function Toast(shown: Shown): JSX.Element {
  const { id, state, text, detail, code, undo, action, isSticky = false } = shown;
  const isHovered = useRef(false);
  useEffect(() => {
    if (isSticky) return undefined;
    const wait = undo || state === 'failed' ? 10_000 : 6_000;
    const timer = setInterval(() => !isHovered.current && close(id), wait);
    return () => clearInterval(timer);
  }, [id, isSticky, text]);
  return (
    <div class="toast" onMouseEnter={() => (isHovered.current = true)} onMouseLeave={() => (isHovered.current = false)}>
      <Silhouette shape={state} />
      <span class="grow">
        {text}
        {detail !== undefined && <span class="soft small block">{detail}</span>}
        {code !== undefined && <code class="muted block">{code}</code>}
      </span>
      {undo && (
        <button class="undo" type="button" onClick={() => runUndo(shown)}>
          Undo <kbd>Z</kbd>
        </button>
      )}
      {action && (
        <button class="undo" type="button" onClick={action.run}>
          {action.label}
        </button>
      )}
      <button class="btn btn-q btn-i btn-s" type="button" aria-label="Close" onClick={() => close(id)}>
        <Icon name="x" small />
      </button>
    </div>
  );
}

function runUndo({ id, undo }: Shown): void {
  close(id);
  undo?.().then(
    () => toast({ state: 'completed', text: 'Taken back' }),
    (error: unknown) =>
      toast({ state: 'failed', text: 'Could not be taken back', detail: String((error as Error).message) }),
  );
}

function close(id: number): void {
  toasts.value = toasts.value.filter((one) => one.id !== id);
}
