/** A comparison of one column, as a person builds it. */
export interface Condition {
  readonly column: string;
  readonly operator: (typeof OPERATORS)[number]['id'];
  readonly value: string;
}

export const OPERATORS = [
  { id: 'is', label: 'is', needsValue: true },
  { id: 'not', label: 'is not', needsValue: true },
  { id: 'has', label: 'contains', needsValue: true },
  { id: 'min', label: 'is at least', needsValue: true },
  { id: 'max', label: 'is at most', needsValue: true },
  { id: 'null', label: 'is null', needsValue: false },
  { id: 'present', label: 'is not null', needsValue: false },
] as const;

/** The condition as SQL. Quotes in names and values are doubled, so they cannot end the text. */
export function conditionSql({ column, operator, value }: Condition): string {
  const name = `"${column.replaceAll('"', '""')}"`;
  const text = `'${value.replaceAll("'", "''")}'`;
  switch (operator) {
    case 'is':
      return `${name} = ${text}`;
    case 'not':
      return `${name} is distinct from ${text}`;
    case 'has':
      return `contains(lower(${name}::varchar), lower(${text}))`;
    case 'min':
      return `${name} >= ${text}`;
    case 'max':
      return `${name} <= ${text}`;
    case 'null':
      return `${name} is null`;
    case 'present':
      return `${name} is not null`;
  }
}
