import { describe, expect, it } from 'vitest';
import type { Transaction } from '@wattle/contract/transactions/transaction.ts';
import {
  byDay,
  type Filter,
  heldCents,
  isNarrowed,
  monthsOf,
  matches,
  NO_SEARCH,
  pendingOf,
  postedOf,
  showsPageSizes,
  withDeclined,
} from './transactions.domain.ts';

const ZONE = 'Australia/Melbourne';

function row(over: Partial<Transaction>): Transaction {
  return {
    TransactionDate: '2026-11-19T01:41:00Z',
    Description: 'Tin Roof Noodles',
    DescriptionIn: null,
    Amount: -63.45,
    HideAmount: false,
    Sequence: 7,
    IsPending: false,
    IsDeclined: false,
    DeclineReason: null,
    TransactionId: 'a',
    Kind: 'purchase',
    Category: 'eatingOut',
    Channel: 'contactless',
    Counterparty: null,
    RawDescription: 'TINROOF NOODLES 0417 SURRY HILLS NSWAU',
    Collector: null,
    BalanceAfter: 1390,
    Reference: '77302214085',
    CardEnding: '0017',
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
    ...over,
  };
}
const declined = (over: Partial<Transaction>) =>
  row({ Sequence: null, IsDeclined: true, DeclineReason: 'cardOff', BalanceAfter: null, ...over });
const pending = (over: Partial<Transaction>) => row({ Sequence: null, IsPending: true, BalanceAfter: null, ...over });

describe('rows that move no money', () => {
  const lapsed = row({ Sequence: null, Amount: -4.6, LapseReason: 'cancelled' });
  const refund = pending({ Kind: 'refund', Amount: 39 });

  it('are no part of a total or of what is held', () => {
    expect(byDay([row({ Amount: -1 }), lapsed], ZONE, { all: true, hasMore: false })[0]?.totalCents).toBe(-100);
    expect(heldCents([pending({ Amount: -40 }), refund])).toBe(4_000);
  });

  it.each([
    ['declined', [true, false]],
    ['in', [false, true]],
    ['out', [false, false]],
  ] as const)('are found by the filter %s', (filter, found) => {
    expect([lapsed, refund].map((one) => matches(one, { ...NO_SEARCH, filter }, ZONE))).toEqual(found);
  });

  it('a purchase is found by what was asked for', () => {
    const part = pending({ Amount: -40, AskedAmount: 62.5 });
    expect(['62.5', '40', '22.5'].map((text) => matches(part, { ...NO_SEARCH, text }, ZONE))).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe('totals of days', () => {
  it('are exact to the cent, without declined rows', () => {
    const rows = [
      row({ Amount: 1250, TransactionId: '1' }),
      row({ Amount: -63.45, TransactionId: '2' }),
      declined({ Amount: -44, TransactionId: '3' }),
    ];
    expect(byDay(rows, ZONE, { all: true, hasMore: false })).toMatchObject([{ day: '2026-11-19', totalCents: 118655 }]);
    const tenths = [row({ Amount: -0.1 }), row({ Amount: -0.2 })];
    expect(byDay(tenths, ZONE, { all: true, hasMore: false })[0]?.totalCents).toBe(-30);
  });

  it('are missing if rows of the day may be missing', () => {
    const rows = [row({}), row({ TransactionDate: '2026-11-18T01:00:00Z' })];
    expect(byDay(rows, ZONE, { all: true, hasMore: true }).map((day) => day.totalCents)).toEqual([-6345, null]);
    expect(byDay(rows, ZONE, { all: false, hasMore: false }).map((day) => day.totalCents)).toEqual([null, null]);
  });

  it('are missing if all rows were declined', () => {
    expect(byDay([declined({})], ZONE, { all: true, hasMore: false })[0]?.totalCents).toBeNull();
  });
});

describe('declined rows', () => {
  const posted = [
    row({ TransactionId: 'p3', Sequence: 3, TransactionDate: '2026-11-19T03:00:00Z' }),
    row({ TransactionId: 'p2', Sequence: 2, TransactionDate: '2026-11-17T03:00:00Z' }),
  ];
  const between = declined({ TransactionId: 'd1', TransactionDate: '2026-11-18T03:00:00Z' });
  const older = declined({ TransactionId: 'd0', TransactionDate: '2026-11-01T03:00:00Z' });
  const ids = (rows: readonly Transaction[]) => rows.map((entry) => entry.TransactionId);

  it('are placed by time between posted rows', () => {
    expect(ids(withDeclined(posted, [between, older], false))).toEqual(['p3', 'd1', 'p2', 'd0']);
  });

  it('wait until their day is loaded', () => {
    expect(ids(withDeclined(posted, [older, between], true))).toEqual(['p3', 'd1', 'p2']);
  });

  it('are listed alone if nothing was ever posted', () => {
    expect(ids(withDeclined([], [older, between], false))).toEqual(['d1', 'd0']);
  });

  it('leave posted rows in the order of their Sequence if a late one has an old date', () => {
    const late = row({ TransactionId: 'p4', Sequence: 4, TransactionDate: '2026-11-10T03:00:00Z' });
    expect(ids(withDeclined([late, ...posted], [], false))).toEqual(['p4', 'p3', 'p2']);
  });
});

describe('pending rows', () => {
  const rows = [pending({ Amount: -100, Description: 'Redback Fuel' }), pending({ Amount: -53.65 }), row({})];

  it('are separate from posted ones', () => {
    expect(pendingOf(rows)).toHaveLength(2);
    expect(postedOf(rows)).toHaveLength(1);
  });

  it('include the held amount', () => {
    expect(heldCents(pendingOf(rows))).toBe(15365);
  });

  it('omit rows with only a description', () => {
    expect(pendingOf([pending({ HideAmount: true, Amount: 0, Description: 'Today' })])).toEqual([]);
  });
});

describe('finding a row', () => {
  it.each([
    ['noodles', true],
    ['  TIN roof ', true],
    ['surry hills', true],
    ['77302214085', true],
    ['63.45', true],
    ['$63', true],
    ['−63.45', true],
    ['63.46', false],
    ['3.45', false],
    ['magpie', false],
    ['', true],
  ])('by %j matches %s', (search, found) => {
    expect(matches(row({}), { ...NO_SEARCH, text: search }, ZONE)).toBe(found);
  });

  it('finds thousands with and without the comma', () => {
    expect(matches(row({ Amount: 1250 }), { ...NO_SEARCH, text: '1,250' }, ZONE)).toBe(true);
    expect(matches(row({ Amount: 1250 }), { ...NO_SEARCH, text: '１２５０' }, ZONE)).toBe(true);
    expect(matches(row({ Amount: 1250 }), { ...NO_SEARCH, text: '1250.00' }, ZONE)).toBe(true);
  });

  it('distinguishes money in, money out and declined', () => {
    const received = row({ Amount: 1250 });
    const refused = declined({});
    const by = (filter: Filter) =>
      [received, row({}), refused].map((entry) => matches(entry, { ...NO_SEARCH, filter }, ZONE));
    expect(by('in')).toEqual([true, false, false]);
    expect(by('out')).toEqual([false, true, false]);
    expect(by('declined')).toEqual([false, false, true]);
  });

  it('uses the day of the zone, and the category', () => {
    // Half past midnight on the 20th in Melbourne.
    const late = row({ TransactionDate: '2026-11-19T13:30:00Z', Category: 'fuel' });
    expect(matches(late, { ...NO_SEARCH, from: '2026-11-20', to: '2026-11-20' }, ZONE)).toBe(true);
    expect(matches(late, { ...NO_SEARCH, to: '2026-11-19' }, ZONE)).toBe(false);
    expect(matches(late, { ...NO_SEARCH, category: 'fuel' }, ZONE)).toBe(true);
    expect(matches(late, { ...NO_SEARCH, category: 'bills' }, ZONE)).toBe(false);
  });

  it('is narrowed by each criterion alone', () => {
    expect(isNarrowed({ ...NO_SEARCH, text: '  ' })).toBe(false);
    for (const part of [
      { text: 'a' },
      { filter: 'in' },
      { category: 'fuel' },
      { from: '2026-11-20' },
      { to: '2026-11-20' },
    ] as const)
      expect(isNarrowed({ ...NO_SEARCH, ...part })).toBe(true);
  });
});

describe('the choice of page size', () => {
  it('is offered if there are more than ten rows, or more to load', () => {
    expect(showsPageSizes(10, false)).toBe(false);
    expect(showsPageSizes(11, false)).toBe(true);
    expect(showsPageSizes(10, true)).toBe(true);
  });
});

it('adds what is pending to the sums of its month, and keeps months in order', () => {
  const at = (day: string, rest: object) => row({ TransactionDate: `${day}T02:00:00Z`, ...rest });
  const pending = [at('2026-10-31', { Sequence: null, IsPending: true, Amount: -5.4 })];
  const declined = [at('2026-11-02', { Sequence: null, IsDeclined: true, Amount: -99 })];
  const posted = [at('2026-11-03', { Sequence: 2, Amount: -6.8 }), at('2026-10-06', { Sequence: 1, Amount: 8.6 })];
  const counted = [
    { Month: '2026-11', Total: 1, MoneyIn: 0, MoneyOut: 6.8 },
    { Month: '2026-10', Total: 1, MoneyIn: 8.6, MoneyOut: 0 },
  ];
  const { months, rows } = monthsOf({ pending, declined, posted, hasMore: false }, counted, ZONE);
  expect(months.map(({ month, sums }) => ({ month, ...sums }))).toEqual([
    // A declined row is listed and moved no money.
    { month: '2026-11-01', count: 2, moneyIn: 0, moneyOut: 6.8 },
    { month: '2026-10-01', count: 2, moneyIn: 8.6, moneyOut: 5.4 },
  ]);
  expect(rows.map(({ Amount }) => Amount)).toEqual([-6.8, -99, -5.4, 8.6]);
});

it('compares the amounts of rows without their sign, both bounds included', () => {
  const between = { ...NO_SEARCH, atLeast: '5', atMost: '20.00' };
  const found = [-4.99, -5, 20, 20.01].map((Amount) => matches(row({ Amount }), between, ZONE));
  expect(found).toEqual([false, true, true, false]);
  // What is not an amount yet narrows nothing.
  expect(isNarrowed({ ...NO_SEARCH, atLeast: '.' })).toBe(false);
  expect(isNarrowed(between)).toBe(true);
});
