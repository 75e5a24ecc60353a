import * as z from 'zod';
import { dayAt } from '../../platform/time/clock.ts';
import { deskCommand, personInput } from '../desk/public.ts';
import { hasNumbers, isTooYoung } from './allocate-card.ts';
import { listProductsOfHolder } from './products-of.store.ts';

/** Lists the products that a known person can get a card of, with what `issue-card` and `allocate-card` take. */
export const productsOfCommand = deskCommand({
  name: 'products-of',
  title: 'Products that a person can get',
  summary: 'List the products that a person can get a further card of, with the account that names the person',
  permission: 'look',
  positional: 'person',
  input: z.object({ person: personInput }),
  answer: z.object({
    product: z.string(),
    name: z.string(),
    scheme: z.string(),
    kind: z.enum(['virtual', 'plastic']),
    brand: z.string(),
    holderOf: z.string(),
  }),
  async run({ ctx, tx, staff: { tenantId }, input: { person } }) {
    const today = dayAt(ctx.clocks.business.now());
    const products = await listProductsOfHolder(tx, tenantId, person);
    const rows = products
      .filter((product) => hasNumbers(product.settings) && !isTooYoung(product, product, today))
      .map(({ id, name, scheme, is_virtual: isVirtual, brand, account }) => ({
        product: String(id),
        name,
        scheme,
        kind: isVirtual ? ('virtual' as const) : ('plastic' as const),
        brand,
        holderOf: account,
      }));
    return { ok: true, rows };
  },
});
