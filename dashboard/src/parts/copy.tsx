import type { JSX } from 'preact';
import { Icon } from './icon.js';
import { toast } from './toast.js';

/** Copies text. Browsers have the clipboard on secure pages only, so there is an older way for plain HTTP. */
export async function copyText(text: string, what = 'Copied'): Promise<void> {
  try {
    if (isSecureContext) await navigator.clipboard.writeText(text);
    else copyBySelection(text);
    toast({ state: 'completed', text: what });
  } catch {
    toast({ state: 'failed', text: 'The browser did not allow copying', detail: 'Select the text and press Ctrl C.' });
  }
}

export function CopyButton({ text, label }: { readonly text: string; readonly label: string }): JSX.Element {
  return (
    <button
      class="btn btn-q btn-i btn-s"
      type="button"
      aria-label={label}
      title={label}
      onClick={() => void copyText(text)}
    >
      <Icon name="copy" small />
    </button>
  );
}

function copyBySelection(text: string): void {
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'sr';
  document.body.append(field);
  field.select();
  const isDone = document.execCommand('copy');
  field.remove();
  if (!isDone) throw new Error('not copied');
}
