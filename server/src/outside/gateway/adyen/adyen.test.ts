import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type AdyenServer, givenAdyenServer } from '../../../../test-support/adyen/server.ts';
import { givenPolicy } from '../../../../test-support/policy.ts';
import { TEST_START } from '../../../../test-support/processes/database.ts';
import type { GatewayRefund, NewGatewayPayment, PaymentGateway } from '../port.ts';
import { openAdyen } from './adyen.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
let now = Date.parse(TEST_START);
const clock = { now: () => now };

let server: AdyenServer;
let gateway: PaymentGateway;
beforeAll(async () => {
  server = await givenAdyenServer(clock);
  gateway = openAdyen(server.settings, clock, givenPolicy());
});
afterAll(() => server.close());
afterEach(() => {
  // Whatever a test sent is as Adyen's description says.
  expect(server.faults).toEqual([]);
});

const topUp = (given: Partial<NewGatewayPayment> = {}): NewGatewayPayment => ({
  reference: `1.${randomUUID()}`,
  amount: 50_00n,
  currency: 'AUD',
  describes: 'Top-up of your Travel Card',
  describesShort: 'Wattle Café: top-up #12345',
  language: 'enAU',
  returnUrl: 'https://cards.example/payment-return?language=enAU',
  cancelUrl: 'https://cards.example/payment-return?language=enAU',
  openedAt: now,
  closesAt: now + 20 * MINUTE_MS,
  payer: 'p_4xGmA1c0nD9sQe',
  purpose: 'topUp',
  recipient: { wallet: 'w_1234567890', givenName: 'Mia', familyName: 'Novák-Nguyen' },
  ...given,
});

const sent = (at = -1) => JSON.parse(String(server.calls.at(at)?.body)) as Record<string, unknown>;

async function given(payment = topUp()) {
  const opened = await gateway.open(payment);
  if (opened.kind !== 'done') throw new Error(`the page was ${opened.kind}`);
  const { reference, openedAt, amount } = payment;
  const at = { reference, gatewayId: opened.value.gatewayId, openedAt, amount };
  return { payment, opened: opened.value, at };
}

/** Charge that a notice tells. */
function chargeIn(bytes: Buffer | undefined) {
  const [notice] = gateway.readNotices({}, bytes ?? Buffer.alloc(0), now) ?? [];
  if (notice?.what.kind !== 'said' || notice.what.word.kind !== 'paid') throw new Error('no charge was told');
  const [charge] = notice.what.word.charges;
  if (!charge) throw new Error('no charge was told');
  return charge;
}

describe('a link', () => {
  it('is made of stored values, for cards alone, usable once, and its page is not framed', async () => {
    const { payment, opened } = await given();
    expect(sent()).toEqual({
      merchantAccount: 'TestMerchant',
      reference: payment.reference,
      amount: { value: 5000, currency: 'AUD' },
      description: 'Top-up of your Travel Card',
      countryCode: 'AU',
      returnUrl: 'https://cards.example/payment-return?language=enAU',
      expiresAt: new Date(payment.closesAt).toISOString().replace('.000Z', 'Z'),
      reusable: false,
      shopperReference: 'p_4xGmA1c0nD9sQe',
      shopperStatement: 'Wattle Cafe top-up 123',
      allowedPaymentMethods: ['scheme', 'applepay', 'googlepay'],
      storePaymentMethodMode: 'disabled',
      showRemovePaymentMethodButton: false,
      requiredShopperFields: ['shopperName', 'billingAddress'],
      fundRecipient: {
        walletIdentifier: 'w_1234567890',
        shopperName: { firstName: 'Mia', lastName: 'Novák-Nguyen' },
      },
    });
    expect(opened).toEqual({
      page: { kind: 'redirect', url: server.linkOf(payment.reference).url },
      gatewayId: server.linkOf(payment.reference).id,
    });
    expect(gateway.origin).toBe(null);
    await given(topUp({ language: 'zhCN' }));
    expect(sent()['shopperLocale']).toBe('zh-CN');
  });

  it('of the store has no account funding data, and none of a top-up is made without it', async () => {
    await given(topUp({ purpose: 'purchase', recipient: undefined }));
    expect(Object.keys(sent()).filter((name) => /^fund|^required/.test(name))).toEqual([]);
    const before = server.calls.length;
    expect(await gateway.open(topUp({ recipient: undefined }))).toEqual({ kind: 'refused', code: 'recipient_missing' });
    expect(server.calls.length).toBe(before);
  });

  it('is the same one when the request is repeated, and one key has no more than 64 characters', async () => {
    const { payment, opened } = await given();
    now += HOUR_MS;
    expect(await gateway.open(payment)).toEqual({ kind: 'done', value: opened });
    expect(sent()).toEqual(sent(-2));
    const keys = server.calls.slice(-2).map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toBe(keys[1]);
    expect(String(keys[0]).length).toBeLessThanOrEqual(64);
  });

  it('answers open, then pending once it is completed or a payment is on its way, and closed once it has expired', async () => {
    const { payment, at } = await given();
    const word = async () => (await gateway.state(at)).kind === 'done' && (await gateway.state(at));
    expect(await word()).toEqual({ kind: 'done', value: { kind: 'open' } });
    const link = server.linkOf(payment.reference);
    for (const status of ['paymentPending', 'completed', 'paid'] as const) {
      link.status = status;
      expect([status, await word()]).toEqual([status, { kind: 'done', value: { kind: 'pending' } }]);
    }
    link.status = 'active';
    now += 20 * MINUTE_MS;
    expect(await word()).toEqual({ kind: 'done', value: { kind: 'closed' } });
  });

  it('is closed while it is open, and is not once it was paid, whether its notice has come or not', async () => {
    const open = await given();
    expect(await gateway.close(open.at)).toEqual({ kind: 'done', value: { kind: 'closed' } });
    expect(server.pay(open.payment.reference)).toBe(undefined);
    const paid = await given();
    server.pay(paid.payment.reference);
    expect(await gateway.close(paid.at)).toEqual({ kind: 'done', value: { kind: 'pending' } });
  });

  it('that was never answered has a page that nobody was given', async () => {
    server.answerNext('hang up');
    const payment = topUp();
    expect((await gateway.open(payment)).kind).toBe('unknown');
    const before = server.calls.length;
    const at = { reference: payment.reference, gatewayId: null, openedAt: now, amount: 50_00n };
    expect(await gateway.state(at)).toEqual({ kind: 'done', value: { kind: 'closed' } });
    expect(await gateway.close(at)).toEqual({ kind: 'done', value: { kind: 'closed' } });
    expect(server.calls.length).toBe(before);
  });

  it('of another payment, another account or another host is not believed', async () => {
    const { at, payment } = await given();
    const other = await given();
    expect(await gateway.state({ ...at, gatewayId: other.at.gatewayId })).toEqual({
      kind: 'unknown',
      code: 'other_payment',
    });
    const link = server.linkOf(payment.reference);
    const answer = (change: object) => server.answerNext({ status: 201, body: JSON.stringify({ ...link, ...change }) });
    for (const change of [{ merchantAccount: 'Another' }, { reference: '1.x' }]) {
      answer(change);
      expect(await gateway.open(payment)).toEqual({ kind: 'unknown', code: 'other_payment' });
    }
    for (const url of ['https://adyen.link.example/PL1', 'http://test.adyen.link/PL1', 'https://notadyen.com/PL1']) {
      answer({ url });
      expect([url, await gateway.open(payment)]).toEqual([url, { kind: 'unknown', code: 'page_origin' }]);
    }
    for (const url of ['https://test.adyen.link/PL1', 'https://eu.adyen.link/PL1', 'https://pay.adyen.com/PL1']) {
      answer({ url });
      expect([url, (await gateway.open(payment)).kind]).toEqual([url, 'done']);
    }
  });

  it('is never said to be unknown to Adyen, whatever it answers', async () => {
    const { at } = await given();
    for (const [status, body] of [
      [404, '{"status":404,"errorCode":"000","message":"Not Found","errorType":"validation"}'],
      [404, '<html>'],
      [422, '{"status":422,"errorCode":"167","message":"x","errorType":"validation"}'],
      [401, ''],
      [403, '{"status":403,"errorCode":"901","message":"Invalid Merchant Account","errorType":"security"}'],
      [429, ''],
      [500, '<html>'],
      [200, '{}'],
    ] as const) {
      server.answerNext({ status, body });
      expect([status, (await gateway.state(at)).kind]).toEqual([status, 'unknown']);
    }
  });

  it.each([
    [422, '137', 'validation', { kind: 'refused', code: 'amount_not_permitted' }],
    [422, '138', 'validation', { kind: 'refused', code: 'currency_not_permitted' }],
    [400, '702', 'validation', { kind: 'unknown', code: 'http_400' }],
    [422, '14_030', 'validation', { kind: 'unknown', code: 'http_422' }],
    [422, '704', 'validation', { kind: 'unknown', code: 'http_422' }],
    [422, '905', 'configuration', { kind: 'unknown', code: 'http_422' }],
    [401, '000', 'security', { kind: 'unknown', code: 'http_401' }],
    [403, '901', 'security', { kind: 'unknown', code: 'http_403' }],
    [409, '137', 'validation', { kind: 'unknown', code: 'http_409' }],
    [429, '137', 'validation', { kind: 'unknown', code: 'http_429' }],
    [500, '137', 'validation', { kind: 'unknown', code: 'http_500' }],
  ] as const)(
    'that is answered with %i and error %s is decided by the body',
    async (status, errorCode, errorType, word) => {
      server.answerNext({ status, body: JSON.stringify({ status, errorCode, message: 'x', errorType }) });
      expect(await gateway.open(topUp())).toEqual(word);
    },
  );
});

describe('a refund', () => {
  const asked = (chargeId: string, change: Partial<GatewayRefund> = {}): GatewayRefund => ({
    key: `1.store-item:${randomUUID()}:${randomUUID()}.1`,
    chargeId,
    amount: 20_00n,
    firstSentAt: null,
    ...change,
  });
  async function paid() {
    const { payment } = await given();
    return chargeIn(server.pay(payment.reference));
  }
  const about = (bytes: Buffer) => {
    const [notice] = gateway.readNotices({}, bytes, now) ?? [];
    return { refund: notice?.about.refund, chargeId: notice?.about.chargeId, what: notice?.what };
  };

  it('is pending until its notice comes, which names it by our reference', async () => {
    const { id: chargeId } = await paid();
    const refund = asked(chargeId);
    expect(await gateway.refund(refund)).toEqual({ kind: 'pending' });
    const reference = String(sent()['reference']);
    expect(sent()).toEqual({ merchantAccount: 'TestMerchant', reference, amount: { value: 2000, currency: 'AUD' } });
    expect(reference.length).toBeLessThanOrEqual(80);
    expect(reference).not.toContain(':');
    const told = (state: string) => ({ refund: refund.key, chargeId, what: { kind: 'refund', state } });
    expect(about(server.refundNotice('REFUND'))).toEqual(told('done'));
    expect(about(server.refundNotice('REFUND', 'false'))).toEqual(told('failed'));
    // The scheme refuses it after it was done.
    expect(about(server.refundNotice('REFUND_FAILED'))).toEqual(told('returned'));
    expect(about(server.refundNotice('REFUNDED_REVERSED'))).toEqual(told('returned'));
  });

  it('is repeated under its key within 24 hours, and is left to a person after them', async () => {
    const { id: chargeId } = await paid();
    const refund = asked(chargeId);
    const count = server.refunds.length;
    expect(await gateway.findRefund(refund)).toEqual({ kind: 'done', value: null });
    await gateway.refund(refund);
    const again = { ...refund, firstSentAt: now };
    now += 24 * HOUR_MS - 1;
    expect(await gateway.findRefund(again)).toEqual({ kind: 'done', value: null });
    expect(await gateway.refund(again)).toEqual({ kind: 'pending' });
    expect(server.refunds.length).toBe(count + 1);
    now += 1;
    const calls = server.calls.length;
    expect(await gateway.findRefund(again)).toEqual({ kind: 'unknown', code: 'not_findable' });
    expect(await gateway.refund(again)).toEqual({ kind: 'unknown', code: 'key_too_old' });
    expect(server.calls.length).toBe(calls);
  });

  it('of a charge that Adyen does not know is refused, and a lost answer leaves it unknown', async () => {
    expect(await gateway.refund(asked('AAAAAAAAAAAAAAAA'))).toEqual({ kind: 'refused', code: 'charge_unknown' });
    const { id } = await paid();
    server.answerNext('hang up');
    expect((await gateway.refund(asked(id))).kind).toBe('unknown');
    const long = asked(id, { key: `1.${'x'.repeat(90)}.1` });
    expect(await gateway.refund(long)).toEqual({ kind: 'refused', code: 'reference_too_long' });
  });
});

describe('a saved card', () => {
  it('is saved where the payer agreed, told by the notice of its payment, and forgotten once', async () => {
    const { payment } = await given(topUp({ saveCard: true }));
    expect(sent()).toMatchObject({ storePaymentMethodMode: 'enabled', recurringProcessingModel: 'CardOnFile' });
    const { saved } = chargeIn(server.pay(payment.reference)).card;
    expect(saved).toEqual({
      token: expect.stringMatching(/^p_4xGmA1c0nD9sQe:TOKEN\w{8}$/) as string,
      expires: '2030-03',
    });
    expect(await gateway.forget(saved?.token ?? '')).toEqual({ kind: 'done', value: null });
    expect(await gateway.forget(saved?.token ?? '')).toEqual({ kind: 'refused', code: 'card_unknown' });
  });

  it('is not saved otherwise', async () => {
    const { payment } = await given();
    expect(chargeIn(server.pay(payment.reference)).card.saved).toBe(undefined);
  });

  it('may still be there where another server answers', async () => {
    server.answerNext({ status: 404, body: '<html>' });
    expect(await gateway.forget('owner:ABC')).toEqual({ kind: 'unknown', code: 'http_404' });
    expect(await gateway.forget('not a token')).toEqual({ kind: 'refused', code: 'card_unknown' });
  });
});

it('has no list of payments', async () => {
  expect(await gateway.list(0)).toEqual({ kind: 'refused', code: 'not_listed' });
});
