import { CasparianError } from './errors.js';

const UNIT_MS: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** Reads `30d`, `12h`, `90s`, `250ms` or `1h30m` as milliseconds. */
export function parseDuration(text: string): number {
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d|w)/gy)];
  const readAll = parts.reduce((length, part) => length + part[0].length, 0) === text.length;
  if (parts.length === 0 || !readAll) {
    throw new CasparianError('OPTION_INVALID', `'${text}' is not a duration`, {
      why: 'A duration is a number with a unit: ms, s, m, h, d or w.',
      next: ['Write it like 30d, 12h, 15m or 1h30m.'],
    });
  }
  return Math.round(parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (UNIT_MS[unit ?? ''] ?? 0), 0));
}

/** Formats milliseconds for people: `250 ms`, `3.2 s`, `4 min 5 s`, `2 h 3 min`, `3 d 4 h`. */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(ms < 10_000 ? 1 : 0)} s`;
  if (ms < 3_600_000) return withRest(ms, 60_000, 'min', 1_000, 's');
  if (ms < 86_400_000) return withRest(ms, 3_600_000, 'h', 60_000, 'min');
  return withRest(ms, 86_400_000, 'd', 3_600_000, 'h');
}

function withRest(ms: number, unit: number, name: string, restUnit: number, restName: string): string {
  const rest = Math.floor((ms % unit) / restUnit);
  return `${Math.floor(ms / unit)} ${name}${rest === 0 ? '' : ` ${rest} ${restName}`}`;
}
