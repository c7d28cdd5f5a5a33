import { isIsoTime, isOnlyIso, timeFormat, zoneOf } from '../look/look-at-time.js';
import { detailOf } from '../look/shape.js';
import type { Sighting } from '../look/sighting.js';
import type { Candidate } from './candidate.js';
import { candidateOf } from './date-candidates.js';
import { spoken } from './spoken-format.js';

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
