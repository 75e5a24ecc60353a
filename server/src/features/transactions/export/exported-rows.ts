import { foreignDigits, money } from '@wattle/contract/rules/amounts.ts';
import { dateBy, dayIn } from '@wattle/contract/rules/dates.ts';
import type { Language } from '@wattle/contract/rules/languages.ts';
import type { OfxTransaction } from '../../../documents/ofx/write-ofx.ts';
import type { PdfColumn } from '../../../documents/pdf/pdf-document.ts';
import type { TableColumn, TableRow } from '../../../documents/table.domain.ts';
import { toInstant } from '../../../platform/database/database.ts';
import { toDollars } from '../../../platform/money.ts';
import type { Brand, BrandWords } from '../../brands/public.ts';
import type { PostedRow } from '../transaction.store.ts';
import { toPostedTransaction } from '../transaction.view.ts';
import { describeRow, nameOf, titleOf } from '../row-words.view.ts';

/** Texts and formats of the cells of an export. */
export type ExportStyle = {
  readonly words: BrandWords;
  readonly language: Language;
  readonly settings: Pick<Brand['settings'], 'DateFormat' | 'TimeZone'>;
};

type Rows = AsyncIterable<readonly PostedRow[]>;

export function tableColumns({ words }: ExportStyle): readonly TableColumn[] {
  return [
    { title: words('transactions:export.date'), kind: 'date', width: 12 },
    { title: words('transactions:export.description'), kind: 'text', width: 32 },
    { title: words('transactions:export.type'), kind: 'text', width: 18 },
    { title: words('transactions:detail.category'), kind: 'text', width: 16 },
    { title: words('transactions:amount'), kind: 'money', width: 14 },
    { title: words('transactions:balanceAfter'), kind: 'money', width: 14 },
    { title: words('transactions:export.cardEnding'), kind: 'text', width: 12 },
    { title: words('transactions:detail.reference'), kind: 'text', width: 18 },
    { title: words('transactions:detail.raw'), kind: 'text', width: 40 },
    { title: words('transactions:detail.shopAmount'), kind: 'text', width: 14 },
    { title: words('transactions:export.currency'), kind: 'text', width: 10 },
    { title: words('transactions:export.rate'), kind: 'text', width: 12 },
  ];
}

export async function* tableRows(rows: Rows, { words, settings }: ExportStyle): AsyncGenerator<readonly TableRow[]> {
  for await (const some of rows) {
    yield some.map((row): TableRow => {
      const transaction = toPostedTransaction(row);
      const { TransactionDate, Kind, Category, CardEnding, Reference, RawDescription, ShopAmount } = transaction;
      return [
        dayIn(TransactionDate, settings.TimeZone),
        titleOf(transaction, words),
        words(`transactions:kind.${Kind}`),
        words(`transactions:category.${Category}`),
        row.amount,
        row.balance_after,
        CardEnding,
        Reference,
        RawDescription,
        ShopAmount && foreignDigits(ShopAmount),
        ShopAmount?.Currency ?? null,
        ShopAmount?.Rate ?? null,
      ];
    });
  }
}

export function pdfColumns({ words }: ExportStyle): readonly PdfColumn[] {
  return [
    { title: words('transactions:export.date'), share: 2 },
    { title: words('transactions:export.description'), share: 5 },
    { title: words('transactions:detail.reference'), share: 3 },
    { title: words('transactions:amount'), share: 2.5, align: 'right' },
    { title: words('transactions:balanceAfter'), share: 2.5, align: 'right' },
  ];
}

export async function* pdfRows(rows: Rows, style: ExportStyle): AsyncGenerator<readonly string[]> {
  const { language, settings } = style;
  for await (const some of rows) {
    for (const row of some) {
      const transaction = toPostedTransaction(row);
      yield [
        dateBy(settings.DateFormat, toInstant(row.at), settings.TimeZone),
        describeRow(transaction, style),
        transaction.Reference,
        money(toDollars(row.amount), language, 'always'),
        money(toDollars(row.balance_after), language),
      ];
    }
  }
}

export async function* ofxTransactions(
  rows: Rows,
  { words, settings }: ExportStyle,
): AsyncGenerator<readonly OfxTransaction[]> {
  for await (const some of rows) {
    yield some.map((row) => {
      const transaction = toPostedTransaction(row);
      const { TransactionId, RawDescription, Reference, ShopAmount } = transaction;
      return {
        id: TransactionId,
        day: dayIn(toInstant(row.at), settings.TimeZone),
        amount: row.amount,
        name: nameOf(transaction, words),
        memo: [RawDescription, Reference].filter(Boolean).join(' '),
        ...(ShopAmount && { original: { currency: ShopAmount.Currency, rate: ShopAmount.Rate } }),
      };
    });
  }
}
