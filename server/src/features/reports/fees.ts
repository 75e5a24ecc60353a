import { DEFAULT_LANGUAGE, LANGUAGES } from '@wattle/contract/rules/languages.ts';
import { isNameOf } from '@wattle/contract/rules/typed-names.ts';
import { dollarsOf } from '../../platform/money.ts';
import { productTexts } from '../../platform/text/texts.ts';
import { FEE_NAMES, wordsOfFee } from '../fees/public.ts';
import { ACCOUNT_NAMES } from './account-names.domain.ts';
import { ownAccounts } from './account-totals.ts';
import { type FeeSum, sumFees } from './fees.store.ts';
import { amount, type MadeReport, type ReportCall, text } from './report.types.ts';

/** English names of fees by the words in each language. */
function namesByWords(): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const language of LANGUAGES) {
    for (const name of FEE_NAMES) names.set(wordsOfFee(name, language), wordsOfFee(name, DEFAULT_LANGUAGE));
    names.set(productTexts(language, 'postings')['feeRefunded'] ?? '', 'Fees refunded');
  }
  return names;
}

type Line = { readonly brand: string; readonly fee: string; entries: number; charged: bigint; refunded: bigint };

/** Fees of a period by brand and kind, with refunds, and what the programme itself was charged. */
export async function makeFees(call: ReportCall): Promise<MadeReport> {
  const own = await ownAccounts(call);
  const fees = own.find(({ kind }) => kind === 'fees');
  const { id: account = 0n, after = 0n, upTo = 0n, opening = 0n, closing = 0n } = fees ?? {};
  const sums = fees
    ? await call.database.read(call.tenantId, (tx) => sumFees(tx, call.tenantId, { account, after, upTo }))
    : [];
  const lines = [...linesOf(sums).values()];
  const sum = (of: (line: Line) => bigint) => lines.reduce((all, line) => all + of(line), 0n);
  const net = sum(({ charged, refunded }) => charged + refunded);
  const agrees = opening + net === closing;
  return {
    title: 'Fees',
    columns: [
      text('Brand', 24),
      text('Fee', 34),
      text('Entries', 10),
      amount('Charged'),
      amount('Refunded or paid'),
      amount('Net'),
    ],
    rows: [
      ...lines.map(({ brand, fee, entries, charged, refunded }) => [
        brand,
        fee,
        String(entries),
        charged,
        refunded,
        charged + refunded,
      ]),
      [
        'Total',
        '',
        String(lines.reduce((all, { entries }) => all + entries, 0)),
        sum((one) => one.charged),
        sum((one) => one.refunded),
        net,
      ],
      ['', 'Fees account before', '', null, null, opening],
      ['', 'Fees account after', '', null, null, closing],
    ],
    agrees,
    finding: agrees
      ? 'It is what the fees account moved by.'
      : `It is out by ${dollarsOf(opening + net - closing)}: run npm run verify.`,
  };
}

function linesOf(sums: readonly FeeSum[]): ReadonlyMap<string, Line> {
  const names = namesByWords();
  const lines = new Map<string, Line>();
  for (const { brand: named, words, kind, entries, charged, refunded } of sums) {
    const isOwn = kind !== 'cardholder';
    const brand = named ?? '';
    const fee =
      isOwn && isNameOf(ACCOUNT_NAMES, kind) ? `With ${ACCOUNT_NAMES[kind]}` : (names.get(words ?? '') ?? 'Other fee');
    const line = lines.get(`${brand}|${fee}`) ?? { brand, fee, entries: 0, charged: 0n, refunded: 0n };
    line.entries += entries;
    line.charged += charged;
    line.refunded += refunded;
    lines.set(`${brand}|${fee}`, line);
  }
  return lines;
}
