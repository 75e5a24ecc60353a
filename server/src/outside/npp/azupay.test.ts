import { afterEach, describe, expect, it } from 'vitest';
import { AZUPAY_TEST, givenAzupayBank } from '../../../test-support/outside/npp/azupay.ts';
import { azupayPayId, azupayPayment } from '../../../test-support/outside/npp/azupay.schema.ts';
import { givenPolicy } from '../../../test-support/policy.ts';
import { openAzupayBank } from './azupay.ts';
import { NEVER_RECEIVED_AFTER_MS } from './port.ts';

type Server = Awaited<ReturnType<typeof givenAzupayBank>>;
const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function given(parts: Parameters<typeof givenAzupayBank>[0] = {}) {
  const server = await givenAzupayBank(parts);
  servers.push(server);
  return { server, bank: openAzupayBank(server.settings, givenPolicy()) };
}

const payment = {
  key: 'k'.repeat(22),
  bsb: '062000',
  accountNumber: AZUPAY_TEST.settled,
  name: 'Jordan Blake',
  amount: 10_05n,
  remitter: "Li Wei O'Neil",
  reference: 'Rent',
};
const NETWORK_ID = 'AZUPAU2SXXXN20261201000000000000001';
const SOON = 5_000;

describe('a payment', () => {
  it('is as the page describes it: key, dollars and cents, five characters or more, the payer in plain letters', async () => {
    const { bank, server } = await given();
    expect(await bank.pay({ ...payment, name: 'Zoë 李' })).toEqual({ kind: 'pending' });
    const sent = azupayPayment.parse(JSON.parse(server.calls[0]?.body.toString('utf8') ?? ''));
    expect(sent.Payment).toEqual({
      clientPaymentId: 'k'.repeat(22),
      payeeName: 'Zoe ?',
      bsb: '062000',
      accountNumber: '12345999',
      paymentAmount: '10.05',
      paymentDescription: "Rent from Li Wei O'Neil",
      paymentReference: 'Rent',
      ultimatePayerName: 'Li Wei O Neil',
    });
    expect(server.calls[0]?.headers.authorization).toBe('SECRonly-for-servers');
  });

  it.each([
    [AZUPAY_TEST.settled, { kind: 'done', value: { bankId: NETWORK_ID } }],
    [AZUPAY_TEST.delayed, { kind: 'pending' }],
    [AZUPAY_TEST.failed, { kind: 'refused', code: 'AC03' }],
    [AZUPAY_TEST.returned, { kind: 'done', value: { bankId: NETWORK_ID } }],
  ])('to %s is asked about by its key', async (accountNumber, outcome) => {
    const { bank } = await given();
    await bank.pay({ ...payment, accountNumber });
    expect(await bank.stateOf(payment.key, SOON)).toEqual(outcome);
  });

  it('whose key comes again is in doubt, and asked about', async () => {
    const { bank } = await given();
    await bank.pay(payment);
    expect(await bank.pay(payment)).toMatchObject({ kind: 'unknown' });
    expect(await bank.stateOf(payment.key, SOON)).toMatchObject({ kind: 'done' });
  });

  it('that the search does not know yet is in doubt, and was never received 10 minutes later', async () => {
    const { bank } = await given({ isBehind: true });
    await bank.pay(payment);
    expect(await bank.stateOf(payment.key, SOON)).toEqual({ kind: 'unknown', code: 'not_found_yet' });
    expect(await bank.stateOf(payment.key, NEVER_RECEIVED_AFTER_MS)).toEqual({
      kind: 'refused',
      code: 'never_received',
    });
  });

  it.each([
    [
      'a request that it does not take',
      400,
      { message: 'Invalid', details: { failureCode: 'X1', failureReason: '' } },
      'invalid',
    ],
    ['an empty float', 400, { message: 'insufficient balance' }, 'invalid'],
    ['a reason of the network', 400, { message: 'x', details: { failureCode: 'AC04', failureReason: '' } }, 'AC04'],
  ])('is refused for %s', async (_, status, body, code) => {
    const { bank } = await given({ fault: () => ({ status, body: JSON.stringify(body) }) });
    expect(await bank.pay(payment)).toEqual({ kind: 'refused', code });
  });

  it.each([
    ['a 400 of a server in between', { status: 400, body: '<html>Bad Request</html>' }],
    ['a 500', { status: 500, body: '{"message":"Internal"}' }],
    ['an answer without a state', { status: 201, body: '{"PaymentStatus":{}}' }],
    ['silence', 'silence'],
  ] as const)('is in doubt after %s', async (_, answer) => {
    const { bank } = await given({ fault: () => answer });
    expect(await bank.pay(payment)).toMatchObject({ kind: 'unknown' });
  });

  it('that failed for a reason of no list tells none', async () => {
    const status = { paymentId: 'p', status: 'FAILED', failureReason: 'Something else', createdDatetime: '' };
    const { bank } = await given({ fault: () => ({ status: 201, body: JSON.stringify({ PaymentStatus: status }) }) });
    expect(await bank.pay(payment)).toEqual({ kind: 'refused', code: 'NARR' });
  });
});

describe('a BSB', () => {
  it.each([
    ['939300', { kind: 'done', value: { isInstant: true, takesPayTo: true } }],
    ['939301', { kind: 'done', value: { isInstant: true, takesPayTo: false } }],
    ['939200', { kind: 'refused', code: 'unknown_bsb' }],
  ])('%s is reached as the network says', async (bsb, outcome) => {
    const { bank } = await given();
    expect(await bank.reachOf(bsb)).toEqual(outcome);
  });

  it('is not said to be unknown by a page that does not exist', async () => {
    const { bank } = await given({ fault: () => ({ status: 404, body: '<html>Not Found</html>' }) });
    expect(await bank.reachOf('939300')).toMatchObject({ kind: 'unknown' });
  });
});

describe('a PayID', () => {
  const ASKER = { person: 'p', address: 'a' };

  it.each([
    ['email', AZUPAY_TEST.payId, 'EMAIL'],
    ['phone', '+61-400000112', 'PHONE'],
    ['business', '89900000022', 'ABN'],
    ['organisation', 'hm*canteen', 'ORG'],
  ] as const)('that is of a kind of ours (%s) is asked for as one of theirs', async (kind, value, payIDType) => {
    const { bank, server } = await given();
    await bank.resolve?.({ kind, value }, ASKER);
    expect(azupayPayId.parse(JSON.parse(server.calls[0]?.body.toString('utf8') ?? ''))).toEqual({
      payID: value,
      payIDType,
    });
  });

  it('has the name that its bank gives, and no account', async () => {
    const { bank } = await given();
    expect(await bank.resolve?.({ kind: 'email', value: AZUPAY_TEST.payId }, ASKER)).toEqual({
      kind: 'done',
      value: { name: 'Edward Engineer', account: null, bank: null },
    });
  });

  it.each([
    [
      'that no one has',
      { status: 404, body: '{"message":"Account Not Found"}' },
      { kind: 'refused', code: 'unknown_pay_id' },
    ],
    [
      'whose bank is not reached',
      { status: 200, body: '{"AccountStatus":{"nppReachable":false,"paytoReachable":false,"aliasName":"E"}}' },
      { kind: 'refused', code: 'not_reachable' },
    ],
    ['on a page that does not exist', { status: 404, body: '<html>Not Found</html>' }, { kind: 'unknown' }],
    [
      'without a name',
      { status: 200, body: '{"AccountStatus":{"nppReachable":true,"paytoReachable":true}}' },
      { kind: 'unknown' },
    ],
  ])('%s is not paid', async (_, answer, outcome) => {
    const { bank } = await given({ fault: () => answer });
    expect(await bank.resolve?.({ kind: 'email', value: 'li@example.com' }, ASKER)).toMatchObject(outcome);
  });

  it('that is too long for them is not asked for', async () => {
    const { bank, server } = await given();
    const value = `${'a'.repeat(130)}@example.com`;
    expect(await bank.resolve?.({ kind: 'email', value }, ASKER)).toEqual({ kind: 'refused', code: 'unknown_pay_id' });
    expect(server.calls).toEqual([]);
  });

  it('is paid by itself, because its account is not known', async () => {
    const { bank, server } = await given();
    const payId = { kind: 'email', value: AZUPAY_TEST.payId } as const;
    expect(await bank.pay({ ...payment, bsb: '', accountNumber: payId.value, payId })).toEqual({ kind: 'pending' });
    const { Payment } = azupayPayment.parse(JSON.parse(server.calls[0]?.body.toString('utf8') ?? ''));
    expect(Payment).toMatchObject({ payID: AZUPAY_TEST.payId, payIDType: 'EMAIL' });
    expect(Payment).not.toHaveProperty('bsb');
  });
});

it('is signed in to by its balance, and a wrong key is told', async () => {
  const { bank, server } = await given();
  expect(await bank.probe?.()).toEqual({ kind: 'done', value: null });
  const wrong = openAzupayBank({ ...server.settings, apiKey: 'wrong' }, givenPolicy());
  expect(await wrong.probe?.()).not.toMatchObject({ kind: 'done' });
});
