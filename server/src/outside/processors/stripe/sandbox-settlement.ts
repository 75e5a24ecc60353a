import type { FakeAnswer } from '../sandbox/fake-api.ts';
import { type FakeReport, pageAfter, settledBetween } from '../sandbox/fake-settlement.ts';
import type { SandboxDesk } from '../sandbox/sandbox.ts';
import type { StripePurchase } from './sandbox.ts';

type Entry = {
  readonly id: string;
  readonly type: string;
  readonly source: string;
  readonly amount: number;
  readonly created: number;
};

/** Entries of the Issuing balance between two moments in Unix seconds, the newest first. */
export function entriesOf(
  desk: SandboxDesk<StripePurchase>,
  { query, report }: { readonly query: URLSearchParams; readonly report: FakeReport },
): FakeAnswer {
  const from = Number(query.get('created[gte]') ?? 0);
  const to = Number(query.get('created[lt]') ?? desk.nowMs / 1000);
  const money = settledBetween(desk, { fromMs: from * 1000, toMs: to * 1000 }, report).map(
    ({ id, of, as, cents, atMs }): Entry => ({
      id: `txn_${id}`,
      type: as === 'dispute' ? 'issuing_dispute' : 'issuing_transaction',
      source: as === 'dispute' ? of : id,
      amount: cents,
      created: Math.floor(atMs / 1000),
    }),
  );
  const holds = Object.entries(desk.state().purchases).flatMap(([id, { requests, currency }]) =>
    requests.flatMap(({ approved, amount, created }, place): Entry[] =>
      approved && currency === 'aud' && created >= from && created < to
        ? [{ id: `txn_${id}_${place}`, type: 'issuing_authorization_hold', source: id, amount: 0 - amount, created }]
        : [],
    ),
  );
  const rows = [...holds, ...money].toSorted((one, other) => other.created - one.created).map(objectOf);
  const most = Number(query.get('limit') ?? 10);
  const { page, hasMore } = pageAfter(rows, ({ id }) => id, { after: query.get('starting_after'), most });
  return { status: 200, body: { object: 'list', data: page, has_more: hasMore, url: '/v1/balance_transactions' } };
}

export function objectOf({ id, type, source, amount, created }: Entry) {
  return {
    id,
    object: 'balance_transaction' as const,
    amount,
    available_on: created,
    balance_type: 'issuing' as const,
    created,
    currency: 'aud',
    description: null,
    exchange_rate: null,
    fee: 0,
    fee_details: [],
    net: amount,
    reporting_category: type,
    source,
    status: 'available',
    type,
  };
}
