import type { AccountKind } from '../../ledger/ledger.ts';

export type MonthLineName =
  | AccountKind
  | 'afterStatement'
  | 'onlyStatement'
  | 'onlyBooks'
  | 'apart'
  | 'unexplained'
  | 'statement';

export type MonthLine = {
  readonly name: MonthLineName;
  /** Entries of the month, or lines and entries without a match. */
  readonly items: bigint | undefined;
  /** Above zero: at the bank beside the money of cardholders. */
  readonly cents: bigint;
  /** The same at the start of the month, for accounts of the books. */
  readonly opening: bigint | undefined;
};

type OwnTotals = {
  readonly kind: AccountKind;
  readonly opening: bigint;
  readonly closing: bigint;
  readonly after: bigint;
  readonly upTo: bigint;
};

type Bank = {
  readonly statement: { readonly closing: bigint } | undefined;
  /** By the books on the day of the statement. */
  readonly books: bigint;
  readonly apart: bigint;
  readonly lines: readonly { readonly cents: bigint }[];
  readonly entries: readonly { readonly cents: bigint }[];
  readonly unexplained: bigint;
};

const sum = (rows: readonly { readonly cents: bigint }[]) => rows.reduce((total, { cents }) => total + cents, 0n);

/**
 * Lines from the money of cardholders to the statement of the bank. By double entry cardholders and the accounts of the
 * programme come to zero, so that the lines before each sum come to it.
 */
export function monthLines(own: readonly OwnTotals[], bank: Bank): MonthLine[] {
  const all = (of: 'opening' | 'closing') => -own.reduce((total, one) => total + one[of], 0n);
  const line = ({ kind, opening, closing, after, upTo }: OwnTotals, sign: 1n | -1n = 1n): MonthLine => ({
    name: kind,
    items: upTo - after,
    cents: sign * closing,
    opening: sign * opening,
  });
  const between = own.filter(({ kind, opening, closing }) => kind !== 'bank' && (opening !== 0n || closing !== 0n));
  const atBank = own.find(({ kind }) => kind === 'bank');
  const books = -(atBank?.closing ?? 0n);
  const more = (name: MonthLineName, cents: bigint, items?: number): MonthLine[] =>
    cents === 0n && (items ?? 0) === 0
      ? []
      : [{ name, items: items === undefined ? undefined : BigInt(items), cents, opening: undefined }];
  return [
    { name: 'cardholder', items: undefined, cents: all('closing'), opening: all('opening') },
    ...between.map((one) => line(one)),
    atBank ? line(atBank, -1n) : { name: 'bank', items: 0n, cents: 0n, opening: 0n },
    ...(bank.statement
      ? [
          ...more('afterStatement', bank.books - books),
          ...more('onlyStatement', sum(bank.lines), bank.lines.length),
          ...more('onlyBooks', -sum(bank.entries), bank.entries.length),
          ...more('apart', bank.apart),
          ...more('unexplained', bank.unexplained),
          { name: 'statement', items: undefined, cents: bank.statement.closing, opening: undefined } as const,
        ]
      : []),
  ];
}
