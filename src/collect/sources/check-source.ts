import { checkUrl, type AddressPolicy } from '../../http/index.js';
import { CasparianError, hint } from '../../platform/index.js';
import { checkReference } from './credentials.js';
import { SOURCE_KINDS, type SourceFields } from './source.js';
import { fillTemplate, templateFields } from './url-template.js';

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;
const YEAR_SECONDS = 31_536_000;

export function checkSourceName(name: string): string {
  if (NAME.test(name)) return name;
  throw new CasparianError('OPTION_INVALID', `'${name}' cannot be the name of a source`, {
    why: 'A name has 1 to 100 letters, digits and . _ - and begins with a letter or digit.',
  });
}

/** Refuses fields that could not work. The host is resolved later, with each request. */
export function checkSource(fields: SourceFields, policy: AddressPolicy): SourceFields {
  if (!SOURCE_KINDS.includes(fields.kind)) {
    throw invalid('kind', fields.kind, `It must be one of ${SOURCE_KINDS.join(', ')}.`);
  }
  if (fields.kind === 'adapter') requireText('url', fields.url);
  else checkTemplate(fields.url, policy);
  if ((fields.kind === 'json' || fields.kind === 'html') && fields.extract === null) {
    throw new CasparianError('OPTION_INVALID', `A source of kind ${fields.kind} needs an extraction`, {
      why: 'It names the fields of a price in a response.',
      next: [
        hint('Write {"items":"results","fields":{"price":"price","title":"title"}} or similar to a file, and pass', {
          options: { extract: 'FILE' },
        }),
      ],
    });
  }
  for (const [header, reference] of Object.entries(fields.credentials)) checkReference(header, reference);
  if (fields.ratePerMinute !== null) requireNumber('rate', fields.ratePerMinute, 0.001, 1_000_000);
  requireNumber('trust', fields.trust, 0, 1);
  requireWhole('burst', fields.burst, 1, 100_000);
  requireWhole('concurrency', fields.maxConcurrency, 1, 1_000);
  requireWhole('max_pages', fields.maxPages, 1, 1_000);
  requireWhole('cache_ttl', fields.cacheTtlSeconds, 0, YEAR_SECONDS);
  requireWhole('negative_ttl', fields.negativeTtlSeconds, 0, YEAR_SECONDS);
  requireWhole('max_stale', fields.maxStaleSeconds, 0, YEAR_SECONDS);
  requireWhole('refresh', fields.refreshSeconds, 1, YEAR_SECONDS);
  requireWhole('requests_per_run', fields.options.requestsPerRun ?? 1, 1, fields.burst);
  requireNumber('premium', fields.options.premiumPercent ?? 0, 0, 100);
  return fields;
}

/** The template must be a URL whatever the fields contain, and its host must not depend on them. */
function checkTemplate(template: string, policy: AddressPolicy): void {
  const fields = templateFields(template);
  const filled = (text: string): URL =>
    checkUrl(fillTemplate(template, new Map(fields.map((field) => [field, text]))), policy);
  if (filled('a').origin !== filled('b').origin) {
    throw invalid('url', template, 'The host of a source must be the same for all intakes: limits belong to it.');
  }
}

function requireText(what: string, value: string): void {
  if (value === '') throw invalid(what, value, 'It must not be empty.');
}

function requireWhole(what: string, value: number, min: number, max: number): void {
  if (Number.isInteger(value) && value >= min && value <= max) return;
  throw invalid(what, value, `It must be a whole number from ${min} to ${max}.`);
}

function requireNumber(what: string, value: number, min: number, max: number): void {
  if (value >= min && value <= max) return;
  throw invalid(what, value, `It must be a number from ${min} to ${max}.`);
}

function invalid(what: string, value: unknown, why: string): CasparianError {
  return new CasparianError('OPTION_INVALID', `${what} cannot be '${String(value)}'`, { why });
}
