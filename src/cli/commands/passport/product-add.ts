import { addProduct, createPassport, passportJson, productJson } from '../../../passport/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { withTenant } from '../../session.js';

export async function run(invocation: Invocation<TenantOptions>): Promise<void> {
  const { args, output } = invocation;
  const [sku = '', name = ''] = args;
  const { product, passport } = await withTenant(invocation, ({ database }) =>
    database.transaction(async (tx) => {
      const added = await addProduct(tx, { sku, name });
      return { product: added, passport: await createPassport(tx, added.id) };
    }),
  );
  if (output.asJson) return output.json({ ...productJson(product), ...passportJson(passport) });
  output.print(`${product.sku} has the id ${product.id} and the passport ${passport.id}.`);
}
