import { afterEach, describe, expect, it } from 'vitest';
import { givenZeptoBank } from '../../../test-support/outside/npp/zepto.ts';
import { zeptoContact, zeptoPayment } from '../../../test-support/outside/npp/zepto.schema.ts';
import { givenPolicy } from '../../../test-support/policy.ts';
import { NEVER_RECEIVED_AFTER_MS } from './port.ts';
import { openZeptoBank } from './zepto.ts';

type Server = Awaited<ReturnType<typeof givenZeptoBank>>;
const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

const CALLED_AT = Date.parse('2026-12-01T02:00:00Z');
const SOON = 5_000;

async function given(parts: Parameters<typeof givenZeptoBank>[0] = {}) {
  const server = await givenZeptoBank(parts);
  servers.push(server);
  return { server, bank: openZeptoBank(server.settings, { now: () => CALLED_AT + SOON }, givenPolicy()) };
}

const payment = {
  key: 'k'.repeat(22),
  bsb: '062000',
  accountNumber: '12345678',
  name: 'Jordan Blake',
  amount: 10_05n,
  remitter: "Li Wei O'Neil",
  reference: 'Rent',
};
const bodyOf = (server: Server, nth: number): unknown => JSON.parse(server.calls[nth]?.body.toString('utf8') ?? '');

describe('a payment', () => {
  it('is a contact first, then cents by the instant network alone, with the payer in its description', async () => {
    const { bank, server } = await given();
    expect(await bank.pay({ ...payment, name: 'Zoë 李' })).toEqual({ kind: 'pending' });
    expect(zeptoContact.parse(bodyOf(server, 0))).toEqual({
      name: 'Zoe ?',
      email: 'payees@bank.example',
      branch_code: '062000',
      account_number: '12345678',
    });
    const sent = zeptoPayment.parse(bodyOf(server, 1));
    expect(sent).toMatchObject({
      matures_at: '2026-12-01T02:00:05.000Z',
      channels: ['new_payments_platform'],
      metadata: { wattle_key: payment.key },
      payouts: [
        {
          amount: 1005,
          description: "Rent from Li Wei O'Neil",
          end_to_end_id: payment.key,
          metadata: { wattle_key: payment.key },
        },
      ],
    });
    expect(server.calls[1]?.headers).toMatchObject({
      authorization: 'Bearer only-for-servers',
      'idempotency-key': payment.key,
      'zepto-api-version': '20260101',
    });
  });

  it('is settled when the credit of its payee has cleared', async () => {
    const { bank } = await given();
    await bank.pay(payment);
    expect(await bank.stateOf(payment.key, SOON)).toEqual({ kind: 'done', value: { bankId: 'CT.1' } });
  });

  it('is found behind a full page of others', async () => {
    const { bank } = await given({ others: 150 });
    await bank.pay(payment);
    expect(await bank.stateOf(payment.key, SOON)).toEqual({ kind: 'done', value: { bankId: 'CT.1' } });
  });

  it('stays in doubt among more transactions than are read', async () => {
    const { bank } = await given({ others: 2_500 });
    await bank.pay(payment);
    expect(await bank.stateOf(payment.key, SOON)).toEqual({ kind: 'unknown', code: 'too_many' });
  });

  // Failures of instant credits, by the amounts of the provider's sandbox.
  it.each([
    [3_01n, 'AB08'],
    [3_02n, 'AGNT'],
    [3_03n, 'AC14'],
    [3_04n, 'AC03'],
    [3_05n, 'AB08'],
    [3_06n, 'AC04'],
    [3_07n, 'AB08'],
    [3_08n, 'AC06'],
    [3_99n, 'NARR'],
  ])('of %s cents is refused with %s', async (amount, code) => {
    const { bank } = await given();
    await bank.pay({ ...payment, amount });
    expect(await bank.stateOf(payment.key, SOON)).toEqual({ kind: 'refused', code });
  });

  it.each(['maturing', 'matured', 'preprocessing', 'processing', 'clearing', 'paused', 'pending_verification'])(
    'that is %s is pending',
    async (status) => {
      const transaction = { ref: 'C.1', type: 'credit', category: 'payout', status };
      const data = [{ ...transaction, metadata: { wattle_key: payment.key } }];
      const { bank } = await given({ fault: () => ({ status: 200, body: JSON.stringify({ data }) }) });
      expect(await bank.stateOf(payment.key, SOON)).toEqual({ kind: 'pending' });
    },
  );

  it('whose float was empty is refused for it', async () => {
    const failed = { ref: 'D.1', type: 'debit', category: 'payout', status: 'voided', failure: { code: 'E152' } };
    const data = [{ ...failed, metadata: { wattle_key: payment.key } }];
    const { bank } = await given({ fault: () => ({ status: 200, body: JSON.stringify({ data }) }) });
    expect(await bank.stateOf(payment.key, SOON)).toEqual({ kind: 'refused', code: 'AM04' });
  });

  it('that is not known yet is in doubt, and was never received 10 minutes later', async () => {
    const { bank } = await given();
    expect(await bank.stateOf(payment.key, SOON)).toEqual({ kind: 'unknown', code: 'not_found_yet' });
    expect(await bank.stateOf(payment.key, NEVER_RECEIVED_AFTER_MS)).toEqual({
      kind: 'refused',
      code: 'never_received',
    });
  });

  it('whose contact was not answered has not been sent', async () => {
    const { bank, server } = await given({
      fault: ({ url }) => (url === '/contacts/anyone' ? 'hang up' : undefined),
    });
    expect(await bank.pay(payment)).toMatchObject({ kind: 'unsent' });
    expect(server.calls.map(({ url }) => url)).toEqual(['/contacts/anyone']);
  });

  it.each(['Your bank account has insufficient funds', 'Channels must be one of'])(
    'that is not taken (%s) is refused',
    async (errors) => {
      const { bank } = await given({
        fault: ({ url }) => (url === '/payments' ? { status: 400, body: JSON.stringify({ errors }) } : undefined),
      });
      expect(await bank.pay(payment)).toEqual({ kind: 'refused', code: 'invalid' });
    },
  );

  it.each([
    ['a 400 of a server in between', { status: 400, body: '<html>Bad Request</html>' }],
    ['a 500', { status: 500, body: '{"errors":"Internal"}' }],
    ['an answer without a number', { status: 201, body: '{"data":{}}' }],
    ['silence', 'silence'],
  ] as const)('is in doubt after %s', async (_, answer) => {
    const { bank } = await given({ fault: ({ url }) => (url === '/payments' ? answer : undefined) });
    expect(await bank.pay(payment)).toMatchObject({ kind: 'unknown' });
  });

  it('is not said to be unpaid by a question that was refused', async () => {
    const { bank } = await given({ fault: () => ({ status: 400, body: '{"errors":"page is invalid"}' }) });
    expect(await bank.stateOf(payment.key, NEVER_RECEIVED_AFTER_MS)).toMatchObject({ kind: 'unknown' });
  });
});

it('is tried for each BSB, because Zepto does not say which it reaches', async () => {
  const { bank } = await given();
  expect(await bank.reachOf('062000')).toEqual({ kind: 'done', value: { isInstant: true, takesPayTo: false } });
});

it('is signed in to by its float, and a wrong token is told', async () => {
  const { bank, server } = await given();
  expect(await bank.probe?.()).toEqual({ kind: 'done', value: null });
  const wrong = openZeptoBank({ ...server.settings, apiKey: 'wrong' }, { now: () => CALLED_AT }, givenPolicy());
  expect(await wrong.probe?.()).not.toMatchObject({ kind: 'done' });
});
