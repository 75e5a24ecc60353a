import { afterEach, describe, expect, it } from 'vitest';
import {
  type AzupayRequest,
  givenAzupayRequests,
  paidRequest,
} from '../../../test-support/outside/npp/azupay-incoming.ts';
import { givenPolicy } from '../../../test-support/policy.ts';
import { openAzupayBank } from './azupay.ts';
import { NEVER_RECEIVED_AFTER_MS } from './port.ts';

type Server = Awaited<ReturnType<typeof givenAzupayRequests>>;
const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function given(
  pages: readonly (readonly AzupayRequest[])[],
  parts: Parameters<typeof givenAzupayRequests>[1] = {},
) {
  const server = await givenAzupayRequests(pages, parts);
  servers.push(server);
  const settings = {
    provider: 'azupay',
    url: server.url,
    apiKey: 'SECR1',
    noticeKey: 'a-notice-key-of-24-chars',
  } as const;
  return { server, bank: openAzupayBank(settings, givenPolicy()).incoming ?? expect.fail('it reads what comes in') };
}

const SINCE = Date.parse('2026-12-01T01:50:00Z');
const incoming = {
  networkId: 'AZUPAU2SXXXN20261201000000000000002',
  bankId: 'K+9p4EE0=',
  amount: 101_95n,
  settledAt: Date.parse('2026-12-01T02:00:03Z'),
  to: { payId: 'x7k2m9@pay.example' },
  from: { bsb: '062000', accountNumber: '12345999' },
  payer: 'Mia Wong',
  reference: 'Rent',
  wentBack: false,
};
const sent = { key: 'k'.repeat(22), bankId: 'K+9p4EE0=', amount: 101_95n };

describe('movements', () => {
  it('are all pages of what was received, with the balance', async () => {
    const waiting = paidRequest({ paymentRequestId: 'P+1=', status: 'WAITING', amountReceived: undefined });
    const other = paidRequest({ paymentRequestId: 'B=', nppTransactionId: 'N2', status: 'RETURN_COMPLETE' });
    const { bank, server } = await given([[waiting, paidRequest()], [other]]);
    expect(await bank.movements(SINCE)).toEqual({
      kind: 'done',
      value: {
        incoming: [incoming, { ...incoming, bankId: 'B=', networkId: 'N2', wentBack: true }],
        balance: 34_934_05n,
      },
    });
    expect(JSON.parse(server.calls[0]?.body.toString('utf8') ?? '')).toEqual({
      PaymentRequestSearch: { fromDate: '2026-12-01T01:50:00.000Z', searchByDateType: 'COMPLETED_DESC' },
    });
  });

  it('say no payer and no origin where the provider does not, and are known by its own id then', async () => {
    const bare = { payerInformation: undefined, nppTransactionId: undefined, payerPaymentReference: undefined };
    const { bank } = await given([[paidRequest(bare)]]);
    const read = { ...incoming, networkId: 'K+9p4EE0=', from: null, payer: '', reference: 'Rent of December' };
    expect(await bank.movements(SINCE)).toMatchObject({ value: { incoming: [read] } });
  });

  it.each([
    ['without its amount', { amountReceived: undefined }],
    ['without its moment', { completedDatetime: undefined }],
    ['in a state that is not known', { status: 'LOST' }],
  ])('with a payment %s are not believed', async (_, is) => {
    const { bank } = await given([[paidRequest(is)]]);
    expect(await bank.movements(SINCE)).toMatchObject({ kind: 'unknown', code: 'unreadable' });
  });
});

describe('a payment that goes back', () => {
  it('is asked about first, refunded once, and pending until it is settled', async () => {
    const { bank, server } = await given([[paidRequest()]]);
    expect(await bank.sendBack(sent)).toEqual({ kind: 'pending' });
    expect(await bank.sendBack(sent)).toEqual({ kind: 'pending' });
    const refunds = server.calls.filter(({ url }) => url.startsWith('/v1/paymentRequest/refund'));
    expect(refunds.map(({ url }) => url)).toEqual([
      `/v1/paymentRequest/refund?id=K%2B9p4EE0%3D&clientRefundID=${sent.key}`,
    ]);
  });

  it.each([
    ['RETURN_COMPLETE', { kind: 'done', value: { bankId: 'K+9p4EE0=' } }],
    ['RETURN_FAILED', { kind: 'refused', code: 'NARR' }],
  ])('has the end %s', async (refund, end) => {
    const { bank } = await given([[paidRequest()]], { refund });
    expect(await bank.sendBack(sent)).toEqual(end);
    expect(await bank.sentBack(sent, 5_000)).toEqual(end);
  });

  it('that the provider has not begun was never asked for 10 minutes later', async () => {
    const { bank } = await given([[paidRequest()]]);
    expect(await bank.sentBack(sent, 5_000)).toMatchObject({ kind: 'unknown' });
    expect(await bank.sentBack(sent, NEVER_RECEIVED_AFTER_MS)).toEqual({ kind: 'refused', code: 'never_received' });
  });

  it('is not asked for where the provider does not answer about it', async () => {
    const { bank, server } = await given([[paidRequest()]], {
      fault: () => ({ status: 500, headers: { 'content-type': 'application/json' }, body: '{}' }),
    });
    expect(await bank.sendBack(sent)).toMatchObject({ kind: 'unsent' });
    expect(server.calls).toHaveLength(1);
  });
});

it('payments that came back are found among those that were made, each with its reason', async () => {
  const made = (status: string, given: object = {}) => ({
    Payment: { clientPaymentId: 'k'.repeat(22), paymentAmount: '10.05' },
    PaymentStatus: { paymentId: 'az-1', status, nppTransactionId: 'N1', createdDatetime: '', ...given },
  });
  const records = [
    made('SETTLED'),
    made('RETURNED', { returnedReason: 'AC04' }),
    made('RETURNED', { paymentId: 'az-2', nppTransactionId: undefined, returnedReason: 'closed' }),
  ];
  const asked: unknown[] = [];
  const { bank } = await given([], {
    fault(call) {
      if (call.url !== '/v1/payment/search') return undefined;
      asked.push(JSON.parse(call.body.toString('utf8')));
      return {
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ recordCount: 3, records }),
      };
    },
  });
  expect(await bank.returned(SINCE)).toEqual({
    kind: 'done',
    value: [
      { returnId: 'N1R', networkId: 'N1', amount: 10_05n, code: 'AC04' },
      { returnId: 'az-2R', networkId: 'az-2', amount: 10_05n, code: 'NARR' },
    ],
  });
  expect(asked).toEqual([{ PaymentSearch: { fromDate: '2026-12-01T01:50:00.000Z' } }]);
});

it('a notice is of the bank where its header has the key', async () => {
  const { bank } = await given([]);
  const body = Buffer.from('{}');
  expect(bank.isFromBank({ authorization: 'a-notice-key-of-24-chars' }, body)).toBe(true);
  for (const authorization of [undefined, '', 'another', 'SECR1'])
    expect(bank.isFromBank({ authorization }, body)).toBe(false);
});
