/**
 * The targets of issue 3. A target is a limit in the unit of the metric, or a ratio to the smallest median of other cases
 * in the same run.
 */
export const targets = [
  {
    of: 'casparian-batches',
    metric: 'seconds',
    atMost: 2.5,
    against: ['transport-text'],
    name: 'the bare transport',
  },
  {
    of: 'casparian-batches',
    metric: 'seconds',
    atMost: 1.2,
    against: ['pyarrow', 'pyarrow-streamed'],
    name: 'plain pyarrow',
  },
  { of: 'casparian-batches', metric: 'hostMb', limit: 300 },
  { of: 'casparian-table', metric: 'hostMb', limit: 300 },
  { of: 'casparian-pandas', metric: 'seconds', atMost: 1.25, against: ['pandas'], name: 'plain pandas' },
  { of: 'casparian-pandas', metric: 'hostMb', limit: 300 },
  { of: 'casparian-all-bad', metric: 'seconds', atMost: 3, against: ['casparian-batches'], name: 'the clean run' },
  { of: 'casparian-all-bad', metric: 'hostMb', limit: 300 },
  // "Flat": ten times the rows, with an allowance for the garbage collector.
  { of: 'memory-many', metric: 'hostMb', atMost: 1.15, against: ['memory-few'], name: 'few rows' },
  { of: 'memory-many', metric: 'pythonMb', atMost: 1.15, against: ['memory-few'], name: 'few rows' },
];
