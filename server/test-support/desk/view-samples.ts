import type { TestApp } from '../app.ts';
import { give, givenStaff } from './desk.ts';
import type { DeskSample, Sample } from './desk-sample.ts';
import { givenBrand, givenCard, givenTenant } from '../factories.ts';

const EVERYBODY = ['viewer', 'agent', 'manager'] as const;
const OF_EVERYBODY = { roles: EVERYBODY, needsApproval: false } as const;

/** A separate programme, for a command that asks about nothing in particular. */
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

/** A load that someone has asked for. */
async function givenLoadRequest(test: TestApp): Promise<DeskSample> {
  const { card, ...rest } = await givenCardholder(test);
  const asker = await givenStaff(test.ctx, rest.tenantId);
  const input = { account: card.account.accountNumber, amount: '12.50' };
  const { body } = await give(test, asker, 'load', { input, reason: 'called us' });
  return { ...rest, input: { request: body.request?.id ?? '' }, state: async () => '' };
}

const attachmentsOf = ({ ctx }: TestApp, request: string) =>
  ctx.asOwner('SELECT number, name FROM desk_attachment WHERE request_id = $1', [request]);

/** The same, to attach a document to. */
async function givenOwnRequest(test: TestApp): Promise<DeskSample> {
  const sample = await givenLoadRequest(test);
  const request = String(sample.input['request']);
  return {
    ...sample,
    input: { request, name: 'letter.pdf' },
    state: async () => JSON.stringify(await attachmentsOf(test, request)),
    makeOwn: async ({ id }) => {
      await test.ctx.asOwner('UPDATE desk_request SET asked_by = $2 WHERE id = $1', [request, id]);
    },
  };
}

/** A request with a document. */
async function givenAttachment(test: TestApp): Promise<DeskSample> {
  const sample = await givenOwnRequest(test);
  const member = await givenStaff(test.ctx, sample.tenantId);
  await sample.makeOwn?.(member);
  await give(test, member, 'attach', { input: sample.input });
  return { ...sample, input: { request: sample.input['request'] ?? '', attachment: '1' } };
}

async function givenAttachments(test: TestApp): Promise<DeskSample> {
  const sample = await givenAttachment(test);
  return { ...sample, input: { request: sample.input['request'] ?? '' } };
}

/** Commands that pages of the desk read beside the lists. */
export const VIEW_SAMPLES: Readonly<Record<string, Sample>> = {
  subjects: { ...OF_EVERYBODY, elsewhere: 'no rows', given: givenSubjects },
  declines: { ...OF_EVERYBODY, elsewhere: 'no rows', given: givenNothing },
  programme: { ...OF_EVERYBODY, elsewhere: 'no rows', given: givenNothing },
  'request-details': { ...OF_EVERYBODY, elsewhere: 'not_found', given: givenLoadRequest },
  'request-effect': { ...OF_EVERYBODY, elsewhere: 'not_found', given: givenLoadRequest },
  'request-outcome': { ...OF_EVERYBODY, elsewhere: 'not_found', given: givenLoadRequest },
  'request-history': { ...OF_EVERYBODY, elsewhere: 'not_found', given: givenLoadRequest },
  'request-attachments': { ...OF_EVERYBODY, elsewhere: 'not_found', given: givenAttachments },
  'request-attachment': { ...OF_EVERYBODY, elsewhere: 'not_found', given: givenAttachment },
  attach: { ...OF_EVERYBODY, roles: ['agent', 'manager'], elsewhere: 'not_found', given: givenOwnRequest },
};
