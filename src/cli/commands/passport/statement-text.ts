import type { StatementRecord } from '../../../passport/index.js';
import { valueText } from './value-text.js';

/** What a statement says, in one line. */
export function statementText({ kind, body }: StatementRecord): string {
  if (kind === 'READING') return readingText(body);
  if (kind === 'ENDED') return `${textIn(body, 'reason')}${linkText(body['successor'], ', successor ')}`;
  if (kind === 'SUCCEEDS') return `${textIn(body, 'reason')}${linkText(body['predecessor'], ', predecessor ')}`;
  if (kind === 'TRANSFER_OFFERED') {
    const { name = '' } = body['operator'] as { name?: string };
    return `to ${name}, until ${textIn(body, 'expires_at').slice(0, 10)}`;
  }
  const decision = body['decision'] as { reason?: string | null } | undefined;
  return decision?.reason ?? '';
}

function readingText(body: StatementRecord['body']): string {
  const values = Object.entries(body['values'] as Readonly<Record<string, unknown>>);
  const shown = values.map(([path, value]) => `${path.split('.').at(-1) ?? path} ${valueText(measured(value))}`);
  return `${textIn(body, 'observed_at').slice(0, 19)}Z: ${shown.join(', ')}`;
}

/** The time of a value is that of the reading. */
function measured(value: unknown): unknown {
  const isTimed = typeof value === 'object' && value !== null && 'at' in value && 'value' in value;
  return isTimed ? value.value : value;
}

function linkText(link: unknown, before: string): string {
  const { passport_id: id, url } = (link ?? {}) as { passport_id?: string; url?: string };
  return id === undefined && url === undefined ? '' : `${before}${id ?? url ?? ''}`;
}

function textIn(body: StatementRecord['body'], name: string): string {
  const value = body[name];
  return typeof value === 'string' ? value : '';
}
