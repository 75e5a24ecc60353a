import type { Language } from '@wattle/contract/rules/languages.ts';
import { money } from '@wattle/contract/rules/amounts.ts';
import { dateBy } from '@wattle/contract/rules/dates.ts';
import type { AppContext } from '../../compose/context.ts';
import { printedName } from '../../documents/pdf/embedded-font.ts';
import type { Fact, PdfBlock } from '../../documents/pdf/pdf-document.ts';
import { writePdf } from '../../documents/pdf/write-pdf.ts';
import { toInstant } from '../../platform/database/database.ts';
import { toDollars } from '../../platform/money.ts';
import { type Brand, type BrandWords, brandWords, documentLook, findBrandById } from '../brands/public.ts';
import { describeRow, readPostedRows, toPostedTransaction } from '../transactions/public.ts';
import { dayAfter } from './period.domain.ts';
import type { StatedAccount, Summary } from './statement.ts';

const ROWS_AT_ONCE = 500n;

type Style = { readonly brand: Brand; readonly words: BrandWords; readonly language: Language };

/** File of a statement, in the language of the account's holder. */
export async function writeStatement(ctx: AppContext, account: StatedAccount, summary: Summary): Promise<Buffer> {
  const brand = await findBrandById(ctx, account.brandId);
  if (!brand) throw new Error('an account has no brand');
  const { language } = account;
  const words = brandWords(brand, language);
  const style = { brand, words, language };
  const holderName = (await printedName(account.holderName, account.nameOnCard)) ?? account.holderName;
  const pieces: Uint8Array[] = [];
  const file = writePdf({
    title: words('statements:file.title', periodWords(summary, style)),
    kindWord: words('statements:file.kind'),
    language,
    look: await documentLook(ctx, brand),
    footer: words('downloads:footer'),
    pageWord: (page) => words('downloads:page', { page }),
    madeAt: ctx.clocks.business.now(),
    blocks: blocksOf(ctx, { ...account, holderName }, summary, style),
  });
  for await (const piece of file) pieces.push(piece);
  return Buffer.concat(pieces);
}

const dayOf = ({ brand: { settings } }: Style, day: string) => dateBy(settings.DateFormat, day, settings.TimeZone);

function periodWords({ period }: Summary, style: Style): { readonly from: string; readonly to: string } {
  return { from: dayOf(style, period.firstDay), to: dayOf(style, period.lastDay) };
}

function blocksOf(ctx: AppContext, account: StatedAccount, summary: Summary, style: Style): PdfBlock[] {
  const { words } = style;
  const hasRows = summary.lastSeq > summary.afterSeq;
  return [
    { kind: 'facts', facts: factsOf(account, summary, style) },
    { kind: 'heading', text: words('statements:file.transactions') },
    hasRows
      ? { kind: 'table', columns: columnsOf(words), rows: rowsOf(ctx, account, summary, style) }
      : { kind: 'text', text: words('statements:file.none') },
    { kind: 'heading', text: words('statements:file.charges') },
    chargesOf(summary, style),
    { kind: 'heading', text: words('statements:file.query') },
    { kind: 'text', text: words('statements:file.queryText') },
  ];
}

function factsOf(account: StatedAccount, summary: Summary, style: Style): Fact[] {
  const { words, language } = style;
  const amount = (cents: bigint) => money(toDollars(cents), language);
  return [
    { term: words('statements:file.closing'), value: amount(summary.closing), isMain: true },
    { term: words('statements:file.holder'), value: account.holderName },
    { term: words('statements:file.account'), value: account.accountNumber },
    { term: words('statements:file.period'), value: words('statements:file.fromTo', periodWords(summary, style)) },
    { term: words('statements:file.issued'), value: dayOf(style, dayAfter(summary.period.lastDay)) },
    { term: words('statements:file.opening'), value: amount(summary.opening) },
    { term: words('statements:file.credited'), value: amount(summary.credited) },
    { term: words('statements:file.debited'), value: amount(summary.debited) },
  ];
}

function columnsOf(words: BrandWords) {
  return [
    { title: words('transactions:export.date'), share: 1.9 },
    { title: words('transactions:export.description'), share: 3.8 },
    { title: words('transactions:export.type'), share: 2.6 },
    { title: words('transactions:detail.reference'), share: 2.7 },
    { title: words('transactions:amount'), share: 2.3, align: 'right' },
    { title: words('statements:file.balance'), share: 2.3, align: 'right' },
  ] as const;
}

/** Oldest first, some hundreds at a time, each in a short transaction. */
async function* rowsOf(
  ctx: AppContext,
  { tenantId, ledgerAccountId }: StatedAccount,
  { afterSeq, lastSeq }: Summary,
  style: Style,
): AsyncGenerator<readonly string[]> {
  const { words, language, brand } = style;
  for (let after = afterSeq; after < lastSeq; after += ROWS_AT_ONCE) {
    const upTo = after + ROWS_AT_ONCE < lastSeq ? after + ROWS_AT_ONCE : lastSeq;
    const rows = await ctx.database.read(tenantId, (tx) =>
      readPostedRows(tx, tenantId, ledgerAccountId, { after, upTo }),
    );
    for (const row of rows.toReversed()) {
      const transaction = toPostedTransaction(row);
      yield [
        dateBy(brand.settings.DateFormat, toInstant(row.at), brand.settings.TimeZone),
        describeRow(transaction, style),
        words(`transactions:kind.${transaction.Kind}`),
        transaction.Reference,
        money(toDollars(row.amount), language, 'always'),
        money(toDollars(row.balance_after), language),
      ];
    }
  }
}

function chargesOf({ ofPeriod, ofYear }: Summary, { words, language }: Style): PdfBlock {
  const row = (name: 'fees' | 'interest' | 'tax') => [
    words(`statements:file.${name}`),
    money(toDollars(ofPeriod[name]), language),
    money(toDollars(ofYear[name]), language),
  ];
  return {
    kind: 'table',
    columns: [
      { title: words('statements:file.item'), share: 4 },
      { title: words('statements:file.thisPeriod'), share: 2, align: 'right' },
      { title: words('statements:file.thisYear'), share: 2.4, align: 'right' },
    ],
    rows: [row('fees'), row('interest'), row('tax')],
  };
}
