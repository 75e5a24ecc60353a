import { escapeXml } from '../escape-xml.domain.ts';
import { decimal } from '../table.domain.ts';

export type OfxTransaction = {
  /** The same in each export of the row, so that a program that already has it ignores it. */
  readonly id: string;
  /** `2026-11-20` */
  readonly day: string;
  /** Signed cents. */
  readonly amount: bigint;
  readonly name: string;
  readonly memo: string;
  /** Currency of the merchant (ISO 4217), and its exchange rate. */
  readonly original?: { readonly currency: string; readonly rate: string } | undefined;
};

export type OfxStatement = {
  /** ISO 639-2, in upper case. */
  readonly language: string;
  readonly bankId: string;
  readonly accountId: string;
  /** First and last day, `2026-11-20`. */
  readonly first: string;
  readonly last: string;
  /** Cents, and the time of the balance in milliseconds since 1970. */
  readonly balance: bigint;
  readonly madeAt: number;
  readonly transactions: AsyncIterable<readonly OfxTransaction[]>;
};

const HEAD =
  '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n' +
  '<?OFX OFXHEADER="200" VERSION="220" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>\n';
const OK = '<STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS>';
const MOST_NAME = 32;
const MOST_MEMO = 255;

/** Bank statement in Open Financial Exchange 2.2, for accounting programs. */
export async function* writeOfx(statement: OfxStatement): AsyncGenerator<Uint8Array> {
  const { language, bankId, accountId, first, last, balance, madeAt, transactions } = statement;
  const at = momentOf(madeAt);
  yield Buffer.from(
    `${HEAD}<OFX><SIGNONMSGSRSV1><SONRS>${OK}${tag('DTSERVER', at)}${tag('LANGUAGE', language)}</SONRS></SIGNONMSGSRSV1>\
<BANKMSGSRSV1><STMTTRNRS><TRNUID>0</TRNUID>${OK}<STMTRS><CURDEF>AUD</CURDEF><BANKACCTFROM>${tag('BANKID', bankId)}\
${tag('ACCTID', accountId)}<ACCTTYPE>CHECKING</ACCTTYPE></BANKACCTFROM>\
<BANKTRANLIST>${tag('DTSTART', dayOf(first))}${tag('DTEND', dayOf(last))}\n`,
  );
  for await (const some of transactions) yield Buffer.from(some.map(transaction).join(''));
  yield Buffer.from(
    `</BANKTRANLIST><LEDGERBAL>${tag('BALAMT', decimal(balance))}${tag('DTASOF', at)}</LEDGERBAL>\
</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n`,
  );
}

function transaction({ id, day, amount, name, memo, original }: OfxTransaction): string {
  const type = amount < 0n ? 'DEBIT' : 'CREDIT';
  return `<STMTTRN>${tag('TRNTYPE', type)}${tag('DTPOSTED', dayOf(day))}${tag('TRNAMT', decimal(amount))}\
${tag('FITID', id)}${tag('NAME', cut(name, MOST_NAME))}${memo === '' ? '' : tag('MEMO', cut(memo, MOST_MEMO))}\
${original ? originalOf(original) : ''}</STMTTRN>\n`;
}

/** The amount is converted already; this adds the original currency. */
function originalOf({ currency, rate }: NonNullable<OfxTransaction['original']>): string {
  return `<ORIGCURRENCY>${tag('CURRATE', rate)}${tag('CURSYM', currency)}</ORIGCURRENCY>`;
}

/** By code points, so that none is split. */
const cut = (text: string, most: number) => [...text].slice(0, most).join('');
const tag = (name: string, value: string) => `<${name}>${escapeXml(value)}</${name}>`;
const dayOf = (day: string) => day.replaceAll('-', '');
/** `20261120050403[0:GMT]` */
const momentOf = (ms: number) => `${new Date(ms).toISOString().slice(0, 19).replaceAll(/\D/g, '')}[0:GMT]`;
