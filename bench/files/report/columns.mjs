import { formatVerdict } from '../../shared/table.mjs';

export const COLUMNS = [
  { heading: 'case', isText: true, cell: ({ label }) => label },
  { heading: 's', cell: ({ seconds }) => seconds.toFixed(2) },
  { heading: 'runs', isText: true, cell: ({ allSeconds }) => allSeconds.map((one) => one.toFixed(2)).join(' / ') },
  { heading: '× first', cell: ({ ratio }) => ratio?.toFixed(2) ?? '' },
  { heading: 'start-up s', cell: ({ startUp }) => startUp?.toFixed(2) ?? '' },
  { heading: 'work s', cell: ({ work }) => work?.toFixed(2) ?? '' },
  { heading: 'CPU ms', cell: ({ cpuMs }) => cpuMs?.toFixed(0) ?? '' },
  { heading: 'host MB', cell: ({ hostMb }) => hostMb?.toFixed(0) ?? '' },
  { heading: 'Python MB', cell: ({ pythonMb }) => pythonMb?.toFixed(0) ?? '' },
  {
    heading: 'target: measured, verdict',
    isText: true,
    cell: ({ verdicts }) => verdicts.map(formatVerdict).join('; '),
  },
];
