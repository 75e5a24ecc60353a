import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type Stripe from 'stripe';
import { askedPayment, askedRefund } from '../../../../test-support/outside/gateway-asked.ts';
import type { STRIPE_CARDS } from '../../../../test-support/outside/stripe/objects.ts';
import { givenStripe, type StripeServer } from '../../../../test-support/outside/stripe/server.ts';
import { givenPolicy } from '../../../../test-support/policy.ts';
import { TEST_START } from '../../../../test-support/processes/database.ts';
import { unlessHeld } from '../../held.ts';
import type { NewGatewayPayment, PaymentAt } from '../port.ts';
import { openStripe } from './stripe.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
let now = Date.parse(TEST_START);
let server: StripeServer;
beforeAll(async () => {
  server = await givenStripe({ now: () => now });
});
afterAll(() => server.close());

const PAYERS = { refusesFunding: { topUp: ['prepaid'], purchase: [] }, countries: undefined } as const;
const stripe = (policy = givenPolicy(), payers: Parameters<typeof openStripe>[1]['payers'] = PAYERS) =>
  openStripe(server.settings, { policy, looking: givenPolicy(), payers });

const asked = (given: Partial<NewGatewayPayment> = {}) =>
  askedPayment({ openedAt: now, closesAt: now + 20 * MINUTE_MS, ...given });

async function given(payment = asked(), gateway = stripe()) {
  const opened = await gateway.open(payment);
  if (opened.kind !== 'done') throw new Error(`the page was ${opened.kind}`);
  const { page, gatewayId } = opened.value;
  const at: PaymentAt = { ...payment, gatewayId };
  const pay = (card: keyof typeof STRIPE_CARDS) => server.books.pay(page.url, card);
  const state = async () => {
    const outcome = await gateway.state(at);
    return outcome.kind === 'done' ? outcome.value : outcome;
  };
  const charges = async () => {
    const word = await state();
    if (word.kind !== 'paid') throw new Error(`it is ${word.kind}`);
    return word.charges;
  };
  return { gateway, payment, at, page, pay, state, charges };
}

/** Leaves of a typed value as the texts of a form. */
function asTexts(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, asTexts(one)]));
}

const lastPost = (path: string) => server.calls.findLast((call) => call.method === 'POST' && call.path === path);

describe('a session', () => {
  it('is asked for by the names and values of Stripe, as its own library types them', async () => {
    const { payment, page, at } = await given(
      asked({ describes: '充值', describesShort: "Zoë's <top-up> *AU*", language: 'zhCN' }),
    );
    const expected = {
      mode: 'payment',
      ui_mode: 'hosted_page',
      client_reference_id: payment.reference,
      success_url: 'https://cards.example/payment-return',
      cancel_url: 'https://cards.example/payment-return?cancelled=1',
      locale: 'zh',
      expires_at: payment.openedAt / 1000 + 31 * 60,
      allowed_payment_method_types: ['card'],
      adaptive_pricing: { enabled: false },
      line_items: [
        {
          quantity: 1,
          price_data: { currency: 'aud', unit_amount: 5_000, product_data: { name: '充值' } },
        },
      ],
      metadata: { reference: payment.reference, purpose: 'topUp' },
      payment_intent_data: {
        metadata: { reference: payment.reference, purpose: 'topUp' },
        statement_descriptor_suffix: 'Zoes top-u',
      },
      payment_method_options: { card: { restrictions: { funding_types_blocked: ['prepaid'] } } },
    } satisfies Stripe.Checkout.SessionCreateParams;
    const call = lastPost('checkout/sessions');
    expect(call?.fields).toEqual(asTexts(expected));
    expect(call?.key).toBe(payment.reference);
    expect(page).toEqual({ kind: 'redirect', url: expect.stringContaining(server.settings.pageOrigin) as string });
    expect(at.gatewayId).toMatch(/^cs_/);
  });

  it('is the same when it is asked for again, later than it could be asked for anew', async () => {
    const payment = asked();
    const first = await given(payment);
    now += 5 * MINUTE_MS;
    expect((await given(payment)).at.gatewayId).toBe(first.at.gatewayId);
  });

  it('under a key of another payment may or may not be open', async () => {
    const { payment, gateway } = await given();
    expect(await gateway.open({ ...payment, amount: 51_00n })).toEqual({ kind: 'unknown', code: 'http_400' });
  });

  it('blocks the kinds of cards that its purpose refuses, as far as Stripe can', async () => {
    const payers = { refusesFunding: { topUp: [], purchase: ['credit', 'unknown'] }, countries: undefined } as const;
    const purchase = await given(asked({ purpose: 'purchase' }), stripe(givenPolicy(), payers));
    expect(lastPost('checkout/sessions')?.fields.payment_method_options).toEqual({
      card: { restrictions: { funding_types_blocked: { 0: 'credit' } } },
    });
    expect([purchase.pay('approves'), purchase.pay('isDebit')]).toEqual(['refused', 'paid']);
    await given(asked({ purpose: 'topUp' }), stripe(givenPolicy(), payers));
    expect(lastPost('checkout/sessions')?.fields.payment_method_options).toBeUndefined();
  });

  it.each([
    ['HTML', { status: 500, body: '<html>Oops</html>' }, 'http_500'],
    ['no JSON', { status: 200, body: '<html>' }, 'unreadable'],
    ['500 kB', { status: 200, body: `{"id":"cs_1","url":"${'x'.repeat(500_000)}"}` }, 'unreadable'],
    ['a redirect', { status: 302, headers: { location: 'https://elsewhere.example' } }, 'http_302'],
    ['too many calls', { status: 429, body: '{"error":{"type":"rate_limit_error"}}' }, 'http_429'],
    ['a lock', { status: 429, body: '{"error":{"type":"invalid_request_error","code":"lock_timeout"}}' }, 'http_429'],
    ['a right that is missing', { status: 403, body: '{"error":{"type":"invalid_request_error"}}' }, 'http_403'],
    ['a wrong key', { status: 401, body: '{"error":{"type":"invalid_request_error"}}' }, 'http_401'],
    ['another body', { status: 400, body: '{"error":"invalid_request_error"}' }, 'http_400'],
    [
      'a long error',
      { status: 400, body: `{"error":{"type":"card_error","message":"${'x'.repeat(9_000)}"}}` },
      'http_400',
    ],
  ] as const)('answered with %s may or may not be open', async (_what, reply, code) => {
    server.answerNext(reply);
    expect(await stripe().open(asked())).toEqual({ kind: 'unknown', code });
  });

  it('that Stripe refuses in its own words is refused', async () => {
    expect(await stripe().open(asked({ amount: 49n }))).toEqual({ kind: 'refused', code: 'amount_too_small' });
    const gone = asked({ savedCard: 'cus_gone:pm_gone' });
    expect(await stripe().open(gone)).toEqual({ kind: 'refused', code: 'saved_card_unknown' });
    server.answerNext({ status: 402, body: '{"error":{"type":"card_error","code":"card_declined"}}' });
    expect(await stripe().open(asked())).toEqual({ kind: 'refused', code: 'card_declined' });
  });

  it('is believed on no page but the gateway’s', async () => {
    const other = openStripe(
      { ...server.settings, pageOrigin: 'https://checkout.stripe.com' },
      { policy: givenPolicy(), looking: givenPolicy(), payers: PAYERS },
    );
    expect(await other.open(asked())).toEqual({ kind: 'unknown', code: 'page_origin' });
  });

  it('is asked for once more where Stripe says so, and only there', async () => {
    const sent = () => server.calls.filter(({ path }) => path === 'checkout/sessions').length;
    for (const [again, more] of [
      ['true', 2],
      ['false', 1],
    ] as const) {
      const before = sent();
      const headers = { 'stripe-should-retry': again };
      server.answerNext({ status: 503, body: '{"error":{"type":"api_error"}}', headers });
      const outcome = await stripe().open(asked());
      expect([outcome.kind, sent() - before]).toEqual([again === 'true' ? 'done' : 'unknown', more]);
    }
  });

  it('whose answer was lost is found by listing, and nothing is found where none was made', async () => {
    const payment = asked();
    server.answerNext('lost');
    expect(await stripe().open(payment)).toMatchObject({ kind: 'unknown' });
    for (let one = 0; one < 3; one += 1) await given();
    const at = { ...payment, gatewayId: null };
    expect(await stripe().state(at)).toEqual({ kind: 'done', value: { kind: 'open' } });
    expect(await stripe().close(at)).toEqual({ kind: 'done', value: { kind: 'closed' } });
    const never = { ...asked(), gatewayId: null };
    expect(await stripe().state(never)).toEqual({ kind: 'done', value: { kind: 'closed' } });
    expect(await stripe().close(never)).toEqual({ kind: 'done', value: { kind: 'closed' } });
  });
});

describe('a payment', () => {
  it('says its charge with card and fee, and each decline before it', async () => {
    const { pay, state, gateway, at } = await given();
    expect(await state()).toEqual({ kind: 'open' });
    expect([pay('declines'), pay('failsProof')]).toEqual(['declined', 'declined']);
    const open = await state();
    const card = { fingerprint: 'fp_00000002', ending: '0002', funding: 'credit', country: 'AU', brand: 'visa' };
    const proof = { ...card, fingerprint: 'fp_00000028', ending: '0028' };
    const declines = [
      { id: expect.stringMatching(/^ch_/) as string, card },
      { id: expect.stringMatching(/^pi_.*\.pm_/) as string, card: proof },
    ];
    expect(open).toEqual({ kind: 'open', declines });
    expect(pay('isDebit')).toBe('paid');
    expect(await state()).toEqual({
      kind: 'paid',
      charges: [
        {
          id: expect.stringMatching(/^ch_/) as string,
          amount: 50_00n,
          currency: 'AUD',
          fee: 95n,
          card: { fingerprint: 'fp_00000077', ending: '0077', funding: 'debit', country: 'AU', brand: 'eftpos' },
        },
      ],
      declines: declines.slice(0, 1),
    });
    expect(await gateway.close(at)).toMatchObject({ kind: 'done', value: { kind: 'paid' } });
  });

  it('is pending while Stripe does not know, and paid afterwards', async () => {
    const { pay, state, page } = await given();
    expect(pay('isUnknown')).toBe('pending');
    expect(await state()).toEqual({ kind: 'pending' });
    server.books.settle(page.url);
    expect(await state()).toMatchObject({ kind: 'paid' });
  });

  it('made while its page is being closed is paid', async () => {
    const { gateway, at, page } = await given();
    server.books.payBeforeExpiry(page.url);
    expect(await gateway.close(at)).toMatchObject({ kind: 'done', value: { kind: 'paid' } });
  });

  it('whose page closes takes no attempts, and is closed', async () => {
    const { gateway, at, pay } = await given();
    pay('declines');
    expect(await gateway.close(at)).toMatchObject({ kind: 'done', value: { kind: 'closed', declines: [{}] } });
    expect(pay('approves')).toBe('gone');
    const late = await given();
    now += 31 * MINUTE_MS;
    expect(late.pay('approves')).toBe('gone');
    expect(await late.state()).toEqual({ kind: 'closed' });
  });

  it('whose page did not close is not known to be closed', async () => {
    const { gateway, at } = await given();
    server.answerNext({ status: 500 }, ({ path }) => path.endsWith('/expire'));
    expect(await gateway.close(at)).toEqual({ kind: 'unknown', code: 'still_open' });
  });

  it('of another account is refused, and unknown where Stripe does not answer', async () => {
    const at = { ...asked(), gatewayId: 'cs_other' };
    expect(await stripe().state(at)).toEqual({ kind: 'refused', code: 'http_404' });
    server.answerNext({ status: 404, body: '<html>Not found</html>' });
    expect(await stripe().state(at)).toEqual({ kind: 'unknown', code: 'http_404' });
    server.answerNext('hang up');
    expect(await stripe().state(at)).toMatchObject({ kind: 'unknown' });
    server.answerNext('silence');
    expect(await stripe(givenPolicy({ limitMs: 50 })).state(at)).toEqual({ kind: 'unknown', code: 'timeout' });
  });

  it('is listed by when it was open, and read alone while calls are held', async () => {
    now += HOUR_MS;
    const since = now;
    const [first, second] = [await given(), await given()];
    second.pay('approves');
    const held = unlessHeld(givenPolicy(), () => true);
    const listed = await stripe(held).list(since);
    expect(listed).toMatchObject({
      kind: 'done',
      value: [
        { reference: first.payment.reference, word: { kind: 'open' } },
        { reference: second.payment.reference, word: { kind: 'paid', charges: [{ amount: 50_00n }] } },
      ],
    });
    expect(await stripe(held).state(first.at)).toEqual({ kind: 'unsent', code: 'held' });
  });
});

describe('a saved card', () => {
  it('is kept with one customer of its payer, however often it is asked for', async () => {
    const made = () => server.calls.filter(({ method, path }) => method === 'POST' && path === 'customers').length;
    const before = made();
    const first = await given(asked({ payer: 'payer-2', saveCard: true }));
    first.pay('approves');
    const [charge] = await first.charges();
    const customer = charge?.card.saved?.token.split(':')[0];
    expect(charge?.card.saved).toEqual({
      token: expect.stringMatching(/^cus_\w+:pm_\w+$/) as string,
      expires: '2028-12',
    });
    await given(asked({ payer: 'payer-2', saveCard: true }));
    expect(lastPost('checkout/sessions')?.fields.customer).toBe(customer);
    now += 25 * HOUR_MS;
    await given(asked({ payer: 'payer-2', saveCard: true }));
    expect(lastPost('checkout/sessions')?.fields).toMatchObject({
      customer,
      payment_intent_data: { setup_future_usage: 'on_session' },
      saved_payment_method_options: { allow_redisplay_filters: { 0: 'always', 1: 'limited' } },
    });
    expect(made() - before).toBe(2);
    expect(server.books.all.customer.size).toBeGreaterThan(0);
  });

  it('is no card once it was detached, by us or by another', async () => {
    const { gateway, pay, charges } = await given(asked({ payer: 'payer-3', saveCard: true }));
    pay('approves');
    const token = (await charges())[0]?.card.saved?.token ?? '';
    expect(await gateway.forget(token)).toEqual({ kind: 'done', value: null });
    expect(await gateway.forget(token)).toEqual({ kind: 'refused', code: 'no_card' });
    expect(await gateway.forget('cus_1:pm_never')).toEqual({ kind: 'refused', code: 'no_card' });
    server.answerNext({ status: 500 });
    expect(await gateway.forget(token)).toEqual({ kind: 'refused', code: 'no_card' });
  });
});

describe('a refund', () => {
  async function paid() {
    const found = await given();
    found.pay('approves');
    const chargeId = (await found.charges())[0]?.id ?? '';
    const refund = (key: string, amount: bigint) =>
      askedRefund({ key: `${key}.${found.payment.reference}`, chargeId, amount });
    return { ...found, chargeId, refund };
  }

  it('and each question has the names of Stripe, as its own library types them', async () => {
    const { gateway, refund, chargeId, at, payment } = await paid();
    const one = refund('one', 20_00n);
    await gateway.refund(one);
    const made = {
      charge: chargeId,
      amount: 2_000,
      metadata: { reference: one.key },
    } satisfies Stripe.RefundCreateParams;
    expect([lastPost('refunds')?.key, lastPost('refunds')?.fields]).toEqual([one.key, asTexts(made)]);
    await gateway.findRefund(one);
    const found = { charge: chargeId, limit: 100 } satisfies Stripe.RefundListParams;
    expect(server.calls.at(-1)?.query).toEqual(asTexts(found));
    await gateway.state(at);
    const [session, charges] = server.calls.slice(-2);
    const expand = { expand: ['payment_intent'] } satisfies Stripe.Checkout.SessionRetrieveParams;
    expect(session?.query).toEqual(asTexts(expand));
    const ofIntent = {
      payment_intent: [...server.books.all.intent.keys()].at(-1) ?? '',
      limit: 25,
      expand: ['data.balance_transaction'],
    } satisfies Stripe.ChargeListParams;
    expect(charges?.query).toEqual(asTexts(ofIntent));
    const from = server.calls.length;
    await gateway.state({ ...payment, gatewayId: null });
    const madeAt = Math.floor(payment.openedAt / 1000);
    const listed = {
      limit: 25,
      created: { gte: madeAt - 3_600, lte: madeAt + 3_600 },
      expand: ['data.payment_intent'],
    } satisfies Stripe.Checkout.SessionListParams;
    expect(server.calls[from]?.query).toEqual(asTexts(listed));
  });

  it('is found by its reference when its key is forgotten, and would else be made twice', async () => {
    const { gateway, refund, chargeId } = await paid();
    const one = refund('one', 20_00n);
    expect(await gateway.findRefund(one)).toEqual({ kind: 'done', value: null });
    server.answerNext('lost');
    expect(await gateway.refund(one)).toMatchObject({ kind: 'unknown' });
    expect(await gateway.findRefund(one)).toEqual({ kind: 'done', value: 'done' });
    expect(await gateway.refund(one)).toEqual({ kind: 'done', value: null });
    now += 24 * HOUR_MS;
    expect(await gateway.findRefund(one)).toEqual({ kind: 'done', value: 'done' });
    expect(await gateway.refund(one)).toEqual({ kind: 'done', value: null });
    expect([...server.books.all.refund.values()].filter(({ charge }) => charge === chargeId)).toHaveLength(2);
  });

  it('is refused finally by what Stripe says of the charge, and by nothing else', async () => {
    const { gateway, refund, chargeId } = await paid();
    expect(await gateway.refund(refund('above', 50_01n))).toEqual({ kind: 'refused', code: 'above_charge' });
    const none = askedRefund({ key: 'none', chargeId: 'ch_none', amount: 1n });
    expect(await gateway.refund(none)).toEqual({ kind: 'refused', code: 'charge_unknown' });
    const invalid = { status: 400, body: '{"error":{"type":"invalid_request_error","code":"something_new"}}' };
    server.answerNext(invalid);
    expect(await gateway.refund(refund('new', 1_00n))).toEqual({ kind: 'unknown', code: 'http_400' });
    server.answerNext({ status: 400, body: '{"error":{"type":"idempotency_error"}}' });
    expect(await gateway.refund(refund('key', 1_00n))).toEqual({ kind: 'unknown', code: 'http_400' });
    expect(await gateway.refund(refund('all', 50_00n))).toEqual({ kind: 'done', value: null });
    expect(await gateway.refund(refund('more', 1_00n))).toEqual({ kind: 'refused', code: 'charge_refunded' });
    const other = await paid();
    server.books.dispute(other.chargeId);
    expect(await gateway.refund(other.refund('one', 1_00n))).toEqual({ kind: 'refused', code: 'charge_disputed' });
    expect(chargeId).not.toBe(other.chargeId);
  });

  it.each([
    ['pending', null, { kind: 'pending' }, 'pending'],
    ['requires_action', null, { kind: 'pending' }, 'pending'],
    ['succeeded', null, { kind: 'done', value: null }, 'done'],
    ['failed', null, { kind: 'refused', code: 'failed' }, 'failed'],
    ['canceled', null, { kind: 'refused', code: 'failed' }, 'failed'],
    ['failed', 'txn_1', { kind: 'refused', code: 'failed' }, 'returned'],
  ] as const)('that is %s with %s come back is %j, and found as %s', async (status, back, outcome, found) => {
    const object = { id: 're_1', status, failure_balance_transaction: back, metadata: { reference: 'k' } };
    server.answerNext({ status: 200, body: JSON.stringify(object) });
    const refund = askedRefund({ key: 'k', chargeId: 'ch_1', amount: 1n });
    expect(await stripe().refund(refund)).toEqual(outcome);
    server.answerNext({ status: 200, body: JSON.stringify({ data: [object], has_more: false }) });
    expect(await stripe().findRefund(refund)).toEqual({ kind: 'done', value: found });
  });
});
