import { listProducts, productJson } from '../../../passport/index.js';
import type { Invocation } from '../../invocation.js';
import { type ListOptions, printRows } from './print-rows.js';
import { PRODUCTS } from './row-tables.js';

export function run(invocation: Invocation<ListOptions>): Promise<void> {
  const none = 'There are no products yet. Add one with: casparian passport product add SKU NAME';
  return printRows(invocation, {
    list: listProducts,
    json: productJson,
    columns: PRODUCTS,
    table: 'cf_battery_products',
    none,
  });
}
