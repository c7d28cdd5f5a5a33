import {
  DATE_SEPARATORS,
  dateDetail,
  LAYOUTS,
  ORDERS,
  TIME_SEPARATORS,
  type DateDetail,
} from '../look/look-at-date.js';
import { namedDateDetail, namedDateFormat } from '../look/named-date-detail.js';
import { isIsoTime, isOnlyIso, PADDED_HOUR, timeFormat, zoneOf } from '../look/look-at-time.js';
import { detailOf } from '../look/shape.js';
import type { Sighting } from '../look/sighting.js';
import { NEVER, type Candidate } from './candidate.js';
import { spoken } from './spoken-format.js';

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

export function candidateOf(
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
