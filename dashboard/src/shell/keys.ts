import { signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Keys of a view, by name: `j`, `Shift+X`, `Ctrl+Enter`, `Escape`, `/`. A handler that returns false leaves the key to others. */
export type KeyMap = Readonly<Record<string, (event: KeyboardEvent) => unknown>>;

interface Layer {
  keys: KeyMap;
  /** Keys below it do nothing: a dialog. */
  readonly isModal: boolean;
}

/** The newest layer is asked first: a drawer before its list, a dialog before everything. */
const layers: Layer[] = [];

/** The first key of `G` then `J`. */
export const isGoing = signal(false);
let goTimer: ReturnType<typeof setTimeout> | undefined;

export function expectPlace(): void {
  isGoing.value = true;
  clearTimeout(goTimer);
  goTimer = setTimeout(() => (isGoing.value = false), 1_500);
}

/** Handles keys while the component is shown. */
export function useKeys(keys: KeyMap, { isModal = false } = {}): void {
  const layer = useRef<Layer>({ keys, isModal });
  layer.current.keys = keys;
  // Before the next key, which may come before the next frame.
  useLayoutEffect(() => {
    const own = layer.current;
    layers.push(own);
    return () => void layers.splice(layers.indexOf(own), 1);
  }, []);
}

export function listenToKeys(): void {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    const name = nameOf(event);
    const isTyping = isTextField(event.target);
    for (const { keys, isModal } of layers.toReversed()) {
      const handler = keys[name];
      // While typing, a letter is a letter.
      const isReserved = isTyping && !/^(Ctrl\+|Escape$)/.test(name);
      if (handler && !isReserved && handler(event) !== false) {
        event.preventDefault();
        return;
      }
      if (isModal) return;
    }
  });
}

function nameOf({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): string {
  const isLetter = key.length === 1;
  const shown = isLetter ? (shiftKey ? key.toUpperCase() : key.toLowerCase()) : key;
  const shift = shiftKey && (!isLetter || /[A-Z]/.test(shown)) ? 'Shift+' : '';
  return `${ctrlKey || metaKey ? 'Ctrl+' : ''}${altKey ? 'Alt+' : ''}${shift}${shown === ' ' ? 'Space' : shown}`;
}

function isTextField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(target.type);
}
