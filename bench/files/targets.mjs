/**
 * The targets of issues 4, 21 and 24. A target is a limit in the unit of the metric, or a ratio to the smallest median of other cases
 * in the same run. `work` is the time without start-up.
 */
export const targets = [
  ...['process-sqlite', 'process-sqlite-bad-rows', 'process-pg'].flatMap((of) => [
    { of, metric: 'seconds', atMost: 1.3, against: ['floor-4', 'floor-2', 'floor-1'], name: 'the bare fork server' },
    { of, metric: 'seconds', timesFaster: 20, against: ['fresh'], name: 'fresh processes' },
  ]),
  {
    of: 'reused-sqlite',
    metric: 'seconds',
    atMost: 0.5,
    against: ['floor-4', 'floor-2', 'floor-1'],
    name: 'the bare fork server',
  },
  { of: 'auto-small', metric: 'seconds', limit: 4 },
  { of: 'scan-unchanged', metric: 'work', atMost: 2, against: ['walk'], name: 'the bare walk' },
  { of: 'scan-unchanged-pg', metric: 'work', atMost: 2, against: ['walk'], name: 'the bare walk' },
  { of: 'scan-large', metric: 'work', atMost: 1.3, against: ['hash-large'], name: 'raw BLAKE3' },
  ...['twenty', 'two-hundred'].flatMap((amount) => [
    { of: `${amount}-ts`, metric: 'seconds', atMost: 1.2, against: [`${amount}-mjs`], name: 'JavaScript' },
    { of: `${amount}-mjs`, metric: 'seconds', atMost: 1.2, against: [`${amount}-python`], name: 'Python' },
  ]),
  ...['list-sqlite', 'register-sqlite', 'list-pg', 'register-pg'].map((of) => ({ of, metric: 'cpuMs', limit: 300 })),
];
