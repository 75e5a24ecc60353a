import { LANGUAGE_ISO } from '@wattle/contract/rules/languages.ts';
import { err, ok, type Result } from '@wattle/contract/errors.ts';
import { money } from '@wattle/contract/rules/amounts.ts';
import { dateBy } from '@wattle/contract/rules/dates.ts';
import {
  type ExportFormat,
  generateExportTransactionReportByDateRange,
  generateTransactionReportBySequenceRange,
} from '@wattle/contract/transactions/exports.ts';
import type { AppContext } from '../../../compose/context.ts';
import { writeCsv } from '../../../documents/csv/write-csv.ts';
import { writeOfx } from '../../../documents/ofx/write-ofx.ts';
import type { Fact } from '../../../documents/pdf/pdf-document.ts';
import { writePdf } from '../../../documents/pdf/write-pdf.ts';
import { writeXlsx } from '../../../documents/xlsx/write-xlsx.ts';
import { type DocumentCall, documentKind, type MadeDocument } from '../../../http/document.ts';
import type { Session } from '../../../http/handle.ts';
import { openLedger } from '../../../ledger/open-ledger.ts';
import { dayAt } from '../../../platform/time/clock.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { type Brand, brandWords, documentLook, findBrandById } from '../../brands/public.ts';
import { findOwnAccount } from '../transaction.store.ts';
import { type ExportedCard, findExportedCard } from './export.store.ts';
import { type ExportStyle, ofxTransactions, pdfColumns, pdfRows, tableColumns, tableRows } from './exported-rows.ts';
import { hasRows, readExport, type Wanted } from './read-export.ts';

type Found = {
  readonly wanted: Wanted;
  readonly format: ExportFormat;
  readonly accountNumber: string;
  readonly card: ExportedCard | undefined;
  /** Cents, now. */
  readonly balance: bigint;
};

/** Earliest day of any row. */
const FIRST_DAY = '2000-01-01';

const CONTENT_TYPES: Readonly<Record<ExportFormat, string>> = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  ofx: 'application/x-ofx',
};

const ledger = openLedger();

export const exportOfRangeDocument = documentKind(generateTransactionReportBySequenceRange, {
  find({ parameters: { fromSequence, toSequence, search = {}, ...asked }, ...where }) {
    const range = { first: BigInt(fromSequence), last: BigInt(toSequence) };
    return findExport(where, { ...asked, criteria: search, range });
  },
  make: makeExport,
});

export const exportOfMonthsDocument = documentKind(generateExportTransactionReportByDateRange, {
  find({ parameters: { fromMonth, toMonth, ...asked }, ...where }) {
    const { daysInMonth } = Temporal.PlainYearMonth.from(toMonth);
    return findExport(where, {
      ...asked,
      criteria: { from: `${fromMonth}-01`, to: `${toMonth}-${daysInMonth}` },
    });
  },
  make: makeExport,
});

type Where = { readonly tx: Tx; readonly session: Session; readonly ctx: AppContext };
type Asked = Pick<Wanted, 'criteria' | 'range'> & Pick<Found, 'accountNumber' | 'format'>;

async function findExport(
  { tx, session, ctx }: Where,
  { accountNumber, format, criteria, range }: Asked,
): Promise<Result<Found, 'invalid_card_details' | 'not_found'>> {
  const { tenantId } = session;
  const own = await findOwnAccount(tx, session, accountNumber, ctx.clocks);
  if (!own) return err('invalid_card_details', 'accountNumber');
  const account = { tenantId, ledgerAccountId: own.ledger_account_id, newest: own.version };
  const wanted = { account, criteria, reader: session, ...(range && { range }) };
  if (!(await hasRows(tx, wanted))) return err('not_found');
  const card = await findExportedCard(tx, session, own.member_account_id);
  const balance = await ledger.balance(tx, tenantId, account.ledgerAccountId);
  return ok({ wanted, format, accountNumber, card, balance: balance?.balance ?? 0n });
}

async function makeExport(
  found: Found,
  { ctx, session, language }: Pick<DocumentCall<unknown>, 'ctx' | 'session' | 'language'>,
): Promise<MadeDocument> {
  const brand = await findBrandById(ctx, session.brandId);
  if (!brand) throw new Error('a session has no brand');
  const { wanted, format, accountNumber, card, balance } = found;
  const { from = FIRST_DAY, to = dayAt(ctx.clocks.business.now()) } = wanted.criteria;
  const style: ExportStyle = { words: brandWords(brand, language), language, settings: brand.settings };
  const madeAt = ctx.clocks.business.now();
  const rows = readExport(ctx, wanted);
  const bodies: Readonly<Record<ExportFormat, () => AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>>> = {
    csv: () => writeCsv(tableOf(rows, style)),
    xlsx: () => writeXlsx(tableOf(rows, style)),
    ofx: () =>
      writeOfx({
        language: LANGUAGE_ISO[language],
        bankId: (card?.bsb ?? '').replaceAll(/\D/g, ''),
        accountId: accountNumber,
        first: from,
        last: to,
        balance,
        madeAt,
        transactions: ofxTransactions(rows, style),
      }),
    pdf: async () =>
      writePdf({
        title: style.words('transactions:title'),
        kindWord: style.words('transactions:export.kind'),
        language,
        look: await documentLook(ctx, brand),
        footer: style.words('downloads:footer'),
        pageWord: (page) => style.words('downloads:page', { page }),
        madeAt,
        blocks: [
          { kind: 'facts', facts: factsOf(found, brand, style) },
          { kind: 'table', columns: pdfColumns(style), rows: pdfRows(rows, style) },
        ],
      }),
  };
  return {
    fileName: `transactions-${accountNumber.slice(-3)}-${fileDays(wanted, from, to)}.${format}`,
    contentType: CONTENT_TYPES[format],
    body: await bodies[format](),
  };
}

const tableOf = (rows: ReturnType<typeof readExport>, style: ExportStyle) => ({
  name: style.words('transactions:title'),
  columns: tableColumns(style),
  rows: tableRows(rows, style),
});

/** The requested days, or the day on which the file is made. */
function fileDays({ criteria }: Wanted, from: string, to: string): string {
  return criteria.from === undefined ? to : `${from}-to-${to}`;
}

/** Holder of the rows and the criteria of the search. */
function factsOf({ wanted, card, accountNumber }: Found, brand: Brand, { words, language }: ExportStyle): Fact[] {
  const { from, to, text, category, direction, atLeast, atMost } = wanted.criteria;
  const { DateFormat, TimeZone } = brand.settings;
  const day = (date: string) => dateBy(DateFormat, date, TimeZone);
  const facts: Fact[] = [
    {
      term: words('transactions:card'),
      value: card
        ? words('transactions:cardEnding', { name: card.name, ending: card.last4 })
        : words('transactions:detail.cardEnding', { ending: accountNumber.slice(-3) }),
    },
  ];
  if (from !== undefined) facts.push({ term: words('transactions:from'), value: day(from) });
  if (to !== undefined) facts.push({ term: words('transactions:to'), value: day(to) });
  if (text) facts.push({ term: words('transactions:export.search'), value: text });
  if (category) {
    facts.push({ term: words('transactions:detail.category'), value: words(`transactions:category.${category}`) });
  }
  const amount = (key: string, dollars: number | undefined) => {
    if (dollars === undefined) return;
    facts.push({ term: words('transactions:amount'), value: words(key, { amount: money(dollars, language) }) });
  };
  amount('transactions:on.least', atLeast);
  amount('transactions:on.most', atMost);
  if (direction) facts.push({ term: words('transactions:kind'), value: words(`transactions:filter.${direction}`) });
  return facts;
}
