import type { RequestOptions } from '../../../../src/client/index.js';
import { session } from '../../data/session.js';
import { type Chip, chipsOf } from '../../parts/filter-text.js';

/** What a list of jobs is asked for. */
export type JobQuery = Omit<NonNullable<RequestOptions<'get', '/v1/jobs'>['query']>, 'limit' | 'cursor'>;

export interface ReadFilter {
  readonly query: JobQuery;
  /** Parts that cannot be understood, with the reason. */
  readonly problems: readonly string[];
}

type Draft = { -readonly [Name in keyof JobQuery]: JobQuery[Name] };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const SPAN = /^(<|>)?=?(\d{1,6})(s|m|h|d)$/;

/** The text of a filter as a query of the API. */
export function readFilter(text: string): ReadFilter {
  const query: Draft = {};
  const problems: string[] = [];
  for (const chip of chipsOf(text)) {
    const problem = readChip(chip, query);
    if (problem !== undefined) problems.push(problem);
  }
  return { query, problems };
}

function readChip(chip: Chip, query: Draft): string | undefined {
  const { name = '', value, isNot } = chip;
  const path = /^payload\.(.+)$/.exec(name)?.[1];
  if (path !== undefined) {
    if (isNot) return 'payload cannot be excluded';
    query.payload = [...(query.payload ?? []), `${path}=${value}`];
    return undefined;
  }
  if (isNot) return exclude(name, value, query);
  switch (name) {
    case 'status':
      query.status = [...(query.status ?? []), ...value.split(',')];
      return undefined;
    case 'type':
    case 'queue':
    case 'parser':
      if (query[name] !== undefined) return `${name} is given twice`;
      query[name] = value;
      return undefined;
    case 'error':
      query[isCode(value) ? 'code' : 'message'] = value;
      return undefined;
    case 'id':
      query.id = [...(query.id ?? []), ...value.split(',')];
      return query.id.every((id) => UUID.test(id)) ? undefined : 'id is the whole id of a job';
    case 'parent':
      query.parent = value;
      return UUID.test(value) ? undefined : 'parent is the whole id of a job';
    case 'correlation':
      query.correlation_id = value;
      return undefined;
    case 'tenant':
      return value === session.value?.tenant ? undefined : `You see the tenant ${session.value?.tenant ?? ''} only`;
    case 'age':
      return readAge(value, query);
    case 'created':
      return readCreated(value, query);
    case '':
      if (UUID.test(value)) query.id = [value];
      else query.message = query.message === undefined ? value : `${query.message} ${value}`;
      return undefined;
    default:
      return `${name} is not a filter`;
  }
}

function exclude(name: string, value: string, query: Draft): string | undefined {
  const values = value.split(',');
  switch (name) {
    case 'status':
      query.not_status = [...(query.not_status ?? []), ...values];
      return undefined;
    case 'type':
      query.not_type = [...(query.not_type ?? []), ...values];
      return undefined;
    case 'queue':
      query.not_queue = [...(query.not_queue ?? []), ...values];
      return undefined;
    case 'error':
      query.not_code = [...(query.not_code ?? []), ...values];
      return undefined;
    default:
      return `${name === '' ? value : name} cannot be excluded`;
  }
}

/** `age:<24h`, `age:>30d`; without a sign, younger. */
function readAge(value: string, query: Draft): string | undefined {
  const [, sign = '<', count, unit] = SPAN.exec(value) ?? [];
  if (count === undefined || unit === undefined) return 'age is <24h or >30d';
  query[sign === '>' ? 'older_than' : 'newer_than'] = `${count}${unit}`;
  return undefined;
}

/** `created:2026-11-16T09:00:00Z..2026-11-16T10:00:00Z`; one end may be left out. */
function readCreated(value: string, query: Draft): string | undefined {
  const [after = '', before = ''] = value.split('..');
  const ends = [after, before].filter((end) => end !== '');
  if (!value.includes('..') || ends.length === 0 || ends.some((end) => Number.isNaN(Date.parse(end)))) {
    return 'created is FROM..TO, such as 2026-11-16T09:00:00Z..2026-11-16T10:00:00Z';
  }
  if (after !== '') query.created_after = new Date(after).toISOString();
  if (before !== '') query.created_before = new Date(before).toISOString();
  return undefined;
}

/** Codes are words in capitals. */
function isCode(value: string): boolean {
  return /^[A-Z][A-Z0-9_]*$/.test(value);
}

/** The same text with the states replaced. */
export function withStatus(text: string, status: string | undefined): string {
  const others = text.split(/\s+(?=(?:[^"]*"[^"]*")*[^"]*$)/).filter((part) => part !== '' && !/^-?status:/.test(part));
  return [...(status === undefined ? [] : [`status:${status}`]), ...others].join(' ');
}

export function withCreated(text: string, from: number, to: number): string {
  const others = text
    .split(/\s+(?=(?:[^"]*"[^"]*")*[^"]*$)/)
    .filter((part) => part !== '' && !/^(created|age):/.test(part));
  return [...others, `created:${new Date(from).toISOString()}..${new Date(to).toISOString()}`].join(' ');
}
