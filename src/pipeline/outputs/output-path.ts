import { JOB_DEFAULTS } from '../../engine/index.js';

/** Whose rows a file under the home's `output` folder holds. */
export interface OutputName {
  readonly tenant: string;
  readonly parser: string;
  readonly output: string;
  readonly jobId: string;
  readonly fence: number;
  readonly format: string;
}

/**
 * Where the rows of a job go, relative to the `output` folder. The fence is in the name: an attempt that was presumed dead
 * never writes where its successor does.
 */
export function outputPath({ tenant, parser, output, jobId, fence, format }: OutputName): string {
  return `${tenantPrefix(tenant)}${parser}/${output}/${jobId}-${fence}.${format}`;
}

/** Marks the folder of a tenant. No parser's name begins with it. */
const TENANT_MARK = '@';

/**
 * What the paths of a tenant's outputs begin with: a folder for each tenant, so that parsers of the same name never share
 * one. The default tenant has none, as before there were tenants. Names of tenants may hold any characters, so they are
 * encoded; a dot is, too, because `..` is a folder.
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
