import { entryLines } from '../entries.js';
import type { Outputs } from '../outputs.js';

/** `outputs` as an object literal: JSON is one. */
export function nodeOutputs(outputs: Outputs): string[] {
  return entryLines(outputs, { indent: '  ', literal: (value) => JSON.stringify(value) });
}
