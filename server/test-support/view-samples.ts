import type { TestApp } from './app.ts';
import { give, givenStaff } from './desk.ts';
import type { DeskSample, Sample } from './desk-sample.ts';
import { givenBrand, givenCard, givenTenant } from './factories.ts';

const EVERYBODY = ['viewer', 'agent', 'manager'] as const;
const OF_EVERYBODY = { roles: EVERYBODY, needsApproval: false } as const;

/** A programme of its own, for a command that asks about nothing in particular. */
async function givenNothing({ ctx }: TestApp): Promise<DeskSample> {
  return { tenantId: (await givenTenant(ctx)).id, input: {}, state: async () => '', marked: [] };
}

async function givenCardholder({ ctx }: TestApp) {
  const brand = await givenBrand(ctx, { tenant: await givenTenant(ctx) });
  const card = await givenCard(ctx, { brand });
  return { card, tenantId: brand.tenantId, marked: [card.pan, card.cardId, card.holder?.email ?? ''] };
}

async function givenSubjects(test: TestApp): Promise<DeskSample> {
  const { card, ...rest } = await givenCardholder(test);
  return { ...rest, input: { objects: `card:${card.id},account:${card.account.id}` }, state: async () => '' };
}

/** A load that somebody has asked for. */
async function givenLoadRequest(test: TestApp): Promise<DeskSample> {
  const { card, ...rest } = await givenCardholder(test);
  const asker = await givenStaff(test.ctx, rest.tenantId);
  const input = { account: card.account.accountNumber, amount: '12.50' };
  const { body } = await give(test, asker, 'load', { input, reason: 'called us' });
  return { ...rest, input: { request: body.request?.id ?? '' }, state: async () => '' };
}

/** Commands that pages of the desk read beside the lists. */
export const VIEW_SAMPLES: Readonly<Record<string, Sample>> = {
  subjects: { ...OF_EVERYBODY, elsewhere: 'no rows', given: givenSubjects },
  declines: { ...OF_EVERYBODY, elsewhere: 'no rows', given: givenNothing },
  programme: { ...OF_EVERYBODY, elsewhere: 'no rows', given: givenNothing },
  'request-details': { ...OF_EVERYBODY, elsewhere: 'not_found', given: givenLoadRequest },
  'request-effect': { ...OF_EVERYBODY, elsewhere: 'not_found', given: givenLoadRequest },
  'request-history': { ...OF_EVERYBODY, elsewhere: 'not_found', given: givenLoadRequest },
};
