import { CasparianApiError } from '../../../src/client/index.js';
import { toast } from '../parts/toast.js';

export interface ActionTexts<T> {
  /** What happened, such as "3 jobs go again". */
  readonly done?: string | ((result: T) => string);
  /** Takes the change back. */
  readonly undo?: () => Promise<unknown>;
}

/** Makes a change and says what became of it. Returns undefined if it failed; the reason was shown. */
export async function act<T>(work: () => Promise<T>, { done, undo }: ActionTexts<T> = {}): Promise<T | undefined> {
  try {
    const result = await work();
    const text = typeof done === 'function' ? done(result) : done;
    if (text !== undefined) toast({ state: 'completed', text, undo });
    return result;
  } catch (error) {
    toast({ state: 'failed', ...errorText(error) });
    return undefined;
  }
}

/** What an error says to a person: what, why, and the stable code. */
export function errorText(error: unknown): { readonly text: string; readonly detail?: string; readonly code?: string } {
  if (error instanceof CasparianApiError) {
    const { what, why, code } = error;
    return { text: what, code, ...(why === undefined ? {} : { detail: why }) };
  }
  return { text: error instanceof Error ? error.message : String(error) };
}
