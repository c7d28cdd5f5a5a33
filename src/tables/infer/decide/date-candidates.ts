import {
  DATE_SEPARATORS,
  dateDetail,
  type DateDetail,
  LAYOUTS,
  ORDERS,
  TIME_SEPARATORS,
} from '../profile/classify-date.js';
import { namedDateDetail, namedDateFormat } from '../profile/classify-named-date.js';
import { isIsoTime, isOnlyIso, PADDED_HOUR, timeFormat, zoneOf } from '../profile/classify-time.js';
import { detailOf } from '../profile/shape.js';
import type { Tally } from '../profile/tally.js';
import { type Candidate, NEVER } from './candidate.js';

/** ISO 8601 comes first: of candidates that fit equally well, the first wins. */
export function dateCandidates(tallies: readonly Tally[]): readonly Candidate[] {
  return [...isoCandidates(tallies), ...orderCandidates(tallies), ...namedCandidates(tallies)];
}

function isoCandidates(tallies: readonly Tally[]): Candidate[] {
  const dates = tallies.flatMap((tally) => dateIn(tally) ?? []).filter(isIsoDate);
  if (dates.length === 0) return [];
  const iso = (type: string, label: string, reads: (date: DateDetail) => boolean): Candidate => {
    const isOfIt = (tally: Tally): boolean => {
      const date = dateIn(tally);
      return date !== null && isIsoDate(date) && reads(date);
    };
    const exists = ({ shape }: Tally): boolean => dateDetail(detailOf(shape)).orders !== 0;
    return {
      ...candidateOf(type, null, label, null, (tally) => isOfIt(tally) && exists(tally)),
      isNearMiss: (tally) => isOfIt(tally) && !exists(tally),
    };
  };
  const isDated = ({ time }: DateDetail): boolean => time === 0;
  const isClocked = ({ time, timeSeparator }: DateDetail): boolean => isIsoTime(time) && timeSeparator <= 1;
  const isLocal = (date: DateDetail): boolean => isDated(date) || (isClocked(date) && zoneOf(date.time) === 0);
  const isZoned = (date: DateDetail): boolean => isClocked(date) && zoneOf(date.time) === 1;
  return [
    ...(dates.some(isDated) ? [iso('date', 'date YYYY-MM-DD', isDated)] : []),
    ...(dates.some((date) => isClocked(date) && isLocal(date))
      ? [iso('datetime', 'datetime YYYY-MM-DD HH:MM:SS', isLocal)]
      : []),
    ...(dates.some(isZoned) ? [iso('datetime(tz)', 'datetime with an offset (ISO 8601)', isZoned)] : []),
  ];
}

function isIsoDate({ layout, separator, isPadded }: DateDetail): boolean {
  return layout === 0 && separator === 0 && isPadded;
}

/** One candidate for each order that the digits allow. */
function orderCandidates(tallies: readonly Tally[]): Candidate[] {
  const groups = new Map<string, DateDetail>();
  for (const tally of tallies) {
    const date = dateIn(tally);
    if (date !== null && !isOnlyIso(date.time)) groups.set(groupOf(date), date);
  }
  return [...groups].sort().flatMap(([group, date]) =>
    ORDERS.flatMap((order, index) => {
      if (((LAYOUTS[date.layout] ?? 0) & (1 << index)) === 0) return [];
      const format =
        order.replaceAll('-', DATE_SEPARATORS[date.separator] ?? '-') + timeBehindFormat(date.time, date.timeSeparator);
      const isOfGroup = (tally: Tally): boolean => {
        const other = dateIn(tally);
        return other !== null && groupOf(other) === group;
      };
      const exists = ({ shape }: Tally): boolean => (dateDetail(detailOf(shape)).orders & (1 << index)) !== 0;
      const type = typeOf(date.time);
      return [
        {
          ...candidateOf(
            type,
            format,
            `${type} ${readableFormat(format)}`,
            group,
            (one) => isOfGroup(one) && exists(one),
          ),
          isNearMiss: (one: Tally) => isOfGroup(one) && dateDetail(detailOf(one.shape)).orders === 0,
        },
      ];
    }),
  );
}

function namedCandidates(tallies: readonly Tally[]): Candidate[] {
  const forms = new Set(
    tallies.flatMap((one) => (one.family === 'namedDate' ? [namedDateDetail(detailOf(one.shape)).form] : [])),
  );
  return [...forms]
    .sort((a, b) => a - b)
    .map((form) => {
      const { time, timeSeparator } = namedDateDetail(form);
      const format = namedDateFormat(form) + timeBehindFormat(time, timeSeparator);
      const isOfForm = ({ family, shape }: Tally): boolean =>
        family === 'namedDate' && namedDateDetail(detailOf(shape)).form === form;
      const exists = ({ shape }: Tally): boolean => namedDateDetail(detailOf(shape)).exists;
      const type = typeOf(time);
      return {
        ...candidateOf(type, format, `${type} ${readableFormat(format)}`, null, (one) => isOfForm(one) && exists(one)),
        isNearMiss: (one: Tally) => isOfForm(one) && !exists(one),
      };
    });
}

function candidateOf(
  type: string,
  format: string | null,
  label: string,
  rivalry: string | null,
  fits: (tally: Tally) => boolean,
): Candidate {
  return {
    type,
    format,
    numberStyle: null,
    label,
    fits,
    isNearMiss: NEVER,
    forbids: ({ family }) => family === 'tooFine',
    rivalry,
  };
}

function dateIn({ family, shape }: Tally): DateDetail | null {
  return family === 'date' ? dateDetail(detailOf(shape)) : null;
}

/** Identifies dates that differ only in the order of their parts. */
function groupOf({ layout, separator, time, timeSeparator }: DateDetail): string {
  return [layout, separator, time & ~PADDED_HOUR, timeSeparator].join(' ');
}

/** Identifies the dates that are written alike, whatever the order of their parts; null for other values. */
export function dateForm(tally: Tally): string | null {
  const date = dateIn(tally);
  if (date !== null) return isIsoDate(date) && (date.time === 0 || isIsoTime(date.time)) ? 'iso' : groupOf(date);
  return tally.family === 'namedDate' ? `named ${namedDateDetail(detailOf(tally.shape)).form}` : null;
}

function timeBehindFormat(time: number, separator: number): string {
  return time === 0 ? '' : (TIME_SEPARATORS[separator] ?? ' ') + timeFormat(time);
}

/** `UTC` after a time is a literal of the format and names the time zone. */
function typeOf(time: number): string {
  if (time === 0) return 'date';
  return ['datetime', 'datetime(tz)', 'datetime(tz)', 'datetime(UTC)'][zoneOf(time)] ?? 'datetime';
}

export function timeCandidates(tallies: readonly Tally[]): readonly Candidate[] {
  const times = tallies.filter(({ family }) => family === 'time').map(({ shape }) => detailOf(shape));
  const isIso = (time: number): boolean => isIsoTime(time) && zoneOf(time) === 0;
  const iso = candidateOf(
    'time',
    null,
    'time HH:MM:SS',
    null,
    (one) => one.family === 'time' && isIso(detailOf(one.shape)),
  );
  const formats = new Set(times.filter((time) => zoneOf(time) === 0 && !isOnlyIso(time)).map(timeFormat));
  return [
    ...(times.some(isIso) ? [iso] : []),
    ...[...formats].map((format) =>
      candidateOf(
        'time',
        format,
        `time ${readableFormat(format)}`,
        null,
        ({ family, shape }) =>
          family === 'time' && !isOnlyIso(detailOf(shape)) && timeFormat(detailOf(shape)) === format,
      ),
    ),
  ];
}

const READABLE: Readonly<Record<string, string>> = {
  '%Y': 'YYYY',
  '%y': 'YY',
  '%m': 'MM',
  '%d': 'DD',
  '%b': 'Mon',
  '%a': 'Day',
  '%H': 'HH',
  '%I': 'HH',
  '%M': 'MM',
  '%S': 'SS',
  '%f': 'ffffff',
  '%p': 'AM',
  '%z': '+HH:MM',
};

/** `%d/%m/%Y` as people write it: DD/MM/YYYY. */
export function readableFormat(format: string): string {
  return format.replace(/%[a-zA-Z]/g, (directive) => READABLE[directive] ?? directive);
}
