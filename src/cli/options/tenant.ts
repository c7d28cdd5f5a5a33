import { Option } from 'commander';

/** The tenant whose parsers, files, jobs and rows a command of the pipeline uses. */
export interface TenantOptions {
  tenant?: string;
}

export function tenantOption(): Option {
  return new Option('--tenant <tenant>', 'Tenant whose parsers, files and rows are used (default)');
}
