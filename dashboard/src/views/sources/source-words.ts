import type { Schemas } from '../../../../src/client/index.js';
import { counted } from '../../parts/number.js';
import type { Shape } from '../../parts/state.js';
import { relativeTime, roughDuration } from '../../parts/time.js';

export type Source = Schemas['Source'];
export type Health = Schemas['SourceHealth'];
export type Activity = Schemas['SourceActivity']['sources'][number];
export type Counts = Activity['total'];

export interface SourceState {
  readonly shape: Shape;
  readonly word: string;
}

/** What the breaker and the pause of a source come to. A pause by hand wins: it is what people did. */
export function sourceState({ enabled, state, paused_until: until }: Source, at: number): SourceState {
  if (!enabled) return { shape: 'isolated', word: 'Disabled' };
  if (state === 'isolated') return { shape: 'isolated', word: 'Isolated' };
  if (state === 'open') return { shape: 'open', word: 'Open' };
  if (state === 'half_open') return { shape: 'half', word: 'Probing' };
  if (until !== null && Date.parse(until) > at) return { shape: 'isolated', word: 'Paused' };
  return { shape: 'closed', word: 'Closed' };
}

/** Why the source is asked or not, in sentences. */
export function whyText(source: Source, waiting: number, at: number): string {
  const until = source.paused_until === null ? null : Date.parse(source.paused_until);
  const queue =
    waiting === 0 ? '' : ` ${counted(waiting, 'job')} ${waiting === 1 ? 'waits' : 'wait'} without using up an attempt.`;
  const failure = source.last_failure === null ? '' : `, the last: ${source.last_failure}`;
  if (!source.enabled) return `It is disabled, so nothing is requested.${queue}`;
  switch (source.state) {
    case 'isolated': {
      const who = typeof source['isolated_by'] === 'string' ? ` by ${source['isolated_by']}` : '';
      const reason = source.pause_reason === null ? '' : `: ${source.pause_reason}`;
      return `It was isolated${who}${reason}. Nothing is requested until someone resumes it.${queue}`;
    }
    case 'open': {
      const times = Number(source['open_count'] ?? 1);
      const again = times > 1 ? ` It opened ${times} times in a row, so it rests longer each time.` : '';
      return `${counted(source.failure_streak, 'failure')} in a row${failure}.${again}${queue}`;
    }
    case 'half_open':
      return `The rest is over. One request is sent as a probe; its result decides.${queue}`;
    default:
      if (until !== null && until > at) {
        const reason = source.pause_reason === null ? '' : `: ${source.pause_reason}`;
        const end = until - at > 365 * 86_400_000 ? 'until someone resumes it' : `for ${roughDuration(until - at)}`;
        return `It is paused ${end}${reason}.${queue}`;
      }
      if (source.failure_streak > 0)
        return `It works. ${counted(source.failure_streak, 'failure')} in a row${failure}; five open the breaker.${queue}`;
      if (source.last_success_at === null) return `Nothing was requested yet.${queue}`;
      return `It works; the last good response was ${relativeTime(Date.parse(source.last_success_at), at)}.${queue}`;
  }
}

/** What an event of a source says. */
export function changeText(type: string, payload: Readonly<Record<string, unknown>>): string {
  const reason = typeof payload['reason'] === 'string' && payload['reason'] !== '' ? `: ${payload['reason']}` : '';
  switch (type) {
    case 'source.breaker_opened':
      return `Opened after ${counted(Number(payload['failure_streak'] ?? 0), 'failure')}${reason}`;
    case 'source.breaker_closed':
      return 'Closed: the probe succeeded';
    case 'source.paused':
      return `Paused${reason}`;
    case 'source.isolated':
      return `Isolated${reason}`;
    case 'source.resumed':
      return 'Resumed';
    case 'source.probed':
      return 'Probe asked for';
    case 'source.added':
      return 'Added';
    case 'source.edited':
      return 'Changed';
    default:
      return type.replace(/^source\./, '').replaceAll('_', ' ');
  }
}

/** `3:12`, for a countdown. */
export function countdownText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60)];
  const rest = String(seconds % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

export function hostOf(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return url;
  }
}

/** Of everything that was wanted, how much needed no request. */
export function cacheShare({ requests, cached, stale }: Counts): number | null {
  const all = requests + cached + stale;
  return all === 0 ? null : (cached + stale) / all;
}
