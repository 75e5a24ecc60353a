import type { TestApp } from '../app.ts';
import type { DeskSample, Sample } from './desk-sample.ts';
import { givenBrand, givenCard, givenTenant } from '../factories.ts';

/** A programme with a card. */
async function givenProgramme({ ctx }: TestApp, input: DeskSample['input']): Promise<DeskSample> {
  const brand = await givenBrand(ctx, { tenant: await givenTenant(ctx) });
  const card = await givenCard(ctx, { brand, balance: 5_000n });
  return { tenantId: brand.tenantId, input, state: async () => '', marked: [card.pan, card.holder?.email ?? ''] };
}

/** A month with a statement of the bank that agrees: nothing was posted before November. */
async function givenStatedMonth(test: TestApp): Promise<DeskSample> {
  const sample = await givenProgramme(test, { month: '2026-10' });
  await test.ctx.asOwner(
    `INSERT INTO book_statement (tenant_id, account, name, digest, first_day, last_day, opening, closing, read_at)
     VALUES ($1, 'bank', 'october', $2, '2026-10-31', '2026-10-31', 0, 0, '2026-11-01')`,
    [sample.tenantId, Buffer.alloc(32)],
  );
  const sql = 'SELECT month, held FROM month_signed WHERE tenant_id = $1';
  return { ...sample, state: async () => JSON.stringify(await test.ctx.asOwner(sql, [sample.tenantId])) };
}

const managers = (input: DeskSample['input'], elsewhere: Sample['elsewhere'] = 'own figures'): Sample => ({
  roles: ['manager'],
  needsApproval: false,
  elsewhere,
  given: (test) => givenProgramme(test, input),
});

/** Samples of the reports about the programme's money. */
export const REPORT_SAMPLES: Readonly<Record<string, Sample>> = {
  report: managers({ report: 'float', format: 'csv' }),
  'month-end': managers({}),
  'signed-months': managers({}, 'no rows'),
  'suspense-by-age': managers({}),
  'sign-month': {
    roles: ['manager'],
    needsApproval: true,
    // Its books have no statement.
    elsewhere: 'month_not_explained',
    given: givenStatedMonth,
  },
};
