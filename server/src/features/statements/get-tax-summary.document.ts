import { printedName } from '../../documents/pdf/embedded-font.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { money } from '@wattle/contract/rules/amounts.ts';
import { dateBy } from '@wattle/contract/rules/dates.ts';
import { dateFormat } from '@wattle/contract/rules/intl-formats.ts';
import { LANGUAGE_TAG } from '@wattle/contract/rules/languages.ts';
import { getTaxSummary } from '@wattle/contract/statements/statements.ts';
import type { PdfBlock } from '../../documents/pdf/pdf-document.ts';
import { writePdf } from '../../documents/pdf/write-pdf.ts';
import { type DocumentCall, documentKind } from '../../http/document.ts';
import { dayAt, startOfDay } from '../../platform/time/clock.ts';
import { isStillPlanned } from '../../platform/due-work/due-state.store.ts';
import { toDollars } from '../../platform/money.ts';
import { brandWords, documentLook, findBrandById } from '../brands/public.ts';
import type { Period } from './statement.ts';
import { findPrimaryAccount } from './statement.store.ts';
import { readStatedHolder, readTaxedMonths, type TaxedMonth } from './tax-summary.store.ts';

type Call = DocumentCall<typeof getTaxSummary>;
type Found = { readonly year: Period; readonly holderName: string; readonly months: readonly TaxedMonth[] };

/** Interest and withheld tax for a tax return, computed from the ledger each time. */
export const getTaxSummaryDocument = documentKind(getTaxSummary, {
  async find({ parameters: { accountNumber, startYear }, session, ctx, tx }) {
    const account = await findPrimaryAccount(tx, session, accountNumber);
    if (!account.ok) return account;
    const { tenantId } = session;
    const year = { firstDay: `${startYear}-07-01`, lastDay: `${startYear + 1}-06-30` };
    const hasEnded = dayAt(ctx.clocks.business.now()) > year.lastDay;
    // The interest of June is posted in the night to July.
    if (!hasEnded || (await isStillPlanned(tx, tenantId, 'interest.post', startOfDay(year.lastDay, 2)))) {
      return err('not_found', 'startYear');
    }
    const holder = await readStatedHolder(tx, tenantId, account.value.member_account_id);
    if (!holder) throw new Error('an account has no holder');
    const of = { tenantId, ledgerAccountId: holder.ledger_account_id };
    const months = await readTaxedMonths(tx, of, year);
    if (months.length === 0) return err('not_found', 'startYear');
    const { holder_name: name, name_on_card: onCard } = holder;
    return ok({ year, holderName: (await printedName(name, onCard)) ?? name, months });
  },

  async make(found: Found, call) {
    const { ctx, language, session, parameters } = call;
    const brand = await findBrandById(ctx, session.brandId);
    if (!brand) throw new Error('a session has no brand');
    const words = brandWords(brand, language);
    const name = yearName(parameters.startYear);
    return {
      fileName: `tax-summary-${parameters.accountNumber.slice(-3)}-${name.replace('–', '-')}.pdf`,
      contentType: 'application/pdf',
      isShown: parameters.download === false,
      body: writePdf({
        title: words('statements:tax.title', { year: name }),
        kindWord: words('statements:tax.kind'),
        language,
        look: await documentLook(ctx, brand),
        footer: words('downloads:footer'),
        pageWord: (page) => words('downloads:page', { page }),
        madeAt: ctx.clocks.business.now(),
        blocks: blocksOf(found, call, {
          words,
          dayOf: (day) => dateBy(brand.settings.DateFormat, day, brand.settings.TimeZone),
        }),
      }),
    };
  },
});

/** `2025–26`. */
function yearName(startYear: number): string {
  return `${startYear}–${String(startYear + 1).slice(2)}`;
}

type Style = {
  readonly words: ReturnType<typeof brandWords>;
  readonly dayOf: (day: string) => string;
};

function blocksOf({ year, holderName, months }: Found, { language, parameters }: Call, style: Style): PdfBlock[] {
  const { words, dayOf } = style;
  const amount = (cents: bigint) => money(toDollars(cents), language);
  const sum = (of: (month: TaxedMonth) => bigint) => months.reduce((total, month) => total + of(month), 0n);
  const interest = sum((month) => month.interest);
  const tax = sum((month) => month.tax);
  const names = dateFormat(LANGUAGE_TAG[language], { timeZone: 'UTC', month: 'long', year: 'numeric' });
  const column = (title: string) => ({ title, share: 2, align: 'right' }) as const;
  return [
    {
      kind: 'facts',
      facts: [
        { term: words('statements:file.interest'), value: amount(interest), isMain: true },
        { term: words('statements:file.tax'), value: amount(tax) },
        { term: words('statements:interest.received'), value: amount(interest - tax) },
        { term: words('statements:file.holder'), value: holderName },
        { term: words('statements:file.account'), value: parameters.accountNumber },
        {
          term: words('statements:tax.year'),
          value: words('statements:file.fromTo', { from: dayOf(year.firstDay), to: dayOf(year.lastDay) }),
        },
      ],
    },
    { kind: 'heading', text: words('statements:tax.months') },
    {
      kind: 'table',
      columns: [
        { title: words('statements:tax.month'), share: 3 },
        column(words('statements:file.interest')),
        column(words('statements:file.tax')),
        column(words('statements:interest.received')),
      ],
      rows: months.map(({ month, interest: earned, tax: withheld }) => [
        names.format(new Date(`${month}-01T12:00:00Z`)),
        amount(earned),
        amount(withheld),
        amount(earned - withheld),
      ]),
    },
    { kind: 'text', text: words('statements:tax.text') },
  ];
}
