import type { Transaction } from '@wattle/contract/transactions/transaction.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { TEST_START } from '../../../test-support/processes/database.ts';
import {
  givenCard,
  givenHolder,
  givenSession,
  givenWebAccount,
  type TestCard,
} from '../../../test-support/factories.ts';
import { freshReference, purchaseOf, sendNetwork } from '../../../test-support/network.ts';
import { TRANSFER_CODE } from '../../ledger/ledger.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { recordPosting } from './record-posting.store.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
beforeEach(() => test.ctx.setBusinessTime(TEST_START));
afterAll(() => test.close());

type Headers = { readonly authorization: string };
type List = { HasMore: boolean; Transactions: Transaction[]; AsOf: number; Total: number };

const post = (url: string, headers: Headers, body: object) =>
  test.app.inject({
    method: 'POST',
    url: `/api/${url}`,
    headers: { ...headers, 'content-type': 'application/json' },
    payload: body,
  });

async function recentOf(card: TestCard, headers: Headers) {
  const response = await post('transaction/recent', headers, { Card: card.reference });
  expect(response.statusCode).toBe(200);
  return response.json<List>();
}

function pageUrl(query: object): string {
  return `/api/transaction?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`;
}

async function pageOf(headers: Headers, query: object): Promise<List> {
  const response = await test.app.inject({ method: 'GET', url: pageUrl(query), headers });
  expect(response.statusCode).toBe(200);
  return response.json<List>();
}

async function givenUser(balance = 1_000_000n) {
  const card = await givenCard(test.ctx, { balance, isDefault: true });
  const { headers } = await givenSession(test.ctx, { card });
  return { card, headers };
}

/** Posts so many purchases of 1.00, 2.00, 3.00 … straight from the scheme. */
async function givenPosted(card: TestCard, count: number, given: object = {}) {
  for (let number = 1; number <= count; number += 1) {
    await sendNetwork(test, 'clearings', purchaseOf(card, { amount: number * 100, ...given }));
  }
}

const sequences = (list: List) => list.Transactions.map((row) => row.Sequence);

describe('POST transaction/recent', () => {
  it('gives pending rows, then declined ones, then the 10 newest posted', async () => {
    const { card, headers } = await givenUser();
    await givenPosted(card, 11);
    const noodles = {
      merchant: { name: 'TINROOF NOODLES 0417 SURRY HILLS NSWAU', city: 'SURRY HILLS', country: 'AU', mcc: '5812' },
    };
    await sendNetwork(test, 'authorisations', purchaseOf(card, { amount: 6_345, ...noodles }));
    await sendNetwork(
      test,
      'authorisations',
      purchaseOf(card, { amount: 4_400, merchant: { name: 'Bets', country: 'AU', mcc: '7995' } }),
    );
    const list = await recentOf(card, headers);
    const [pending, declined, ...posted] = list.Transactions;
    expect(pending).toEqual({
      TransactionDate: '2026-11-20T02:00:00Z',
      Description: 'Tinroof Noodles',
      Amount: -63.45,
      HideAmount: false,
      Sequence: null,
      IsPending: true,
      IsDeclined: false,
      DeclineReason: null,
      TransactionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      Kind: 'purchase',
      Category: 'eatingOut',
      Channel: 'contactless',
      DescriptionIn: null,
      Counterparty: null,
      RawDescription: 'TINROOF NOODLES 0417 SURRY HILLS NSWAU',
      Collector: null,
      BalanceAfter: null,
      Reference: expect.stringMatching(/^\d{11}$/),
      CardEnding: card.pan.slice(-4),
      Country: 'AU',
      IsEstimate: false,
      ShopAmount: null,
      HeldFee: null,
      AskedAmount: null,
      ApprovedAmount: null,
      CashAmount: null,
      LapseReason: null,
      SpendLimit: null,
      ExpectedOn: null,
    });
    expect(declined).toMatchObject({
      IsDeclined: true,
      IsPending: false,
      DeclineReason: 'categoryRefused',
      Amount: -44,
      Sequence: null,
    });
    // The opening deposit is row 1; 11 purchases follow.
    expect(posted.map((row) => row.Sequence)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
    expect(list.HasMore).toBe(true);
    // 10,000.00 less 1.00 + 2.00 + … + 11.00.
    expect(posted[0]).toMatchObject({ Amount: -11, BalanceAfter: 9934, IsPending: false, Description: 'Corner Cafe' });
  });

  it('shows a fuel pump’s hold as an estimate, and the remainder of a reduced hold', async () => {
    const { card, headers } = await givenUser();
    const pump = purchaseOf(card, { amount: 10_000, merchant: { name: 'REDBACK FUEL', country: 'AU', mcc: '5542' } });
    await sendNetwork(test, 'authorisations', pump);
    expect((await recentOf(card, headers)).Transactions[0]).toMatchObject({
      Amount: -100,
      IsEstimate: true,
      ShopAmount: null,
      HeldFee: null,
      Category: 'fuel',
    });
    await sendNetwork(test, 'reversals', {
      reference: freshReference(),
      original: pump.reference,
      replacementAmount: 6_150,
    });
    expect((await recentOf(card, headers)).Transactions[0]).toMatchObject({ Amount: -61.5 });
    await sendNetwork(test, 'clearings', {
      ...pump,
      original: pump.reference,
      reference: freshReference(),
      amount: 6_150,
    });
    const { Transactions } = await recentOf(card, headers);
    expect(Transactions).toHaveLength(2);
    expect(Transactions[0]).toMatchObject({ Amount: -61.5, Sequence: 2, IsPending: false, IsEstimate: false });
  });

  it('keeps the id of a row when it is posted, and shows it once', async () => {
    const { card, headers } = await givenUser();
    const purchase = purchaseOf(card);
    await sendNetwork(test, 'authorisations', purchase);
    const [pending] = (await recentOf(card, headers)).Transactions;
    await sendNetwork(test, 'clearings', { ...purchase, original: purchase.reference, reference: freshReference() });
    const rows = (await recentOf(card, headers)).Transactions.filter((row) => row.Description === 'Corner Cafe');
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      TransactionId: pending?.TransactionId,
      Reference: pending?.Reference,
      Sequence: 2,
    });
  });

  it('drops a declined row after 30 days', async () => {
    const { card, headers } = await givenUser(100n);
    await sendNetwork(test, 'authorisations', purchaseOf(card));
    test.ctx.setBusinessTime('2026-12-20T02:00:00Z');
    expect((await recentOf(card, headers)).Transactions.filter((row) => row.IsDeclined)).toHaveLength(1);
    test.ctx.setBusinessTime('2026-12-20T02:00:01Z');
    expect((await recentOf(card, headers)).Transactions.filter((row) => row.IsDeclined)).toHaveLength(0);
  });

  it('shows a nominee the rows of the shared account', async () => {
    const { card } = await givenUser();
    const nominee = await givenHolder(test.ctx, { brand: card.brand });
    const own = await givenCard(test.ctx, { account: card.account, holder: nominee });
    const webAccount = await givenWebAccount(test.ctx, { holder: nominee, account: card.account, extension: '01' });
    const { headers } = await givenSession(test.ctx, { webAccount });
    await sendNetwork(test, 'authorisations', purchaseOf(card));
    const [row] = (await recentOf(own, headers)).Transactions;
    expect(row).toMatchObject({ IsPending: true, CardEnding: card.pan.slice(-4) });
  });
});

describe('GET transaction', () => {
  it('pages back from the newest row, without a gap or a repeat', async () => {
    const { card, headers } = await givenUser();
    await givenPosted(card, 11);
    const { accountNumber } = card.account;
    const first = await pageOf(headers, { accountNumber, count: 5, skip: 0 });
    expect([sequences(first), first.HasMore, first.AsOf, first.Total]).toEqual([[12, 11, 10, 9, 8], true, 12, 12]);
    const second = await pageOf(headers, { accountNumber, count: 5, skip: 5 });
    expect([sequences(second), second.HasMore]).toEqual([[7, 6, 5, 4, 3], true]);
    const third = await pageOf(headers, { accountNumber, count: 5, skip: 10 });
    expect([sequences(third), third.HasMore]).toEqual([[2, 1], false]);
    const beyond = await pageOf(headers, { accountNumber, count: 5, skip: 12 });
    expect([sequences(beyond), beyond.HasMore]).toEqual([[], false]);
  });

  it('returns a stable list with asOf while rows arrive', async () => {
    const { card, headers } = await givenUser();
    await givenPosted(card, 4);
    const { accountNumber } = card.account;
    const first = await pageOf(headers, { accountNumber, count: 2, skip: 0 });
    await givenPosted(card, 3);
    const second = await pageOf(headers, { accountNumber, count: 2, skip: 2, asOf: first.AsOf });
    expect([sequences(first), sequences(second), second.Total]).toEqual([[5, 4], [3, 2], 5]);
  });

  it('gives only posted rows', async () => {
    const { card, headers } = await givenUser();
    await sendNetwork(test, 'authorisations', purchaseOf(card));
    await sendNetwork(test, 'authorisations', purchaseOf(card, { amount: 99_999_999 }));
    const list = await pageOf(headers, { accountNumber: card.account.accountNumber, count: 50, skip: 0 });
    expect(sequences(list)).toEqual([1]);
  });

  it.each([
    ['accountNumber', { accountNumber: '12', count: 10, skip: 0 }],
    ['count', { accountNumber: '200100017', count: 51, skip: 0 }],
    ['count', { accountNumber: '200100017', count: 0, skip: 0 }],
    ['count', { accountNumber: '200100017', skip: 0 }],
    ['skip', { accountNumber: '200100017', count: 10, skip: -1 }],
    ['skip', { accountNumber: '200100017', count: 10, skip: '1e3' }],
    ['asOf', { accountNumber: '200100017', count: 10, skip: 0, asOf: 'now' }],
  ])('with a wrong %s is answered 400 and names the field', async (field, query) => {
    const { headers } = await givenUser(0n);
    const response = await test.app.inject({ method: 'GET', url: pageUrl(query), headers });
    expect([response.statusCode, response.json().field]).toEqual([400, field]);
  });

  it('answers 10000 for an account that no card of the caller draws on', async () => {
    const { headers } = await givenUser();
    const { card: stranger } = await givenUser();
    for (const accountNumber of [stranger.account.accountNumber, '999999999']) {
      const url = pageUrl({ accountNumber, count: 10, skip: 0 });
      const response = await test.app.inject({ method: 'GET', url, headers });
      expect([response.statusCode, response.json().error]).toEqual([400, ['10000']]);
    }
  });
});

describe('POST transaction/spending', () => {
  it('adds posted debits by month and category, less refunds', async () => {
    const { card, headers } = await givenUser();
    const grocers = { merchant: { name: 'KURRAJONG GROCERS', country: 'AU', mcc: '5411' } };
    const on = async (day: string, path: 'clearings' | 'refunds' | 'authorisations', given: object) => {
      test.ctx.setBusinessTime(`${day}T02:00:00Z`);
      await sendNetwork(test, path, purchaseOf(card, given));
    };
    await on('2026-05-31', 'clearings', { amount: 100 });
    await on('2026-06-01', 'clearings', { amount: 250 });
    await on('2026-10-20', 'clearings', { amount: 3_000, ...grocers });
    await on('2026-10-21', 'clearings', { amount: 4_000, ...grocers });
    await on('2026-11-03', 'clearings', { amount: 1_000 });
    await on('2026-11-10', 'clearings', { amount: 2_550, ...grocers });
    await on('2026-11-12', 'refunds', { amount: 500, ...grocers });
    await on('2026-11-19', 'authorisations', { amount: 700 });
    test.ctx.setBusinessTime(TEST_START);
    const response = await post('transaction/spending', headers, { Card: card.reference });
    expect(response.json()).toEqual({
      Months: [
        { Month: '2026-06-01', Amount: 2.5 },
        { Month: '2026-07-01', Amount: 0 },
        { Month: '2026-08-01', Amount: 0 },
        { Month: '2026-09-01', Amount: 0 },
        { Month: '2026-10-01', Amount: 70 },
        { Month: '2026-11-01', Amount: 30.5 },
      ],
      Categories: [
        { Category: 'groceries', Amount: 20.5 },
        { Category: 'eatingOut', Amount: 10 },
      ],
      EarlierCategories: [
        { Month: '2026-10-01', Category: 'groceries', Amount: 70 },
        { Month: '2026-06-01', Category: 'eatingOut', Amount: 2.5 },
      ],
      PreviousToDate: 30,
      InterestThisMonth: 0,
    });
  });

  it('shows the interest that was paid in this month, and card/details that of the tax years', async () => {
    const { card, headers } = await givenUser(0n);
    const ledger = openLedger();
    const { tenantId } = card.brand;
    const pay = (kind: 'interest' | 'withholdingTax', cents: bigint, day: string, postedAt: string) =>
      test.ctx.database.transact(tenantId, async (tx) => {
        const other = await ledger.settlementAccount(tx, tenantId, kind);
        const own = card.account.ledgerAccountId;
        const posted = await ledger.post(tx, {
          tenantId,
          key: `interest:${card.id}:${kind}:${day}`,
          debit: kind === 'interest' ? other : own,
          credit: kind === 'interest' ? own : other,
          amount: cents,
          code: TRANSFER_CODE[kind],
          effectiveAt: Date.parse(`${day}T12:00:00Z`),
          postedAt: Date.parse(postedAt),
        });
        if (!posted.ok) throw new Error(posted.refusal);
        recordPosting(tx, {
          tenantId,
          memberAccountId: card.account.id,
          ledgerAccountId: own,
          seq: kind === 'interest' ? posted.value.creditSeq : posted.value.debitSeq,
          transferId: posted.value.id,
          amount: cents,
          day,
          kind,
          category: 'other',
          description: kind,
        });
      });
    await pay('interest', 300n, '2025-06-30', '2025-06-30T14:05:00Z');
    await pay('interest', 400n, '2026-06-30', '2026-06-30T14:05:00Z');
    await pay('withholdingTax', 188n, '2026-06-30', '2026-06-30T14:05:00Z');
    await pay('interest', 500n, '2026-07-31', '2026-07-31T14:05:00Z');
    await pay('interest', 600n, '2026-10-31', '2026-10-31T13:05:00Z');
    await pay('withholdingTax', 282n, '2026-10-31', '2026-10-31T13:05:00Z');
    const spending = await post('transaction/spending', headers, { Card: card.reference });
    // Effective on 31 October, paid in on 1 November.
    expect(spending.json().InterestThisMonth).toBe(6);
    const details = await post('card/details', headers, { Card: card.reference });
    expect(details.json()).toMatchObject({
      InterestYearToDate: 11,
      InterestLastYear: 4,
      WithholdingTaxYearToDate: 2.82,
      WithholdingTaxLastYear: 1.88,
    });
  });
});
