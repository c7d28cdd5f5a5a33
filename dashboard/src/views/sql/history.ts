/** A statement that was run from this browser. */
export interface RunStatement {
  readonly sql: string;
  readonly at: number;
  readonly rows: number;
}

const KEY = 'casparian.sql-history';
const MOST = 50;

/** The newest first. */
export function readHistory(): readonly RunStatement[] {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '[]') as unknown;
    return Array.isArray(stored) ? (stored as RunStatement[]).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

export function remember(statement: RunStatement): readonly RunStatement[] {
  const history = [statement, ...readHistory().filter(({ sql }) => sql !== statement.sql)].slice(0, MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(history));
  } catch {
    // The storage is full or not allowed: the history lasts as long as the page.
  }
  return history;
}
