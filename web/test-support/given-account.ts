import { getServerTime } from '@wattle/contract/brands/config.ts';
import type { CardListItem } from '@wattle/contract/cards/card.ts';
import { type CardDetails, getCardDetails } from '@wattle/contract/cards/home.ts';
import {
  getRecentTransactions,
  getSpending,
  getTransactions,
  searchTransactions,
} from '@wattle/contract/transactions/transactions.ts';
import type { Transaction } from '@wattle/contract/transactions/transaction.ts';
import { answer } from './given-server.ts';
import { givenCard, givenQuietDetails, givenSignedIn } from './signed-in.ts';

/** Settings and balances of the card of `givenCard`, on which a purchase is held, but for what `other` says. */
export const givenDetails = (other: Partial<CardDetails> = {}): CardDetails =>
  givenQuietDetails({
    AccountBalance: 760.25,
    HeldBalance: 120,
    IsNonStock: true,
    SavingsInterestRate: 0,
    UseDeAccountNumberFormat: true,
    ShowOrderAdditionalCard: false,
    AccountPaymentLimit: 2_000,
    ...other,
  });

/** A posted purchase of a coffee. `other` replaces some of its values. */
export function givenRow(other: Partial<Transaction> = {}): Transaction {
  return {
    TransactionDate: '2026-11-19T02:00:00Z',
    Description: 'Corner Cafe',
    Amount: -4.5,
    HideAmount: false,
    Sequence: 1,
    IsPending: false,
    IsDeclined: false,
    DeclineReason: null,
    TransactionId: `row-${other.Sequence ?? other.Description ?? 1}`,
    Kind: 'purchase',
    Category: 'eatingOut',
    Channel: 'contactless',
    Counterparty: null,
    DescriptionIn: null,
    RawDescription: null,
    Collector: null,
    BalanceAfter: 640.25,
    Reference: 'WTL0001',
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
    ...other,
  };
}

/** Posted rows with the Sequences 1 to `count`, each a dollar on a different day, the newest first. */
export function givenRows(count: number): Transaction[] {
  return Array.from({ length: count }, (_, place) => {
    const sequence = count - place;
    const at = new Date(Date.UTC(2026, 10, 19, 2) - place * 86_400_000);
    return givenRow({
      Sequence: sequence,
      Description: `Shop ${sequence}`,
      Amount: -1,
      BalanceAfter: 1_000 - sequence,
      TransactionDate: at.toISOString(),
    });
  });
}

type Account = {
  /** Newest first, with their Sequences. */
  readonly posted?: readonly Transaction[];
  readonly pending?: readonly Transaction[];
  readonly declined?: readonly Transaction[];
};

/** The server has these rows, in pages and for searches by text, category and direction. */
export function givenTransactions({ posted = [], pending = [], declined = [] }: Account): void {
  const [newest] = posted;
  answer(getTransactions, ({ query }) => {
    const [count, skip] = [Number(query.get('count')), Number(query.get('skip'))];
    const asOf = Number(query.get('asOf') ?? newest?.Sequence ?? 0);
    const rows = posted.filter(({ Sequence }) => (Sequence ?? 0) <= asOf);
    const page = rows.slice(skip, skip + count);
    return { Transactions: page, HasMore: rows.length > skip + count, AsOf: asOf, Total: rows.length };
  });
  answer(getRecentTransactions, () => ({
    Transactions: [...pending, ...declined, ...posted.slice(0, 10)],
    HasMore: posted.length > 10,
  }));
  answer(searchTransactions, ({ body }) => {
    const { text = '', category, direction, from = '', to = '9', atLeast = 0, atMost, count, before } = body;
    const found = posted.filter(
      ({ Description, Category, Amount, TransactionDate }) =>
        Description.toLowerCase().includes(text.toLowerCase()) &&
        (category === undefined || Category === category) &&
        (direction === undefined || Amount > 0 === (direction === 'in')) &&
        TransactionDate.slice(0, 10) >= from &&
        TransactionDate.slice(0, 10) <= to &&
        Math.abs(Amount) >= atLeast &&
        Math.abs(Amount) <= (atMost ?? Number.MAX_SAFE_INTEGER),
    );
    const left = found.filter(({ Sequence }) => before === undefined || (Sequence ?? 0) < before);
    const sumOf = (sign: number, rows: readonly Transaction[] = found) =>
      rows.reduce((sum, { Amount }) => (Amount * sign > 0 ? sum + Math.abs(Amount) : sum), 0);
    const months = new Set(found.map(({ TransactionDate }) => TransactionDate.slice(0, 7)));
    return {
      Transactions: left.slice(0, count),
      HasMore: left.length > count,
      Total: found.length,
      MoneyIn: sumOf(1),
      MoneyOut: sumOf(-1),
      Months: [...months]
        .sort()
        .reverse()
        .map((Month) => {
          const rows = found.filter(({ TransactionDate }) => TransactionDate.startsWith(Month));
          return { Month, Total: rows.length, MoneyIn: sumOf(1, rows), MoneyOut: sumOf(-1, rows) };
        }),
      IsComplete: true,
    };
  });
}

/** Monthly spending from June to November 2026, oldest first. */
export function givenSpending(amounts: readonly number[], previousToDate = 0): void {
  answer(getSpending, {
    Months: amounts.map((Amount, past) => ({ Month: `2026-${String(past + 6).padStart(2, '0')}-01`, Amount })),
    Categories: [],
    EarlierCategories: [],
    PreviousToDate: previousToDate,
    InterestThisMonth: 0,
  });
}

/** The server knows Amelia Chen, her cards and what card home asks of them, on 20 November 2026. */
export function givenAccount(cards: readonly CardListItem[] = [givenCard()]): void {
  givenSignedIn(cards);
  answer(getServerTime, { ServerTime: '2026-11-20T02:00:00Z', ServerDate: '2026-11-20' });
  answer(getCardDetails, givenDetails());
  givenTransactions({});
  givenSpending([0, 0, 0, 0, 0, 0]);
}
