import type { TestApp } from '../app.ts';
import type { DeskSample, Sample } from './desk-sample.ts';
import { givenBrand, givenCard, givenTenant } from '../factories.ts';
import { purchaseOf, sendNetwork } from '../network.ts';

/** A purchase that was approved, and one that was declined. */
async function givenPurchases(test: TestApp): Promise<DeskSample> {
  const brand = await givenBrand(test.ctx, { tenant: await givenTenant(test.ctx) });
  const card = await givenCard(test.ctx, { brand, balance: 5_000n });
  await sendNetwork(test, 'authorisations', purchaseOf(card));
  await sendNetwork(test, 'authorisations', purchaseOf(card, { amount: 9_999_00 }));
  return { tenantId: brand.tenantId, input: {}, state: async () => '', marked: [card.pan, card.holder?.email ?? ''] };
}

const LOOK = { roles: ['viewer', 'agent', 'manager'], needsApproval: false, given: givenPurchases } as const;

/** Samples of the figures of today. */
export const FIGURE_SAMPLES: Readonly<Record<string, Sample>> = {
  'purchases-today': { ...LOOK, elsewhere: 'no rows' },
  'sign-ins-today': { ...LOOK, elsewhere: 'own figures' },
  running: { ...LOOK, elsewhere: 'own figures' },
  'money-held': { ...LOOK, elsewhere: 'no rows' },
  'money-between': { ...LOOK, elsewhere: 'no rows' },
  'next-bank-files': { ...LOOK, elsewhere: 'own figures' },
};
