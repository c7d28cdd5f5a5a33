import type { OnSkipped, SkippedKind } from '../table/table-reader.js';
import { withoutLineEnd } from './lines.js';
import { rawText } from './raw-text.js';

/** Reports the line between two positions as skipped. */
export type KeepLine = (
  line: number,
  kind: SkippedKind,
  reason: string,
  bytes: Uint8Array,
  from: number,
  to: number,
) => void;

const SPACE = 0x20;

/** Null if skipped lines are not wanted: their texts are then not decoded. */
export function createKeepLine(onSkipped: OnSkipped | undefined): KeepLine | null {
  if (onSkipped === undefined) return null;
  return (line, kind, reason, bytes, from, to) => {
    const end = withoutLineEnd(bytes, from, to);
    if (isBlank(bytes, from, end)) return;
    onSkipped({ line, kind, reason, text: rawText(bytes.subarray(from, end)) });
  };
}

/** Also control characters: some systems pad with NUL or end a file with Ctrl-Z. */
export function isBlank(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if ((bytes[at] ?? 0) > SPACE) return false;
  return true;
}
