import { afterEach, describe, expect, it } from 'vitest';
import {
  type AzupayAgreementsGiven,
  givenAzupayAgreements,
} from '../../../../test-support/outside/npp/azupay-agreements.ts';
import { azupayAgreement, azupayInitiation } from '../../../../test-support/outside/npp/azupay-agreements.schema.ts';
import { givenPolicy } from '../../../../test-support/policy.ts';
import { openAzupayAgreements } from './azupay.ts';
import { NEVER_RECEIVED_AFTER_MS } from '../port.ts';

type Server = Awaited<ReturnType<typeof givenAzupayAgreements>>;
const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function given(parts: Partial<AzupayAgreementsGiven> = {}) {
  const server = await givenAzupayAgreements({
    agreement: { status: 'CREATED' },
    initiation: { status: 'CREATED' },
    ...parts,
  });
  servers.push(server);
  return { server, bank: openAzupayAgreements(server.settings, 'CLIENT1', givenPolicy()) };
}

const ID = 'K+9p4EE/0r=';
const SOON = 5_000;
const asked = {
  key: 'k'.repeat(22),
  bsb: '062000',
  accountNumber: '12345678',
  name: 'Zoë  Li',
  maximum: 300_00n,
  payee: 'Harbour Mutual',
  description: 'Top-up account 0017',
  startsOn: '2026-12-01',
};
const debit = { key: 'd'.repeat(22), agreement: ID, amount: 200_05n, reference: 'AUTO TOP-UP 7' };

describe('an agreement', () => {
  it('is asked for as the page describes it: adhoc, up to a maximum, 5 days less a minute to approve it', async () => {
    const { bank, server } = await given();
    expect(await bank.ask(asked)).toEqual({ kind: 'done', value: { bankId: ID, state: { is: 'pending' } } });
    const sent = azupayAgreement.parse(JSON.parse(server.calls[0]?.body.toString('utf8') ?? ''));
    expect(sent.PaymentAgreement).toEqual({
      clientId: 'CLIENT1',
      contractId: asked.key,
      clientTransactionId: asked.key,
      agreementExpiryMinutes: 7_199,
      payerDetails: {
        name: 'Zoe Li',
        type: 'Person',
        bankAccountDetails: { bsb: '062000', accountNumber: '12345678' },
      },
      payeeDetails: { payeeName: 'Harbour Mutual' },
      paymentAgreementType: 'PERSONAL',
      description: 'Top-up account 0017',
      agreementDetails: {
        usageBasedAgreementDetails: { maximumAmount: '300.00', startDate: '2026-12-01', frequency: 'ADHOC' },
      },
    });
  });

  it.each([
    [{ status: 'ACTIVE' }, { is: 'active' }],
    [
      { status: 'SUSPENDED', lastStatusBy: 'PAYER' },
      { is: 'paused', by: 'payer' },
    ],
    [
      { status: 'SUSPENDED', lastStatusBy: 'MERCHANT' },
      { is: 'paused', by: 'us' },
    ],
    [
      { status: 'SUSPENDED', lastStatusBy: 'PAYER', reasonCode: 'MSUC' },
      { is: 'paused', by: 'scheme' },
    ],
    [{ status: 'CANCELLED', previousStatus: 'CREATED', reasonCode: 'NOAS' }, { is: 'expired' }],
    [{ status: 'CANCELLED', previousStatus: 'CREATED', lastStatusBy: 'PAYER', reasonCode: 'MD16' }, { is: 'declined' }],
    [{ status: 'CANCELLED', previousStatus: 'ACTIVE', lastStatusBy: 'PAYER', reasonCode: 'MD16' }, { is: 'cancelled' }],
    [{ status: 'FAILED', failureCode: 'AZP2.2' }, { is: 'unsupported' }],
    [{ status: 'FAILED', failureCode: 'AZP4.1' }, { is: 'failed' }],
  ])('of %o is %o', async (agreement, state) => {
    const { bank } = await given({ agreement });
    await bank.ask(asked);
    expect(await bank.agreementOf(asked.key, SOON)).toEqual({ kind: 'done', value: { bankId: ID, state } });
  });

  it('that the search does not know yet is in doubt, and was never received 10 minutes later', async () => {
    const { bank } = await given({ isBehind: true });
    expect(await bank.agreementOf(asked.key, SOON)).toEqual({ kind: 'unknown', code: 'not_found_yet' });
    expect(await bank.agreementOf(asked.key, NEVER_RECEIVED_AFTER_MS)).toMatchObject({ kind: 'refused' });
  });

  it.each(['12345678901', '1234ABCD', '123'])('of account %s is not asked for', async (accountNumber) => {
    const { bank, server } = await given();
    expect(await bank.ask({ ...asked, accountNumber })).toEqual({ kind: 'refused', code: 'unsupported' });
    expect(server.calls).toEqual([]);
  });

  it.each([
    ['a request that it does not take', 400, '{"message":"Invalid"}', { kind: 'refused', code: 'invalid' }],
    [
      'an account without PayTo',
      400,
      '{"message":"Invalid","details":{"failureCode":"AZP2.2"}}',
      { kind: 'refused', code: 'unsupported' },
    ],
    ['a page of a server in between', 400, '<html>', { kind: 'unknown', code: 'http_400' }],
    ['a 500', 500, '{"message":"Internal"}', { kind: 'unknown', code: 'http_500' }],
  ] as const)('after %s', async (_, status, body, outcome) => {
    const { bank } = await given({ fault: () => ({ status, body }) });
    expect(await bank.ask(asked)).toEqual(outcome);
  });

  it('is changed by its id, and one in another state is refused', async () => {
    const { bank, server } = await given();
    expect(await bank.change(ID, 'paused')).toEqual({ kind: 'done', value: null });
    expect(server.calls[0]?.url).toBe('/v1/paymentAgreement/changeStatus?id=K%2B9p4EE%2F0r%3D&status=SUSPENDED');
    const other = await given({ fault: () => ({ status: 412, body: '{"message":"must be ACTIVE"}' }) });
    expect(await other.bank.change(ID, 'active')).toEqual({ kind: 'refused', code: 'other_state' });
  });
});

describe('a debit', () => {
  it('is as the page describes it', async () => {
    const { bank, server } = await given();
    expect(await bank.debit(debit)).toEqual({ kind: 'pending' });
    const sent = azupayInitiation.parse(JSON.parse(server.calls[0]?.body.toString('utf8') ?? ''));
    expect(sent.PaymentInitiation).toEqual({
      clientId: 'CLIENT1',
      paymentAgreementId: ID,
      clientTransactionId: debit.key,
      paymentAmount: '200.05',
      reference: 'AUTO TOP-UP 7',
    });
  });

  it.each([
    [{ status: 'PENDING' }, { kind: 'pending' }],
    [
      { status: 'SETTLED', nppTransactionId: 'NPP1' },
      { kind: 'done', value: { bankId: 'NPP1' } },
    ],
    [
      { status: 'SETTLED', payerInformation: { fullLegalAccountName: 'Amelia Chen' } },
      { kind: 'done', value: { bankId: 'pi-1', payerName: 'Amelia Chen' } },
    ],
    [
      { status: 'RETURN_COMPLETE', nppTransactionId: 'NPP1' },
      { kind: 'done', value: { bankId: 'NPP1' } },
    ],
    [
      { status: 'FAILED', statusCode: 'AM04' },
      { kind: 'refused', code: 'AM04' },
    ],
    [
      { status: 'FAILED', statusCode: 'not a code' },
      { kind: 'refused', code: 'NARR' },
    ],
  ])('of %o is %o', async (initiation, outcome) => {
    const { bank } = await given({ initiation });
    await bank.debit(debit);
    expect(await bank.debitOf(debit.key, SOON)).toEqual(outcome);
  });

  it('of an agreement that is not active is refused, and another refusal is ours', async () => {
    const message = 'Invalid Payment Agreement status. Should be ACTIVE';
    const one = await given({ fault: () => ({ status: 400, body: JSON.stringify({ message }) }) });
    expect(await one.bank.debit(debit)).toEqual({ kind: 'refused', code: 'NACT' });
    const other = await given({
      fault: () => ({ status: 400, body: '{"message":"Could not find Payment Agreement"}' }),
    });
    expect(await other.bank.debit(debit)).toEqual({ kind: 'refused', code: 'invalid' });
  });

  it('whose answer is lost is in doubt', async () => {
    const { bank } = await given({ fault: () => 'silence' });
    expect(await bank.debit(debit)).toMatchObject({ kind: 'unknown' });
  });
});
