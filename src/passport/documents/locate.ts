import { readJsonText } from './json-text.js';
import { pointerOf } from './json-pointer.js';

/** The offsets of values in a JSON text, by their JSON pointers: a second pass, for texts that were read without problems. */
export function locate(text: string, pointers: readonly string[]): Map<string, number> {
  const offsets = new Map(pointers.map((pointer) => [pointer, 0]));
  const deepest = pointers.reduce((most, pointer) => Math.max(most, pointer.split('/').length - 1), 0);
  readJsonText(text, (path, offset) => {
    if (path.length > deepest) return;
    const pointer = pointerOf(path);
    if (offsets.has(pointer)) offsets.set(pointer, offset);
  });
  return offsets;
}
