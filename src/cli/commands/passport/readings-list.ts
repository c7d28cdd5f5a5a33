import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { printHistory } from './history.js';

export function run(invocation: Invocation<TenantOptions & { limit?: number }>): Promise<void> {
  return printHistory(invocation, 'READING');
}
