import type { Priority } from './job.js';

const PRIORITY_NAMES = ['critical', 'high', 'normal', 'low'];

export const PRIORITIES_IN_WORDS = '0 or critical, 1 or high, 2 or normal, 3 or low';

/** 0 to 3, or its name. Undefined for anything else. */
export function parsePriority(text: string): Priority | undefined {
  const level = /^[0-3]$/.test(text) ? Number(text) : PRIORITY_NAMES.indexOf(text.toLowerCase());
  return level < 0 ? undefined : (level as Priority);
}

export function priorityName(level: number): string {
  return PRIORITY_NAMES[level] ?? String(level);
}
