import { readFile } from 'node:fs/promises';
import type { SourceFields, SourceOptions } from '../../../collect/index.js';
import { CasparianError, errorMessage } from '../../../platform/index.js';
import type { TenantOptions } from '../../options/tenant.js';

export interface SourceFlags extends TenantOptions {
  url?: string;
  extract?: string;
  contract?: string;
  rate?: string;
  burst?: number;
  concurrency?: number;
  cacheTtl?: number;
  negativeTtl?: number;
  maxStale?: number;
  refresh?: number;
  maxPages?: number;
  trust?: number;
  terms?: string;
  header?: string[];
  keepParameter?: string[];
  requestsPerRun?: number;
  premium?: number;
  ignoreRobots?: boolean;
  obeyRobots?: boolean;
}

/** The fields that options name. */
export async function givenFields(flags: SourceFlags, before: SourceOptions = {}): Promise<Partial<SourceFields>> {
  const options: SourceOptions = {
    ...before,
    ...(flags.requestsPerRun === undefined ? {} : { requestsPerRun: flags.requestsPerRun }),
    ...(flags.premium === undefined ? {} : { premiumPercent: flags.premium }),
    ...(flags.keepParameter === undefined ? {} : { keepParameters: flags.keepParameter }),
  };
  const given: { [field in keyof SourceFields]: SourceFields[field] | undefined } = {
    kind: undefined,
    url: flags.url,
    extract: flags.extract === undefined ? undefined : await jsonFile(flags.extract),
    contract: flags.contract === undefined ? undefined : await jsonFile(flags.contract),
    options,
    credentials: flags.header && headersOf(flags.header),
    terms: flags.terms,
    enabled: undefined,
    ratePerMinute: flags.rate === undefined ? undefined : rateOf(flags.rate),
    burst: flags.burst,
    maxConcurrency: flags.concurrency,
    cacheTtlSeconds: flags.cacheTtl,
    negativeTtlSeconds: flags.negativeTtl,
    maxStaleSeconds: flags.maxStale,
    refreshSeconds: flags.refresh,
    maxPages: flags.maxPages,
    obeyRobots: flags.ignoreRobots ? false : flags.obeyRobots,
    trust: flags.trust,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

export async function jsonFile(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as unknown;
  } catch (error) {
    throw new CasparianError('OPTION_INVALID', `${path} cannot be read as JSON`, { why: errorMessage(error) });
  }
}

function rateOf(text: string): number | null {
  if (text === 'none') return null;
  const rate = Number(text);
  if (text.trim() !== '' && Number.isFinite(rate) && rate > 0) return rate;
  throw new CasparianError('OPTION_INVALID', `--rate cannot be '${text}'`, {
    why: 'It is a positive number of requests per minute, or `none`.',
  });
}

function headersOf(given: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const text of given) {
    const mark = text.indexOf('=');
    // The text is not named: it may be a secret.
    if (mark < 1) {
      throw new CasparianError('OPTION_INVALID', '--header needs a name and a reference', {
        next: ["For example: --header 'authorization=Bearer {env:API_KEY}'"],
      });
    }
    headers[text.slice(0, mark).trim().toLowerCase()] = text.slice(mark + 1).trim();
  }
  return headers;
}
