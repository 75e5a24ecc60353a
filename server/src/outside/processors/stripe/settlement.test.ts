import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { CONNECTION } from '../../../../test-support/processors/stripe.ts';
import type { OutsideOutcome } from '../../outcome.ts';
import { referenceOf } from '../reference.ts';
import { objectOf } from './sandbox-settlement.ts';
import { stripeSettlements } from './settlement.ts';

/** The official library's types stand for what Stripe sends. */
const entry = (given: Partial<Stripe.BalanceTransaction>): Stripe.BalanceTransaction => ({
  id: 'txn_1',
  object: 'balance_transaction',
  amount: -1845,
  available_on: 1_795_910_400,
  balance_type: 'issuing',
  created: 1_795_910_400,
  currency: 'aud',
  description: null,
  exchange_rate: null,
  fee: 0,
  fee_details: [],
  net: -1845,
  reporting_category: 'issuing_transaction',
  source: 'ipi_1',
  status: 'available',
  type: 'issuing_transaction',
  ...given,
});

function given(...pages: { readonly data: readonly object[]; readonly has_more: boolean }[]) {
  const asked: URL[] = [];
  const get = async <T>(path: string, schema: z.ZodType<T>): Promise<OutsideOutcome<T>> => {
    asked.push(new URL(path, 'https://stripe.example'));
    return { kind: 'done', value: schema.parse(pages.shift()) };
  };
  return { asked, settlements: stripeSettlements(get, CONNECTION) };
}

async function linesOf(...data: readonly object[]) {
  const read = await given({ data, has_more: false }).settlements.read('2026-11-29');
  if (read.kind !== 'done') throw new Error(read.kind);
  return read.value.lines;
}

describe('a day of Stripe', () => {
  it('is not believed where a page without rows says that more follow', async () => {
    const { settlements } = given({ data: [], has_more: true });
    expect(await settlements.read('2026-11-29', 'txn_1')).toEqual({ kind: 'unknown', code: 'unreadable' });
  });

  it('is what was created in it by UTC, page by page', async () => {
    const { settlements, asked } = given(
      { data: [entry({})], has_more: true },
      { data: [entry({ id: 'txn_2', source: 'ipi_2', amount: 500 })], has_more: false },
    );
    const line = { id: 'ipi_1', as: 'cleared', references: [referenceOf(CONNECTION.id, 'ipi_1')], cents: -1845 };
    expect(await settlements.read('2026-11-29')).toEqual({
      kind: 'done',
      value: { lines: [line], authorised: 0, next: 'txn_1' },
    });
    const refund = { id: 'ipi_2', as: 'refunded', references: [referenceOf(CONNECTION.id, 'ipi_2')], cents: 500 };
    expect(await settlements.read('2026-11-29', 'txn_1')).toEqual({
      kind: 'done',
      value: { lines: [refund], authorised: 0 },
    });
    // 2026-11-29T00:00:00Z and a day later.
    const query = { limit: '100', currency: 'aud', 'created[gte]': '1795910400', 'created[lt]': '1795996800' };
    expect(asked.map(({ pathname, searchParams }) => [pathname, Object.fromEntries(searchParams)])).toEqual([
      ['/balance_transactions', query],
      ['/balance_transactions', { ...query, starting_after: 'txn_1' }],
    ]);
    expect([settlements.zone, settlements.paysNet]).toEqual(['UTC', false]);
  });

  it('has holds as what was authorised, and none of them as money', async () => {
    const holds = [
      entry({ id: 'txn_3', type: 'issuing_authorization_hold', amount: -2000, source: 'iauth_1' }),
      entry({ id: 'txn_4', type: 'issuing_authorization_hold', amount: -345, source: 'iauth_2' }),
      entry({ id: 'txn_5', type: 'issuing_authorization_release', amount: 2000, source: 'iauth_1' }),
    ];
    const { settlements } = given({ data: holds, has_more: false });
    expect(await settlements.read('2026-11-29')).toEqual({ kind: 'done', value: { lines: [], authorised: 2345 } });
  });

  it('has disputes, fees and what was paid into the balance apart, with sources sent whole', async () => {
    const source = { id: 'ipi_3', object: 'issuing.transaction' } as unknown as Stripe.Issuing.Transaction;
    const lines = await linesOf(
      entry({ source, fee: 12, amount: -1000, net: -1012 }),
      entry({ id: 'txn_6', type: 'issuing_dispute', source: 'idp_1', amount: 700 }),
      entry({ id: 'txn_7', type: 'stripe_fee', source: null, amount: -90 }),
      entry({ id: 'txn_8', type: 'topup', source: 'tu_1', amount: 50_000 }),
      entry({ id: 'txn_9', type: 'adjustment', source: null, amount: -3 }),
    );
    expect(lines).toEqual([
      { id: 'ipi_3', as: 'cleared', references: [referenceOf(CONNECTION.id, 'ipi_3')], cents: -1000 },
      { id: 'txn_1', as: 'fee', references: [], cents: -12 },
      { id: 'idp_1', as: 'disputed', references: ['idp_1'], cents: 700 },
      { id: 'txn_7', as: 'fee', references: [], cents: -90 },
      { id: 'tu_1', as: 'funded', references: [], cents: 50_000 },
      { id: 'txn_9', as: 'other', references: [], cents: -3 },
    ]);
  });

  it('has every documented field in the sandbox', () => {
    const sent: Stripe.BalanceTransaction = objectOf({
      id: 'txn_ipi_1',
      type: 'issuing_transaction',
      source: 'ipi_1',
      amount: -1845,
      created: 1_795_910_400,
    });
    expect(Object.keys(sent).toSorted()).toEqual(Object.keys(entry({})).toSorted());
    expect([sent.amount, sent.net, sent.source]).toEqual([-1845, -1845, 'ipi_1']);
  });

  it('has nothing of another balance, and of the Issuing one alone where an older version does not say it', async () => {
    const { balance_type: _, ...unsaid } = entry({});
    expect(
      await linesOf(
        entry({ balance_type: 'payments', type: 'charge', source: 'ch_1', amount: 9_999 }),
        { ...unsaid, source: 'ipi_4' },
        { ...unsaid, type: 'payout', source: 'po_1' },
      ),
    ).toMatchObject([{ id: 'ipi_4' }]);
  });
});
