import StripeLibrary from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askedPayment, askedRefund } from '../../../../test-support/outside/gateway-asked.ts';
import { delivered } from '../../../../test-support/outside/stripe/events.ts';
import { like, type STRIPE_CARDS } from '../../../../test-support/outside/stripe/objects.ts';
import { givenStripe, STRIPE_SECRETS, type StripeServer } from '../../../../test-support/outside/stripe/server.ts';
import { givenPolicy } from '../../../../test-support/policy.ts';
import { TEST_START } from '../../../../test-support/processes/database.ts';
import { isSignedByStripe, signStripe } from '../../stripe-signature.ts';
import { openStripe } from './stripe.ts';

const now = Date.parse(TEST_START);
let server: StripeServer;
beforeAll(async () => {
  server = await givenStripe({ now: () => now });
});
afterAll(() => server.close());

const open = (key = server.settings.key) =>
  openStripe(
    { ...server.settings, key },
    {
      policy: givenPolicy(),
      looking: givenPolicy(),
      payers: { refusesFunding: { topUp: [], purchase: [] }, countries: undefined },
    },
  );

/** A payment by a card, and what Stripe has told since. */
async function paid(card: keyof typeof STRIPE_CARDS) {
  const gateway = open();
  const payment = askedPayment({ openedAt: now, closesAt: now + 1_200_000 });
  const opened = await gateway.open(payment);
  if (opened.kind !== 'done') throw new Error('no page');
  const { page, gatewayId } = opened.value;
  const from = server.books.events.length;
  server.books.pay(page.url, card);
  const charge = [...server.books.all.charge.values()].at(-1);
  const told = () =>
    server.books.events.slice(from).map((event) => {
      const { body, headers } = delivered(event, { at: now });
      return { type: event.type, id: event.id, notices: gateway.readNotices(headers, Buffer.from(body), now) };
    });
  return { gateway, payment, gatewayId, chargeId: charge?.id ?? '', told };
}

const whatOf = (told: { readonly type: string; readonly notices: readonly object[] | undefined }[]) =>
  told.map(({ type, notices }) => [type, notices?.map((one) => (one as { what: object }).what)]);

describe('an event of Stripe', () => {
  it('has the signature that its library makes, and the one of a published secret', () => {
    const body = JSON.stringify({ id: 'evt_test_webhook', object: 'event' }, null, 2);
    const at = 1_700_000_000_000;
    const header = 't=1700000000,v1=4f1cd7feda9826e746b7d482c4badebb657398df1099e1046364f6196a230150';
    expect(signStripe('whsec_test_secret', at, body)).toBe(header);
    expect(isSignedByStripe(['whsec_test_secret'], header, Buffer.from(body), at)).toBe(true);
    const options = { payload: body, secret: STRIPE_SECRETS.now, timestamp: Math.floor(now / 1000) };
    const made = new StripeLibrary('sk_test_x').webhooks.generateTestHeaderString(options);
    expect(isSignedByStripe([STRIPE_SECRETS.now], made, Buffer.from(body), now)).toBe(true);
  });

  it('is read when one of the secrets signed exactly these bytes within five minutes', () => {
    const event = { id: 'evt_1', type: 'plan.created', object: like('customer', { id: 'cus_1' }) };
    const read = (given: ReturnType<typeof delivered>, at = now, bytes = given.body) =>
      open().readNotices(given.headers, Buffer.from(bytes), at);
    const sent = delivered(event, { at: now });
    expect(read(sent)).toEqual([]);
    expect(read(delivered(event, { at: now, secret: STRIPE_SECRETS.old }))).toEqual([]);
    expect(read(delivered(event, { at: now, secret: 'whsec_of_another' }))).toBeUndefined();
    expect(read(sent, now, `${sent.body} `)).toBeUndefined();
    expect([read(sent, now + 300_000), read(sent, now - 300_000)]).toEqual([[], []]);
    expect([read(sent, now + 301_000), read(sent, now - 301_000)]).toEqual([undefined, undefined]);
    expect(open().readNotices({}, Buffer.from(sent.body), now)).toBeUndefined();
    // While a secret is rolled, Stripe signs with both.
    const [time, own = ''] = sent.headers['stripe-signature'].split(',');
    const both = { 'stripe-signature': `${time},v1=${'0'.repeat(64)},${own}` };
    expect(open().readNotices(both, Buffer.from(sent.body), now)).toEqual([]);
  });

  it('of test mode says nothing to a key of live mode, and the other way round', async () => {
    const object = like('checkout.session', { id: 'cs_1', client_reference_id: '1.x' });
    const event = { id: 'evt_2', type: 'checkout.session.completed', object };
    const test = delivered(event, { at: now });
    const live = delivered(event, { at: now, isLive: true });
    const read = (key: string, { headers, body }: typeof test) =>
      open(key).readNotices(headers, Buffer.from(body), now)?.length;
    expect([read('rk_test_1', test), read('rk_test_1', live)]).toEqual([1, 0]);
    expect([read('rk_live_1', test), read('rk_live_1', live)]).toEqual([0, 1]);
  });

  it('about a payment names it, and has it asked for again', async () => {
    const { payment, gatewayId, told } = await paid('approves');
    const about = { reference: payment.reference, gatewayId };
    const [completed] = told();
    expect(completed).toEqual({
      type: 'checkout.session.completed',
      id: completed?.id,
      notices: [{ id: completed?.id, about, what: { kind: 'changed' } }],
    });
  });

  it('about a failed attempt is the decline that the payment says too', async () => {
    const { gateway, payment, gatewayId, told } = await paid('declines');
    const [failed] = told();
    const word = await gateway.state({ ...payment, gatewayId });
    const decline = word.kind === 'done' && word.value.kind === 'open' ? word.value.declines?.[0] : undefined;
    expect(decline?.card?.ending).toBe('0002');
    const { reference } = payment;
    expect(failed?.notices).toEqual([{ id: failed?.id, about: { reference }, what: { kind: 'declined', decline } }]);
    const noCharge = (await paid('failsProof')).told();
    expect(whatOf(noCharge)).toMatchObject([
      ['payment_intent.payment_failed', [{ kind: 'declined', decline: { card: { ending: '0028' } } }]],
    ]);
  });

  it('about a refund names ours, and says that it came back', async () => {
    const { gateway, chargeId, told } = await paid('approves');
    await gateway.refund(askedRefund({ key: '1.r.1', chargeId, amount: 10_00n }));
    server.books.returnRefunds(chargeId);
    const [, , created, failed] = told();
    const about = { refund: '1.r.1', chargeId };
    expect(created?.notices).toEqual([{ id: created?.id, about, what: { kind: 'refund', state: 'done' } }]);
    expect(failed?.notices).toEqual([{ id: failed?.id, about, what: { kind: 'refund', state: 'returned' } }]);
    expect(whatOf(told()).slice(0, 2)).toEqual([
      ['checkout.session.completed', [{ kind: 'changed' }]],
      ['charge.refunded', [{ kind: 'changed' }]],
    ]);
  });

  it.each([
    ['inquiry', ['disputeOpened'], ['disputeClosed']],
    ['lost', ['disputeOpened'], ['disputed'], ['disputed', 'disputeClosed']],
    ['won', ['disputeOpened'], ['disputed'], ['disputeWon'], ['disputeWon']],
  ] as const)('of a dispute that ends as %s says %j, then %j', async (how, ...kinds) => {
    const { chargeId, told } = await paid('approves');
    const before = told().length;
    server.books.dispute(chargeId, how);
    const events = told().slice(before);
    expect(events.map(({ notices }) => notices?.map(({ what }) => what.kind))).toEqual(kinds);
    const [first] = events;
    expect(first?.notices?.[0]).toMatchObject({ about: { chargeId }, what: { amount: 50_00n } });
    const ids = events.flatMap(({ notices }) => notices?.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('warns of fraud with the word of the network', () => {
    const object = like('radar.early_fraud_warning', {
      id: 'issfr_1',
      charge: 'ch_1',
      fraud_type: 'made_with_stolen_card',
    });
    const { headers, body } = delivered(
      { id: 'evt_3', type: 'radar.early_fraud_warning.created', object },
      { at: now },
    );
    expect(open().readNotices(headers, Buffer.from(body), now)).toEqual([
      {
        id: 'evt_3',
        about: { chargeId: 'ch_1' },
        what: { kind: 'fraudWarned', warningId: 'issfr_1', word: 'made_with_stolen_card' },
      },
    ]);
  });

  it.each([
    ['checkout.session.completed', like('checkout.session', { id: 'cs_1' })],
    ['payment_intent.payment_failed', like('payment_intent', { id: 'pi_1' })],
    ['charge.refunded', like('charge', { id: 'ch_1' })],
    ['refund.updated', like('refund', { id: 're_1' })],
    ['customer.created', like('customer', { id: 'cus_1' })],
  ])('%s about what is not ours says nothing', (type, object) => {
    const { headers, body } = delivered({ id: 'evt_4', type, object }, { at: now });
    expect(open().readNotices(headers, Buffer.from(body), now)).toEqual([]);
  });

  it.each([
    'checkout.session.completed',
    'charge.dispute.created',
    'refund.failed',
    'radar.early_fraud_warning.created',
  ])('%s that cannot be read is asked for again by its sender', (type) => {
    const { headers, body } = delivered({ id: 'evt_5', type, object: { id: '' } }, { at: now });
    expect(open().readNotices(headers, Buffer.from(body), now)).toBeUndefined();
  });
});
