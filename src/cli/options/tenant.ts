import { Option } from 'commander';

/** Whose parsers, files, jobs and rows a command of the pipeline works with. */
export interface TenantOptions {
  tenant?: string;
}

export function tenantOption(): Option {
  return new Option('--tenant <tenant>', 'Tenant whose parsers, files and rows are used (default)');
}
