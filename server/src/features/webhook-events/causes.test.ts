import { namesOf } from '@wattle/contract/rules/typed-names.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { giveAbout, givenComplaint } from '../../../test-support/complaints.ts';
import { givenDispute } from '../../../test-support/disputes.ts';
import { sweep } from '../../../test-support/due-work.ts';
import { type CardGiven, givenCard, givenHolder, type TestCard } from '../../../test-support/factories.ts';
import { freshReference, type NetworkPath, purchaseOf, sendNetwork } from '../../../test-support/network.ts';
import { givenBank } from '../../../test-support/outside/bank.ts';
import { givenBankWords, givenCharge } from '../../../test-support/outside/given-charge.ts';
import { postApi } from '../../../test-support/signed-in.ts';
import { givenRow } from '../../../test-support/statements.ts';
import { givenEndpoint, spreadAll } from '../../../test-support/webhooks/given-endpoint.ts';
import { expireHolds } from '../network/due.ts';
import { newPurchaseEvent } from '../network/purchase-events.ts';
import { bodySchema } from './catalogue.ts';
import { bodyOf, CATALOGUE, type EventType } from './public.ts';

const bank = await givenBank();
const { test, tenantId } = bank;
const { ctx } = test;
const payer = await bank.givenPayer();
const { card } = payer;
const TYPES = namesOf(CATALOGUE);
await givenEndpoint(ctx, tenantId, { events: TYPES });

const told = new Set<string>();
afterAll(async () => {
  await bank.close();
  // A cause has noted each type of the catalogue; the desk asks for a test.
  expect(TYPES.filter((type) => !told.has(type))).toEqual(['endpoint.test']);
});

let read = 0n;
/** Events since the last call, each as its schema says. */
async function toldNow(): Promise<{ readonly type: EventType; readonly id: string; readonly data: object }[]> {
  const events = (await spreadAll(ctx, tenantId)).filter(({ id }) => id > read);
  read = events.at(-1)?.id ?? read;
  return events.map((event) => {
    const body: unknown = JSON.parse(bodyOf(event, 'production'));
    expect([event.type, bodySchema(event.type).safeParse(body).error?.issues]).toEqual([event.type, undefined]);
    told.add(event.type);
    return { type: event.type, id: event.object, data: event.data };
  });
}

const send = (path: NetworkPath, message: object) => sendNetwork(test, path, message);
const own = (given: CardGiven = {}) => givenCard(ctx, { brand: card.brand, ...given });
const change = (one: TestCard, set: string) => ctx.asOwner(`UPDATE card SET ${set} WHERE id = $1`, [one.id]);

describe('a purchase', () => {
  const IS = { card: `card:${card.id}`, account: `account:${card.account.id}`, last4: card.pan.slice(-4) };

  it('is told of as approved, changed, posted and refunded, with the sign of what was posted', async () => {
    await toldNow();
    const bought = purchaseOf(card, { amount: 1845 });
    const follow = { original: bought.reference, currency: 'AUD', merchant: bought.merchant };
    await send('authorisations', bought);
    await send('authorisations', { ...bought, ...follow, reference: freshReference(), amount: 155 });
    await send('clearings', { ...bought, ...follow, reference: freshReference(), amount: 2000, isFinal: true });
    await send('refunds', { ...bought, ...follow, reference: freshReference(), amount: 500 });
    const events = await toldNow();
    const object = events[0]?.id.replace('authorisation:', '');
    expect(events.filter(({ type }) => type !== 'transaction.refunded')).toMatchObject([
      {
        type: 'authorisation.approved',
        data: { ...IS, state: 'approved', amount: 1845, reason: null, channel: 'contactless' },
      },
      {
        type: 'authorisation.changed',
        id: `authorisation:${object}`,
        data: { ...IS, state: 'approved', amount: 2000 },
      },
      { type: 'authorisation.cleared', data: { ...IS, state: 'cleared', amount: 0 } },
      { type: 'transaction.posted', id: `transaction:${object}`, data: { ...IS, kind: 'purchase', amount: -2000 } },
    ]);
    expect(events.at(-1)).toMatchObject({ type: 'transaction.refunded', data: { kind: 'refund', amount: 500 } });
  });

  it('is told of as declined, reversed and expired', async () => {
    await toldNow();
    const poor = await own({ balance: 1_00n });
    await send('authorisations', purchaseOf(poor));
    const reversed = purchaseOf(card);
    await send('authorisations', reversed);
    await send('reversals', { reference: freshReference(), original: reversed.reference });
    await send('authorisations', purchaseOf(card));
    ctx.setBusinessTime('2026-12-20T02:00:00Z');
    await sweep(ctx, expireHolds);
    ctx.setBusinessTime('2026-11-20T02:00:00Z');
    const events = (await toldNow()).filter(({ type }) => type.startsWith('authorisation.'));
    const { amount } = reversed;
    const facts = events.map(({ type, data }) => ({ type, ...(data as { reason?: string; amount: number }) }));
    expect(facts.map(({ type, reason, amount: held }) => [type, reason ?? null, held])).toEqual([
      ['authorisation.declined', 'noFunds', amount],
      ['authorisation.approved', null, amount],
      ['authorisation.reversed', null, 0],
      ['authorisation.approved', null, amount],
      ['authorisation.expired', null, 0],
    ]);
  });

  it('that comes after its reversal or its clearing is told of as that, with nothing held', () => {
    const row = { amount: 1845n, publicId: 'a', cardId: 1n, memberAccountId: 2n, declineReason: null };
    const said = (status: 'approved' | 'declined' | 'cleared' | 'reversed', currentAmount: bigint) => {
      const { type, data } = newPurchaseEvent({ ...row, status, currentAmount, channel: 'online' });
      return [type, data['amount'], Object.keys(data).length];
    };
    expect([said('approved', 900n), said('declined', 0n), said('cleared', 1845n), said('reversed', 0n)]).toEqual([
      ['authorisation.approved', 900, 6],
      ['authorisation.declined', 1845, 6],
      ['authorisation.cleared', 0, 4],
      ['authorisation.reversed', 0, 4],
    ]);
  });

  it('is told of with what stays held after a part was posted, and after the last part', async () => {
    await toldNow();
    const bought = purchaseOf(card, { amount: 5000 });
    const part = { ...bought, original: bought.reference, currency: 'AUD' };
    await send('authorisations', bought);
    await send('clearings', { ...part, reference: freshReference(), amount: 2000, isFinal: false });
    await send('clearings', { ...part, reference: freshReference(), amount: 3000, isFinal: true });
    const events = (await toldNow()).filter(({ type }) => type.startsWith('authorisation.'));
    expect(events.map(({ type, data }) => [type, (data as { amount: number }).amount])).toEqual([
      ['authorisation.approved', 5000],
      ['authorisation.changed', 3000],
      ['authorisation.cleared', 0],
    ]);
  });
});

it('a card is told of as it is made, changed and replaced', async () => {
  const one = await own({ status: 'Ordered' });
  await toldNow();
  await change(one, "status = 'Active', pvv = '1234', pvv_key_index = 1");
  await change(one, "status = 'Active', card_name = 'Travel'");
  await change(one, "status = 'ActiveOff', blocked_controls = '{online}', spend_limit = 50000");
  await change(one, "status = 'Replaced', spend_limit = NULL");
  const next = await own();
  const is = { account: `account:${one.account.id}`, last4: one.pan.slice(-4) };
  const events = await toldNow();
  expect(events.filter(({ id }) => id === `card:${one.id}`).map(({ type, data }) => [type, data])).toEqual([
    ['card.activated', { ...is, state: 'Active', before: 'Ordered' }],
    ['card.pin_changed', { ...is, state: 'Active' }],
    ['card.state_changed', { ...is, state: 'ActiveOff', before: 'Active' }],
    ['card.controls_changed', { ...is, state: 'ActiveOff', blocked: ['online'] }],
    ['card.limit_changed', { ...is, state: 'ActiveOff', limit: 50_000 }],
    ['card.replaced', { ...is, state: 'Replaced', before: 'ActiveOff' }],
    ['card.limit_changed', { ...is, state: 'Replaced', limit: null }],
  ]);
  expect(events).toContainEqual({
    type: 'card.issued',
    id: `card:${next.id}`,
    data: { account: `account:${next.account.id}`, last4: next.pan.slice(-4), state: 'Active', replaces: null },
  });
});

it('a payment is told of on its way to the bank and back', async () => {
  await toldNow();
  bank.newDay();
  await bank.pay(payer, { Amount: 25, DestinationAccountNumber: '900000005' });
  await bank.payBill(payer, { amount: 120.5 });
  const account = `account:${card.account.id}`;
  const made = await toldNow();
  const payments = made.filter(({ type }) => type === 'payment.created');
  expect(payments.map(({ data }) => data)).toEqual([
    { account, method: 'external', amount: 2_500, state: 'Made' },
    { account, method: 'bpay', amount: 12_050, state: 'Made' },
  ]);
  const posted = made.filter(({ type }) => type === 'transaction.posted');
  expect(posted.map(({ data }) => data)).toMatchObject([
    { account, amount: -2_500, card: null, last4: null },
    { account, amount: -12_050 },
  ]);
  bank.hour(18);
  await bank.make();
  await bank.exchange();
  await bank.exchange();
  const events = await toldNow();
  const [returned, settled] = payments.map(({ id }) => events.filter((event) => event.id === id));
  expect(returned?.map(({ type }) => type)).toEqual(['payment.sent', 'payment.settled', 'payment.returned']);
  expect(settled?.map(({ type, data }) => [type, data])).toEqual([
    ['payment.sent', { account, method: 'bpay', amount: 12_050, state: 'Sent' }],
    ['payment.settled', { account, method: 'bpay', amount: 12_050, state: 'Settled' }],
  ]);
});

it('a dispute is told of in each of its states', async () => {
  const { id, card: disputed } = await givenDispute(test, 'Open', { brand: card.brand });
  const set = (sets: string) => ctx.asOwner(`UPDATE dispute SET ${sets} WHERE id = $1`, [id]);
  await set("state = 'NeedsInfo'");
  await set("state = 'Open'");
  await set("state = 'Submitted'");
  await set("explanation = ''");
  await set("state = 'Resolved', resolution = 'chargeback', credited = 1234, ended_at = '2026-11-21'");
  await set("state = 'Open', resolution = NULL, credited = NULL, ended_at = NULL");
  const other = await givenDispute(test, 'Open', { brand: card.brand });
  await postApi(test, 'dispute/withdraw', other.headers, { DisputeId: other.id });
  const events = (await toldNow()).filter(({ type }) => type.startsWith('dispute.'));
  const account = `account:${disputed.account.id}`;
  const is = { account, amount: 1234, reason: 'notMine', resolution: null, credited: null };
  expect(events.filter((event) => event.id === `dispute:${id}`).map(({ type, data }) => [type, data])).toEqual([
    ['dispute.opened', { ...is, state: 'Open' }],
    ['dispute.needs_info', { ...is, state: 'NeedsInfo' }],
    ['dispute.answered', { ...is, state: 'Open' }],
    ['dispute.submitted', { ...is, state: 'Submitted' }],
    ['dispute.resolved', { ...is, state: 'Resolved', resolution: 'chargeback', credited: 1234 }],
    ['dispute.reopened', { ...is, state: 'Open' }],
  ]);
  expect(events.filter((event) => event.id === `dispute:${other.id}`).map(({ type }) => type)).toEqual([
    'dispute.opened',
    'dispute.withdrawn',
  ]);
});

it('a complaint is told of in each of its states, without its words', async () => {
  const complaint = await givenComplaint(test, 'Received', { brand: card.brand });
  const { id, headers, card: own } = complaint;
  const about = (name: string, rest?: Readonly<Record<string, string>>) => giveAbout(test, complaint, name, rest);
  await about('acknowledge-complaint');
  await about('answer-complaint', { words: 'You are right.', outcome: 'upheld' });
  await about('reopen-complaint');
  await about('complaint-at-afca');
  await postApi(test, 'complaint/end', headers, { ComplaintId: id, How: 'settled' });
  const other = await givenComplaint(test, 'Received', { brand: card.brand });
  await postApi(test, 'complaint/end', other.headers, { ComplaintId: other.id, How: 'withdrawn' });
  const events = (await toldNow()).filter(({ type }) => type.startsWith('complaint.'));
  const is = { person: `holder:${own.holder?.id}`, subject: 'fee', outcome: null };
  const found = events.filter((event) => event.id === `complaint:${id}`).map(({ type, data }) => [type, data]);
  expect(found).toMatchObject([
    ['complaint.opened', { ...is, state: 'Received' }],
    ['complaint.acknowledged', { ...is, state: 'Working' }],
    ['complaint.answered', { ...is, state: 'Answered', outcome: 'upheld' }],
    ['complaint.reopened', { ...is, state: 'Working', outcome: 'upheld' }],
    ['complaint.referred', { ...is, state: 'WithAfca', outcome: 'upheld' }],
    ['complaint.closed', { ...is, state: 'Closed', outcome: 'upheld' }],
  ]);
  expect(JSON.stringify(found)).not.toContain('bent');
  expect(events.filter((event) => event.id === `complaint:${other.id}`).map(({ type }) => type)).toEqual([
    'complaint.opened',
    'complaint.withdrawn',
  ]);
});

it('a charge by another card is told of as it is disputed, won and warned of', async () => {
  await toldNow();
  const charge = `ch_${'x'.repeat(200)}`;
  const payment = await givenCharge(ctx, card, { charge });
  await givenBankWords(ctx, tenantId, { charge, dispute: 'dp_1', warning: 'fw_1' });
  for (const set of ['taken_at = now()', 'won_at = now()', 'closed_at = now()', 'taken_at = taken_at']) {
    await ctx.asOwner(`UPDATE gateway_dispute SET ${set} WHERE tenant_id = $1`, [tenantId]);
  }
  const id = `cardPayment:${payment}`;
  const is = { account: `account:${card.account.id}`, charge, amount: 5_000 };
  expect(await toldNow()).toEqual([
    { type: 'charge.warned', id, data: { ...is, warning: 'fw_1', kind: 'made_with_stolen_card' } },
    { type: 'charge.disputed', id, data: { ...is, dispute: 'dp_1' } },
    { type: 'charge.dispute_won', id, data: { ...is, dispute: 'dp_1' } },
  ]);
});

it('an account and its statements are told of', async () => {
  const { account } = await own();
  const set = (sets: string) => ctx.asOwner(`UPDATE member_account SET ${sets} WHERE id = $1`, [account.id]);
  await set("closure_asked_at = '2026-11-20'");
  await set('closure_asked_at = NULL');
  await set("closure_asked_at = '2026-11-20'");
  await set('payment_limit = 1');
  await set('is_closed = true');
  await ctx.asOwner(
    `INSERT INTO statement (id, tenant_id, member_account_id, first_day, last_day, after_seq, last_seq, opening, closing,
                            language, body, digest, made_at)
     VALUES (gen_random_uuid(), $1, $2, '2026-10-01', '2026-10-31', 0, 0, 0, 0, 'enAU', '', decode(repeat('00', 32), 'hex'),
             '2026-11-01')`,
    [tenantId, account.id],
  );
  const events = await toldNow();
  const about = events.filter(({ id }) => id === `account:${account.id}`);
  expect(about.map(({ type, data }) => [type, data])).toEqual([
    ['account.opened', { state: 'open' }],
    ['account.closing', { state: 'closing' }],
    ['account.closing', { state: 'open' }],
    ['account.closing', { state: 'closing' }],
    ['account.closed', { state: 'closed' }],
  ]);
  expect(events.at(-1)).toMatchObject({
    type: 'statement.issued',
    data: { account: `account:${account.id}`, firstDay: '2026-10-01', lastDay: '2026-10-31' },
  });
});

it('a person is told of by id alone', async () => {
  const holder = await givenHolder(ctx, { brand: card.brand });
  await ctx.asOwner("UPDATE holder SET email = 'new@example.com' WHERE id = $1", [holder.id]);
  await ctx.asOwner("UPDATE holder SET email = 'next@example.com', mobile = '0400000001' WHERE id = $1", [holder.id]);
  await ctx.asOwner("UPDATE holder SET first_name = 'Ann' WHERE id = $1", [holder.id]);
  await ctx.asOwner("UPDATE holder SET email = '', mobile = '' WHERE id = $1", [holder.id]);
  await ctx.asOwner("UPDATE holder SET erased_at = '2026-11-20' WHERE id = $1", [holder.id]);
  expect((await toldNow()).filter(({ id }) => id === `holder:${holder.id}`)).toEqual([
    { type: 'person.created', id: `holder:${holder.id}`, data: {} },
    { type: 'person.contact_changed', id: `holder:${holder.id}`, data: { changed: ['email'] } },
    { type: 'person.contact_changed', id: `holder:${holder.id}`, data: { changed: ['email', 'mobile'] } },
    { type: 'person.erased', id: `holder:${holder.id}`, data: {} },
  ]);
});

it('a stop of look-ups is told of by the id of its person', async () => {
  const { payingByPayId, withoutWaits } = await import('../../../test-support/pay-ids.ts');
  withoutWaits(test);
  const { id } = await bank.givenOtherProduct({ payId: true });
  const asker = await bank.givenPayer();
  await ctx.asOwner('UPDATE card SET product_id = $1 WHERE id = $2', [id, asker.card.id]);
  await ctx.asOwner("UPDATE web_account SET created_at = '2026-01-01' WHERE id = $1", [asker.webAccount.id]);
  await toldNow();
  const { find } = payingByPayId(test);
  for (let n = 0; n < 6; n += 1) await find(asker, `0400 000 ${150 + n}`);
  expect(await toldNow()).toEqual([{ type: 'person.look_ups_stopped', id: `holder:${asker.holder.id}`, data: {} }]);
});

it('a top-up is told of with its sign', async () => {
  await givenRow(ctx, card.account, { kind: 'topUp', amount: 5_000n, at: '2026-11-20T02:00:00Z' });
  expect(await toldNow()).toMatchObject([
    { type: 'topup.received', data: { kind: 'topUp', amount: 5_000, card: null, last4: null } },
  ]);
});

it('a programme without an endpoint writes nothing', async () => {
  await givenDispute(test);
  const [row] = await ctx.asOwner<{ events: number }>(
    'SELECT count(*)::integer AS events FROM webhook_event WHERE tenant_id <> $1',
    [tenantId],
  );
  expect(row?.events).toBe(0);
});
