import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenContext, type TestContext } from '../../../test-support/processes/database.ts';
import { sweep } from '../../../test-support/due-work.ts';
import { givenTenant } from '../../../test-support/factories.ts';
import { tidyGateway } from './due.ts';

const HOUR = 3_600_000;

let ctx: TestContext;
beforeAll(async () => {
  ctx = await givenContext();
});
afterAll(() => ctx.close());

it('deletes records of card money for every tenant a day after it could leave, and no others', async () => {
  const now = ctx.clocks.business.now();
  const tenants = [await givenTenant(ctx), await givenTenant(ctx)];
  const ages = [-12 * HOUR, 24 * HOUR, 24 * HOUR + 1, 90 * 24 * HOUR];
  for (const { id } of tenants) {
    for (const [number, age] of ages.entries()) {
      await ctx.asOwner(
        `INSERT INTO card_money_mark (tenant_id, transfer_id, from_account_id, to_account_id, cents, until)
         VALUES ($1, $2, 1, 2, 100, $3)`,
        [id, number, new Date(now - age)],
      );
    }
  }
  await sweep(ctx, tidyGateway);
  const left = await ctx.asOwner<{ transfer_id: string }>('SELECT transfer_id FROM card_money_mark ORDER BY 1');
  expect(left.map(({ transfer_id }) => transfer_id)).toEqual(['0', '0', '1', '1']);
});
