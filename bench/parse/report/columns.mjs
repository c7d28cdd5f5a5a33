import { formatVerdict } from '../../shared/table.mjs';

export const COLUMNS = [
  { heading: 'case', isText: true, cell: ({ label }) => label },
  { heading: 'rows', cell: ({ rows }) => rows.toLocaleString('en-US') },
  { heading: 's', cell: ({ seconds }) => seconds.toFixed(2) },
  { heading: 'runs', isText: true, cell: ({ allSeconds }) => allSeconds.map((one) => one.toFixed(2)).join(' / ') },
  { heading: '× transport', cell: ({ ratio }) => ratio?.toFixed(2) ?? '' },
  { heading: 'host MB', cell: ({ hostMb }) => hostMb?.toFixed(0) ?? '' },
  { heading: 'Python MB', cell: ({ pythonMb }) => pythonMb?.toFixed(0) ?? '' },
  {
    heading: 'target: measured, verdict',
    isText: true,
    cell: ({ verdicts }) => verdicts.map(formatVerdict).join('; '),
  },
];
