import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ContractGateway,
  givenContractGateways,
  knownOf,
  toldOf,
} from '../../../test-support/outside/contract-gateways.ts';
import { askedPayment, askedRefund, paymentAt } from '../../../test-support/outside/gateway-asked.ts';
import { type GatewayServer, NOTICE_KEY } from '../../../test-support/outside/gateway-server.ts';
import { givenPolicy } from '../../../test-support/policy.ts';
import { TEST_START } from '../../../test-support/processes/database.ts';
import { unlessHeld } from '../held.ts';
import { openHostedPage } from './hosted-page.ts';
import { signWebhook } from '../standard-webhooks.ts';
import type { GatewayHappening, NewGatewayPayment } from './port.ts';

const MINUTE_MS = 60_000;
let now = Date.parse(TEST_START);
const clock = {
  now: () => now,
  advance: (ms: number) => {
    now += ms;
  },
};

let gateways: Awaited<ReturnType<typeof givenContractGateways>>;
let server: GatewayServer;
beforeAll(async () => {
  gateways = await givenContractGateways(clock);
  server = gateways.hosted;
});
afterAll(async () => {
  await gateways.close();
  expect(gateways.faults).toEqual([]);
});

describe.each(['the sandbox', 'a hosted page', 'Stripe', 'Adyen'] as const)('%s', (name) => {
  const open = (): ContractGateway => gateways.all[name]();
  /** Only notices say what became of charges and refunds. */
  const isTold = name === 'Adyen';
  const asked = (more: Partial<NewGatewayPayment> = {}) =>
    askedPayment({ openedAt: now, closesAt: now + 20 * MINUTE_MS, ...more });

  async function given(payment = asked()) {
    const of = open();
    const { gateway, at } = of;
    const opened = await gateway.open(payment);
    if (opened.kind !== 'done') throw new Error(`the page was ${opened.kind}`);
    const { page, gatewayId } = opened.value;
    const known = { ...payment, gatewayId };
    const state = () => knownOf(of, known, now);
    const chargeId = async () => {
      const word = await state();
      return word.kind === 'paid' ? (word.charges[0]?.id ?? '') : '';
    };
    return { of, gateway, payment, known, opened, state, chargeId, there: at, ...at(page.url) };
  }

  it('opens one page per reference and redirects the browser to the given address', async () => {
    const { gateway, payment, opened, pay, state } = await given();
    expect(await gateway.open(payment)).toEqual(opened);
    expect(await state()).toEqual({ kind: 'open' });
    expect(await pay('approves')).toEqual({ kind: 'back', url: payment.returnUrl });
  });

  it('returns the charge of a paid payment: amount, currency, card fingerprint and last digits', async () => {
    const { pay, state } = await given();
    await pay('approves');
    expect(await state()).toMatchObject({
      kind: 'paid',
      charges: [
        {
          id: expect.any(String) as string,
          amount: 50_00n,
          currency: 'AUD',
          card: {
            fingerprint: expect.any(String) as string,
            ending: '1111',
            funding: 'credit',
            country: 'AU',
            brand: 'visa',
          },
        },
      ],
    });
    expect(await pay('approves')).toEqual({ kind: 'gone' });
  });

  it('returns a decline and an undecided payment', async () => {
    const declined = await given();
    expect(await declined.pay('declines')).toEqual({ kind: 'declined' });
    expect(await declined.state()).toMatchObject({ kind: 'open', declines: [{ card: { ending: '0002' } }] });
    const unknown = await given();
    await unknown.pay('isUnknown');
    expect(await unknown.state()).toEqual({ kind: 'pending' });
    unknown.settle();
    expect(await unknown.state()).toMatchObject({ kind: 'paid' });
  });

  it('accepts no attempt after the page was closed or expired', async () => {
    const { gateway, known, pay } = await given();
    expect(await gateway.close(known)).toEqual({ kind: 'done', value: { kind: 'closed' } });
    expect(await pay('approves')).toEqual({ kind: 'gone' });
    const late = await given();
    // Some gateways take no shorter period than half an hour.
    now += 31 * MINUTE_MS;
    expect(await late.pay('approves')).toEqual({ kind: 'gone' });
    expect(await late.state()).toEqual({ kind: 'closed' });
  });

  it('does not close a paid page', async () => {
    const { gateway, known, pay, state } = await given();
    await pay('approves');
    expect(await gateway.close(known)).toMatchObject({ kind: 'done', value: { kind: isTold ? 'pending' : 'paid' } });
    expect(await state()).toMatchObject({ kind: 'paid' });
  });

  it('lists everything opened or changed since a moment, on all pages', async () => {
    const { gateway, at } = open();
    if (isTold) {
      expect(await gateway.list(now)).toEqual({ kind: 'refused', code: 'not_listed' });
      return;
    }
    const since = now + 40 * MINUTE_MS;
    await gateway.open(asked());
    now = since;
    const payments = Array.from({ length: 5 }, () => asked());
    for (const payment of payments) await gateway.open(payment);
    const page = await gateway.open(payments[0] ?? asked());
    await at(page.kind === 'done' ? page.value.page.url : '').pay('approves');
    const list = await gateway.list(since);
    if (list.kind !== 'done') throw new Error('a gateway has a list');
    expect(list.value.map(({ reference }) => reference)).toEqual(payments.map(({ reference }) => reference));
    expect(list.value.map(({ word }) => word.kind)).toEqual(['paid', 'open', 'open', 'open', 'open']);
    expect(list.value[0]?.word).toMatchObject({ charges: [{ amount: 50_00n, card: { ending: '1111' } }] });
    expect(await gateway.list(now + 31 * MINUTE_MS + 1)).toEqual({ kind: 'done', value: [] });
  });

  it('does not know another payment', async () => {
    const { gateway, known } = await given();
    const other = { ...known, reference: '1.other', gatewayId: 'other' };
    expect(await gateway.state(other)).toMatchObject({ kind: isTold ? 'unknown' : 'refused' });
  });

  it('saves a card that pays, offers it again by its token, and forgets it', async () => {
    const first = await given(asked({ saveCard: true }));
    await first.pay('approves');
    const paid = await first.state();
    const saved = paid.kind === 'paid' ? paid.charges[0]?.card.saved : undefined;
    expect(saved).toEqual({ token: expect.any(String) as string, expires: first.of.expires });
    const { gateway } = first;
    const payAgain = async () => {
      const payment = asked({ savedCard: saved?.token ?? '' });
      const page = await gateway.open(payment);
      if (page.kind !== 'done') throw new Error(`the page was ${page.kind}`);
      const step = await first.there(page.value.page.url).payWithSaved();
      return { known: { ...payment, gatewayId: page.value.gatewayId }, step: step.kind };
    };
    const again = await payAgain();
    expect(again.step).toBe('back');
    const word = await knownOf(first.of, again.known, now);
    expect(word).toMatchObject({ kind: 'paid', charges: [{ card: { ending: '1111' } }] });
    expect(await gateway.forget(saved?.token ?? '')).toEqual({ kind: 'done', value: null });
    expect(await gateway.forget(saved?.token ?? '')).toMatchObject({ kind: 'refused' });
    expect((await payAgain()).step).toBe('gone');
  });

  it('saves no card that was not asked for', async () => {
    const { pay, state } = await given();
    await pay('approves');
    const word = await state();
    expect(word.kind === 'paid' && word.charges[0]?.card.saved).toBe(undefined);
  });

  it.skipIf(isTold)('refunds once per key, and no more than was charged', async () => {
    const paid = await given();
    const { gateway, payment } = paid;
    await paid.pay('approves');
    const chargeId = await paid.chargeId();
    const refund = (key: string, amount: bigint) =>
      gateway.refund(askedRefund({ key: `${key}.${payment.reference}`, chargeId, amount }));
    expect(await refund('one', 30_00n)).toEqual({ kind: 'done', value: null });
    expect(await refund('one', 30_00n)).toEqual({ kind: 'done', value: null });
    expect(await refund('two', 20_01n)).toMatchObject({ kind: 'refused' });
    expect(await refund('three', 20_00n)).toEqual({ kind: 'done', value: null });
  });

  it.skipIf(isTold)(
    'finds a refund by its key for as long as the refund is known, and forgets the key before',
    async () => {
      const paid = await given();
      const { gateway, payment } = paid;
      await paid.pay('approves');
      const refund = askedRefund({
        key: `a.${payment.reference}`,
        chargeId: await paid.chargeId(),
        amount: 20_00n,
      });
      expect(await gateway.findRefund(refund)).toEqual({ kind: 'done', value: null });
      await gateway.refund(refund);
      expect(await gateway.findRefund(refund)).toEqual({ kind: 'done', value: 'done' });
      expect(await gateway.findRefund({ ...refund, key: `b.${payment.reference}` })).toEqual({
        kind: 'done',
        value: null,
      });
      now += 24 * 60 * MINUTE_MS;
      expect(await gateway.findRefund(refund)).toEqual({ kind: 'done', value: 'done' });
      // The same key makes another refund now: 20.00 and 20.00 leave 10.00 of the 50.00.
      expect(await gateway.refund(refund)).toEqual({ kind: 'done', value: null });
      const rest = (key: string, amount: bigint) =>
        gateway.refund({ ...refund, key: `${key}.${payment.reference}`, amount });
      expect(await rest('c', 10_01n)).toMatchObject({ kind: 'refused' });
      expect(await rest('d', 10_00n)).toEqual({ kind: 'done', value: null });
    },
  );

  it.runIf(isTold)('receives a refund once per key for a day, and tells later what became of it', async () => {
    const paid = await given();
    const { gateway, payment } = paid;
    await paid.pay('approves');
    const chargeId = await paid.chargeId();
    const sentAt = now;
    const refund = askedRefund({ key: `1.one.${payment.reference}.1`, chargeId, amount: 30_00n });
    const before = gateways.receivedRefunds();
    for (const firstSentAt of [null, sentAt]) {
      expect(await gateway.findRefund({ ...refund, firstSentAt })).toEqual({ kind: 'done', value: null });
      expect(await gateway.refund({ ...refund, firstSentAt })).toEqual({ kind: 'pending' });
    }
    expect(gateways.receivedRefunds() - before).toBe(1);
    now += 24 * 60 * MINUTE_MS;
    expect(await gateway.findRefund({ ...refund, firstSentAt: sentAt })).toMatchObject({ kind: 'unknown' });
    expect(await gateway.refund({ ...refund, firstSentAt: sentAt })).toMatchObject({ kind: 'unknown' });
    expect(gateways.receivedRefunds() - before).toBe(1);
  });

  /** Notices about the charge of a payment of 50.00, after its bank did something. */
  async function after(does: Parameters<ContractGateway['bank']>[1]) {
    const paid = await given();
    await paid.pay('approves');
    const chargeId = await paid.chargeId();
    const before = paid.of.told.length;
    paid.of.bank(chargeId, does);
    const notices = toldOf(paid.of, (about) => about.chargeId === chargeId, now);
    return { ...paid, bytes: paid.of.told.slice(before), told: notices.filter(({ what }) => what.kind !== 'said') };
  }
  const kindsOf = (told: readonly { readonly what: GatewayHappening }[]) => told.map(({ what }) => what.kind);

  it('tells a question of the bank of a card, which takes no money, and its end where it tells one', async () => {
    const { told } = await after('asks');
    expect(kindsOf(told)).toEqual(isTold ? ['disputeOpened'] : ['disputeOpened', 'disputeClosed']);
  });

  it('tells once under one id that the bank of a card took the money of a charge, and how much', async () => {
    const { told } = await after('takes');
    const taken = told.filter(({ what }) => what.kind === 'disputed').map(({ what }) => what);
    expect(taken[0]).toMatchObject({
      kind: 'disputed',
      disputeId: expect.stringMatching(/.+/) as string,
      amount: 50_00n,
    });
    expect(new Set(taken.map((what) => 'disputeId' in what && what.disputeId)).size).toBe(1);
    expect(kindsOf(told)).not.toContain('disputeWon');
  });

  it('tells a dispute that was won under the id under which the money was taken', async () => {
    const { told } = await after('takesAndLoses');
    const kinds = kindsOf(told).filter((kind) => kind === 'disputed' || kind === 'disputeWon');
    expect([kinds[0], kinds.at(-1)]).toEqual(['disputed', 'disputeWon']);
    expect(new Set(told.map(({ what }) => 'disputeId' in what && what.disputeId)).size).toBe(1);
    expect(new Set(told.map(({ id }) => id)).size).toBe(told.length);
  });

  it('tells a warning of fraud, with a word of its own', async () => {
    const { told } = await after('warns');
    expect(told.map(({ what }) => what)).toEqual([
      {
        kind: 'fraudWarned',
        warningId: expect.stringMatching(/.+/) as string,
        word: expect.stringMatching(/^[\w .]{3,60}$/) as string,
      },
    ]);
  });

  it('believes no notice of which a byte is another', async () => {
    const { gateway, bytes } = await after('takes');
    expect(bytes.length).toBeGreaterThan(0);
    for (const { headers, body } of bytes) {
      expect(gateway.readNotices(headers, body, now)).toBeDefined();
      // Another sum.
      const forged = Buffer.from(body.toString().replace('5000', '5001'));
      expect(gateway.readNotices(headers, forged, now)).toBe(undefined);
    }
  });
});

describe('a hosted page', () => {
  const service = () => openHostedPage(server.settings, givenPolicy());

  it.each([
    ['a fault', { status: 500 }, 'http_500'],
    ['an answer that is no JSON', { status: 200, body: '<html>' }, 'unreadable'],
    ['a page of somebody else', { status: 200, body: '{"pageUrl":"https://elsewhere.example/pay"}' }, 'page_origin'],
    ['no answer', 'hang up', 'fault'],
  ] as const)('that answers with %s may or may not be open', async (_what, reply, code) => {
    server.answerNext(reply);
    const outcome = await service().open(askedPayment());
    expect(outcome.kind).toBe('unknown');
    if (code !== 'fault') expect(outcome).toEqual({ kind: 'unknown', code });
  });

  it('is asked only for its list while calls are held', async () => {
    const held = openHostedPage(
      server.settings,
      unlessHeld(givenPolicy(), () => true),
      givenPolicy(),
    );
    expect(await held.list(now + 365 * 24 * 60 * MINUTE_MS)).toEqual({ kind: 'done', value: [] });
    expect(await held.state(paymentAt('1.x'))).toEqual({ kind: 'unsent', code: 'held' });
    server.answerNext({ status: 404, body: '{"error":"payment_unknown"}' });
    expect(await held.list(now)).toEqual({ kind: 'refused', code: 'http_404' });
  });

  it('that refuses a question leaves the payment unknown, and only 404 means that there is none', async () => {
    server.answerNext({ status: 403 });
    expect(await service().state(paymentAt('1.x'))).toEqual({ kind: 'unknown', code: 'http_403' });
    expect(await service().state(paymentAt('1.x'))).toEqual({ kind: 'refused', code: 'http_404' });
  });

  it.each([
    [400, '{"error":"above_charge"}', { kind: 'refused', code: 'above_charge' }],
    [409, '{"error":"charge_disputed","message":"in dispute"}', { kind: 'refused', code: 'charge_disputed' }],
    [400, '{"error":"key_reused"}', { kind: 'unknown', code: 'http_400' }],
    [400, '{"error":"something_new"}', { kind: 'unknown', code: 'http_400' }],
    [400, '{"error":7}', { kind: 'unknown', code: 'http_400' }],
    [400, '', { kind: 'unknown', code: 'http_400' }],
    [400, '<html>Bad request</html>', { kind: 'unknown', code: 'http_400' }],
    [404, '', { kind: 'unknown', code: 'http_404' }],
    [422, 'null', { kind: 'unknown', code: 'http_422' }],
    [500, '{"error":"above_charge"}', { kind: 'unknown', code: 'http_500' }],
    [400, `{"error":"above_charge","more":"${'x'.repeat(300_000)}"}`, { kind: 'unknown', code: 'http_400' }],
    [413, '', { kind: 'refused', code: 'http_413' }],
  ] as const)('that answers a refund with %i and %j has decided it as the body says', async (status, body, outcome) => {
    server.answerNext({ status, body });
    expect(await service().refund(askedRefund({ key: 'k', chargeId: 'ch.1', amount: 1n }))).toEqual(outcome);
  });

  it('that answers a payment with 400 and no reason may or may not be open', async () => {
    server.answerNext({ status: 400, body: '{"error":"key_reused"}' });
    expect(await service().open(askedPayment())).toEqual({ kind: 'unknown', code: 'http_400' });
    server.answerNext({ status: 400, body: '{"error":"amount_not_permitted"}' });
    expect(await service().open(askedPayment())).toEqual({ kind: 'refused', code: 'amount_not_permitted' });
  });

  it('has no payment where it answers 404, and may have one where another server does', async () => {
    const others = ['<html>Not found</html>', '\n<!DOCTYPE html>', '', '404 page not found', '{"error":"Not Found"}'];
    for (const body of [...others, '{"message":"no Route matched with those values"}']) {
      server.answerNext({ status: 404, body });
      expect([body, await service().state(paymentAt('1.x'))]).toEqual([body, { kind: 'unknown', code: 'http_404' }]);
    }
    server.answerNext({ status: 404, body: '{"error":"payment_unknown"}' });
    expect(await service().state(paymentAt('1.x'))).toEqual({ kind: 'refused', code: 'http_404' });
  });

  it('is trusted when it signed exactly these bytes within five minutes', () => {
    const body = Buffer.from('{"id":"n1","type":"payment.paid","data":{}}');
    const isGood = (headers: object, bytes: Uint8Array = body, at = now) =>
      service().readNotices({ ...headers }, bytes, at) !== undefined;
    const signed = signWebhook(NOTICE_KEY, 'n1', now, body);
    expect(isGood(signed)).toBe(true);
    // During a key rotation both keys sign.
    const other = signWebhook(Buffer.alloc(32, 8), 'n1', now, body)['webhook-signature'];
    expect(isGood({ ...signed, 'webhook-signature': `${other} ${signed['webhook-signature']}` })).toBe(true);
    expect(isGood({ ...signed, 'webhook-signature': other })).toBe(false);
    expect(isGood({ ...signed, 'webhook-id': 'n2' })).toBe(false);
    expect(isGood(signed, Buffer.from(`${body.toString()} `))).toBe(false);
    expect(isGood(signed, body, now + 6 * MINUTE_MS)).toBe(false);
    expect(isGood(signed, body, now - 6 * MINUTE_MS)).toBe(false);
    expect(isGood({})).toBe(false);
  });
});
