import { JOB_DEFAULTS } from '../../engine/index.js';

/** The owner of a file in the home's `output` folder. */
export interface OutputName {
  readonly tenant: string;
  readonly parser: string;
  readonly output: string;
  readonly jobId: string;
  readonly fence: number;
  readonly format: string;
}

/**
 * The path for the rows of a job, relative to the `output` folder. It contains the fence: an attempt that was presumed
 * dead never writes to the file of its successor.
 */
export function outputPath({ tenant, parser, output, jobId, fence, format }: OutputName): string {
  return `${tenantPrefix(tenant)}${parser}/${output}/${jobId}-${fence}.${format}`;
}

/** Marks the folder of a tenant. Parser names never begin with it. */
const TENANT_MARK = '@';

/**
 * The prefix of a tenant's output paths: one folder per tenant, so that parsers of the same name never share one. The
 * default tenant has no prefix, as before tenants existed. Tenant names may contain any character, so they are encoded,
 * including dots, because `..` is a folder.
 */
export function tenantPrefix(tenant: string): string {
  if (tenant === JOB_DEFAULTS.tenant) return '';
  return `${TENANT_MARK}${encodeURIComponent(tenant).replaceAll('.', '%2E')}/`;
}

/** Whether a folder below `output` belongs to a tenant rather than to a parser. */
export function isTenantFolder(name: string): boolean {
  return name.startsWith(TENANT_MARK);
}

const FILE_NAME = /^(?<jobId>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-(?<fence>\d+)\.(?<format>[a-z]+)$/;

/** Returns the parts of an output's file name; undefined for other files. */
export function parseOutputFileName(fileName: string): Pick<OutputName, 'jobId' | 'fence' | 'format'> | undefined {
  const { jobId, fence, format } = FILE_NAME.exec(fileName)?.groups ?? {};
  if (jobId === undefined || fence === undefined || format === undefined) return undefined;
  return { jobId, fence: Number(fence), format };
}
