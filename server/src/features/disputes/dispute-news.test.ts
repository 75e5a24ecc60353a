import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { give, givenStaff } from '../../../test-support/desk/desk.ts';
import { givenDispute, type GivenDispute } from '../../../test-support/disputes.ts';
import { freshReference, purchaseOf, sendNetwork } from '../../../test-support/network.ts';
import { postApi } from '../../../test-support/signed-in.ts';
import { takeBackProvisional } from './due.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

/** By two people where it needs them. */
async function desk({ card, reference }: GivenDispute, name: string, input: Readonly<Record<string, string>> = {}) {
  const { tenantId } = card.brand;
  const [asker, manager] = [await givenStaff(test.ctx, tenantId), await givenStaff(test.ctx, tenantId)];
  const asked = await give(test, asker, name, {
    input: { dispute: reference, ...input },
    reason: 'as the scheme says',
  });
  const request = asked.body.request?.id;
  const { status, body } = request === undefined ? asked : await give(test, manager, 'approve', { input: { request } });
  expect([status, body.error]).toEqual([200, undefined]);
}

async function refund({ card }: GivenDispute) {
  const [bought] = await test.ctx.asOwner<{ reference: string }>(
    'SELECT reference FROM authorisation WHERE card_id = $1',
    [card.id],
  );
  const message = { reference: freshReference(), amount: 5_00, original: bought?.reference ?? '' };
  expect((await sendNetwork(test, 'refunds', purchaseOf(card, message))).answer).toBe('00');
}

async function takeBack({ card: { brand } }: GivenDispute) {
  if (!('outside' in takeBackProvisional)) throw new Error('it is carried out outside of a transaction');
  const signal = new AbortController().signal;
  const given = { tenantId: brand.tenantId, plannedAt: test.ctx.clocks.security.now(), atOnce: 50, signal };
  const settle = await takeBackProvisional.outside(test.ctx, given);
  await test.ctx.database.transact(brand.tenantId, settle);
}

async function withdraw({ headers, id }: GivenDispute) {
  await postApi(test, 'dispute/withdraw', headers, { DisputeId: id });
}

/** News of a dispute, queued or sent, that the last change of its row has left in its own transaction. */
const newsOf = ({ id }: GivenDispute) =>
  test.ctx.asOwner<{ cause: string }>(
    `SELECT w.key AS cause FROM dispute d JOIN due_work w ON w.xmin = d.xmin AND w.job = 'disputes.tell' WHERE d.id = $1
      UNION ALL
     SELECT m.dedup_key FROM dispute d JOIN outbox_message m ON m.xmin = d.xmin WHERE d.id = $1`,
    [id],
  );

it.each<[string, (dispute: GivenDispute) => Promise<unknown>]>([
  ['a question of the desk', (dispute) => desk(dispute, 'ask-back', { words: 'Which shop was it?' })],
  ['a submission', (dispute) => desk(dispute, 'submit-dispute')],
  ['a decision with money', (dispute) => desk(dispute, 'resolve-dispute', { resolution: 'chargeback' })],
  ['a decision without money', (dispute) => desk(dispute, 'resolve-dispute', { resolution: 'lost' })],
  ['a provisional credit', (dispute) => desk(dispute, 'provisional-credit')],
  ['a refund of the shop', refund],
  [
    'a provisional credit that is taken back after a withdrawal',
    async (dispute) => {
      await desk(dispute, 'provisional-credit');
      await withdraw(dispute);
      await takeBack(dispute);
    },
  ],
])('%s queues its message in the same transaction', async (_, change) => {
  const dispute = await givenDispute(test);
  expect(await newsOf(dispute)).toEqual([]);
  await change(dispute);
  expect(await newsOf(dispute)).toHaveLength(1);
});
