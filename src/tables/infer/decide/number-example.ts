import { STYLES } from '../look/number-style.js';
import type { NumberStyle } from '../../../contract/index.js';
import { exampleOf } from './number-candidates.js';

/** The style that an example such as `1.234,56` shows; null when it is none. */
export function styleOfExample(example: string): NumberStyle | null {
  return STYLES.find((style) => exampleOf(style) === example) ?? null;
}
