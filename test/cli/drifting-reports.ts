/** A daily report and its rows as they must be in the dataset, by the names of the latest header. */
export interface DailyReport {
  readonly name: string;
  readonly content: string;
  readonly rows: readonly Record<string, string | number | null>[];
}

type Cells = Record<string, string | number | null>;

const PLACES = [
  ['Hubei', 'Mainland China', 30.9756, 112.2707],
  ['', 'Japan', 36.0, 138.0],
  ['Chicago, IL', 'US', 41.7377, -87.6976],
  ['New South Wales', 'Australia', -33.8688, 151.2093],
] as const;

const EARLIEST = ['Province/State', 'Country/Region', 'Last Update', 'Confirmed', 'Deaths', 'Recovered'];
const WITH_PLACE = [...EARLIEST, 'Latitude', 'Longitude'];
const RENAMED = [
  ...['FIPS', 'Admin2', 'Province_State', 'Country_Region', 'Last_Update', 'Lat', 'Long_', 'Confirmed', 'Deaths'],
  ...['Recovered', 'Active', 'Combined_Key'],
];
export const LATEST = [...RENAMED, 'Incidence_Rate', 'Case-Fatality_Ratio'];

/** The new name of each column that was renamed. */
export const RENAMES: Readonly<Record<string, string>> = {
  'Province/State': 'Province_State',
  'Country/Region': 'Country_Region',
  'Last Update': 'Last_Update',
  Latitude: 'Lat',
  Longitude: 'Long_',
};

/**
 * Like the public COVID-19 daily reports of 2020: the header changes three times and the format of the time more often.
 * Of 131 days, from 22 January to 31 May.
 */
export function drifting(days = 131): DailyReport[] {
  return Array.from({ length: days }, (_, index) => reportOf(new Date(Date.UTC(2020, 0, 22 + index)), index));
}

function reportOf(day: Date, index: number): DailyReport {
  const header = headerOf(day);
  const written = PLACES.map((place, row) => cellsOf(day, index, row, place));
  const lines = written.map((cells) => header.map((column) => field(cells[RENAMES[column] ?? column])).join(','));
  const [month, date] = [day.getUTCMonth() + 1, day.getUTCDate()].map((part) => String(part).padStart(2, '0'));
  return {
    name: `report-${month}-${date}-2020.csv`,
    content: `${[header.join(','), ...lines].join('\n')}\n`,
    rows: written.map((cells) => expected(cells, new Set(header.map((column) => RENAMES[column] ?? column)), day)),
  };
}

function headerOf(day: Date): string[] {
  if (day < at(3, 1)) return EARLIEST;
  if (day < at(3, 22)) return WITH_PLACE;
  return day < at(5, 29) ? RENAMED : LATEST;
}

function cellsOf(
  day: Date,
  index: number,
  row: number,
  [province, country, lat, long]: (typeof PLACES)[number],
): Cells {
  const confirmed = index * 10 + row;
  return {
    ...{ FIPS: row === 2 ? 17031 : null, Admin2: row === 2 ? 'Cook' : '', Province_State: province },
    ...{ Country_Region: country, Last_Update: timeOf(day), Lat: lat, Long_: long, Confirmed: confirmed },
    // Some early reports have no counts at all for a place.
    ...{ Deaths: row === 1 && index < 5 ? null : index, Recovered: row, Active: confirmed - row },
    Combined_Key: [province, country].filter(Boolean).join(', '),
    ...{ Incidence_Rate: (index * 100 + row) / 8, 'Case-Fatality_Ratio': row / 4 },
  };
}

/** Four ways of writing; some days of the month leave no doubt which number is the day. */
function timeOf(day: Date): string {
  const iso = day.toISOString().slice(0, 10);
  const [month, date] = [day.getUTCMonth() + 1, day.getUTCDate()];
  if (day < at(2, 1)) return `${month}/${date}/2020 17:00`;
  if (day < at(3, 8)) return `${iso}T17:00:00`;
  return day < at(3, 24) ? `${month}/${date}/20 17:00` : `${iso} 17:00:00`;
}

function expected(cells: Cells, columns: ReadonlySet<string>, day: Date): Cells {
  const values = Object.entries({ ...cells, Last_Update: `${day.toISOString().slice(0, 10)}T17:00:00` });
  return Object.fromEntries(
    values.map(([column, value]) => [column, !columns.has(column) || value === '' ? null : value]),
  );
}

function field(value: string | number | null | undefined): string {
  const text = String(value ?? '');
  return text.includes(',') ? `"${text}"` : text;
}

function at(month: number, date: number): Date {
  return new Date(Date.UTC(2020, month - 1, date));
}
