import {
  DATE_SEPARATORS,
  dateDetail,
  type DateDetail,
  LAYOUTS,
  ORDERS,
  TIME_SEPARATORS,
} from '../look/look-at-date.js';
import { namedDateDetail, namedDateFormat } from '../look/look-at-named-date.js';
import { isIsoTime, isOnlyIso, PADDED_HOUR, timeFormat, zoneOf } from '../look/look-at-time.js';
import { detailOf } from '../look/shape.js';
import type { Sighting } from '../look/sighting.js';
import { type Candidate, NEVER } from './candidate.js';

/** ISO 8601 first: of candidates that fit alike, the first is taken. */
export function dateCandidates(sightings: readonly Sighting[]): readonly Candidate[] {
  return [...isoCandidates(sightings), ...orderCandidates(sightings), ...namedCandidates(sightings)];
}

function isoCandidates(sightings: readonly Sighting[]): Candidate[] {
  const dates = sightings.flatMap((sighting) => dateIn(sighting) ?? []).filter(isIsoDate);
  if (dates.length === 0) return [];
  const iso = (type: string, label: string, reads: (date: DateDetail) => boolean): Candidate => {
    const isOfIt = (sighting: Sighting): boolean => {
      const date = dateIn(sighting);
      return date !== null && isIsoDate(date) && reads(date);
    };
    const isThere = ({ shape }: Sighting): boolean => dateDetail(detailOf(shape)).orders !== 0;
    return {
      ...candidateOf(type, null, label, null, (sighting) => isOfIt(sighting) && isThere(sighting)),
      isNearMiss: (sighting) => isOfIt(sighting) && !isThere(sighting),
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

/** One candidate for each order that a layout of digits leaves open. */
function orderCandidates(sightings: readonly Sighting[]): Candidate[] {
  const groups = new Map<string, DateDetail>();
  for (const sighting of sightings) {
    const date = dateIn(sighting);
    if (date !== null && !isOnlyIso(date.time)) groups.set(groupOf(date), date);
  }
  return [...groups].sort().flatMap(([group, date]) =>
    ORDERS.flatMap((order, index) => {
      if (((LAYOUTS[date.layout] ?? 0) & (1 << index)) === 0) return [];
      const format =
        order.replaceAll('-', DATE_SEPARATORS[date.separator] ?? '-') + timeBehindFormat(date.time, date.timeSeparator);
      const isOfGroup = (sighting: Sighting): boolean => {
        const other = dateIn(sighting);
        return other !== null && groupOf(other) === group;
      };
      const isThere = ({ shape }: Sighting): boolean => (dateDetail(detailOf(shape)).orders & (1 << index)) !== 0;
      const type = typeOf(date.time);
      return [
        {
          ...candidateOf(type, format, `${type} ${spoken(format)}`, group, (one) => isOfGroup(one) && isThere(one)),
          isNearMiss: (one: Sighting) => isOfGroup(one) && dateDetail(detailOf(one.shape)).orders === 0,
        },
      ];
    }),
  );
}

function namedCandidates(sightings: readonly Sighting[]): Candidate[] {
  const forms = new Set(
    sightings.flatMap((one) => (one.family === 'namedDate' ? [namedDateDetail(detailOf(one.shape)).form] : [])),
  );
  return [...forms]
    .sort((a, b) => a - b)
    .map((form) => {
      const { time, timeSeparator } = namedDateDetail(form);
      const format = namedDateFormat(form) + timeBehindFormat(time, timeSeparator);
      const isOfForm = ({ family, shape }: Sighting): boolean =>
        family === 'namedDate' && namedDateDetail(detailOf(shape)).form === form;
      const isThere = ({ shape }: Sighting): boolean => namedDateDetail(detailOf(shape)).isThere;
      const type = typeOf(time);
      return {
        ...candidateOf(type, format, `${type} ${spoken(format)}`, null, (one) => isOfForm(one) && isThere(one)),
        isNearMiss: (one: Sighting) => isOfForm(one) && !isThere(one),
      };
    });
}

function candidateOf(
  type: string,
  format: string | null,
  label: string,
  rivalry: string | null,
  fits: (sighting: Sighting) => boolean,
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

function dateIn({ family, shape }: Sighting): DateDetail | null {
  return family === 'date' ? dateDetail(detailOf(shape)) : null;
}

/** The same for all dates that only the order of their parts can tell apart. */
function groupOf({ layout, separator, time, timeSeparator }: DateDetail): string {
  return [layout, separator, time & ~PADDED_HOUR, timeSeparator].join(' ');
}

function timeBehindFormat(time: number, separator: number): string {
  return time === 0 ? '' : (TIME_SEPARATORS[separator] ?? ' ') + timeFormat(time);
}

/** `UTC` behind a time is read as a text of the format, and names the zone that the clock is of. */
function typeOf(time: number): string {
  if (time === 0) return 'date';
  return ['datetime', 'datetime(tz)', 'datetime(tz)', 'datetime(UTC)'][zoneOf(time)] ?? 'datetime';
}

export function timeCandidates(sightings: readonly Sighting[]): readonly Candidate[] {
  const times = sightings.filter(({ family }) => family === 'time').map(({ shape }) => detailOf(shape));
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
        `time ${spoken(format)}`,
        null,
        ({ family, shape }) =>
          family === 'time' && !isOnlyIso(detailOf(shape)) && timeFormat(detailOf(shape)) === format,
      ),
    ),
  ];
}

const SPOKEN: Readonly<Record<string, string>> = {
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

/** `%d/%m/%Y` as people say it: DD/MM/YYYY. */
export function spoken(format: string): string {
  return format.replace(/%[a-zA-Z]/g, (directive) => SPOKEN[directive] ?? directive);
}
