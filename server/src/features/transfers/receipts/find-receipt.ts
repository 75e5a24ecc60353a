import { err, ok, type Result } from '@wattle/contract/errors.ts';
import { dateBy, timeIn, zoneNameAt } from '@wattle/contract/rules/dates.ts';
import type { Language } from '@wattle/contract/rules/languages.ts';
import type { AppContext } from '../../../compose/context.ts';
import type { Session } from '../../../http/handle.ts';
import { toInstant, type Tx } from '../../../platform/database/database.ts';
import type { Brand, BrandWords } from '../../brands/public.ts';
import { transferIdOf } from '../../payments/public.ts';
import { findOwnAccount } from '../../transactions/public.ts';
import { findOwnCard, type NamedRow } from './transfer-receipt.store.ts';

type ReceiptQuery = {
  readonly parameters: {
    readonly accountNumber: string;
    readonly receiptNumber: string;
    readonly sequence?: number | undefined;
  };
  readonly session: Session;
  readonly tx: Tx;
  readonly ctx: Pick<AppContext, 'clocks'>;
};

export type FoundReceipt<Row> = {
  readonly row: Row;
  /** Card through which the caller has access to the account. */
  readonly card: { readonly name: string; readonly last4: string } | undefined;
  readonly accountNumber: string;
};

/** Receipt row of a transfer, on an account of the caller. */
export async function findReceipt<Row>(
  { parameters: { accountNumber, receiptNumber, sequence }, session, tx, ctx }: ReceiptQuery,
  find: (tx: Tx, tenantId: number, named: NamedRow) => Promise<Row | undefined>,
): Promise<Result<FoundReceipt<Row>, 'invalid_card_details' | 'not_found'>> {
  const account = await findOwnAccount(tx, session, accountNumber, ctx.clocks);
  if (!account) return err('invalid_card_details', 'accountNumber');
  const asked = { ledgerAccountId: account.ledger_account_id, receiptNumber };
  const transferId = transferIdOf(receiptNumber);
  const search = () => {
    if (sequence !== undefined) return find(tx, session.tenantId, { ...asked, sequence });
    return transferId === undefined ? undefined : find(tx, session.tenantId, { ...asked, transferId });
  };
  const [row, card] = await Promise.all([search(), findOwnCard(tx, session, account.member_account_id)]);
  return row === undefined ? err('not_found', 'receiptNumber') : ok({ row, card, accountNumber });
}

/** Time of a transfer as receipts show it. `at` is a timestamptz as text. */
export function receiptTime(
  at: string,
  { settings: { DateFormat, TimeZone } }: Brand,
  words: BrandWords,
  language: Language,
): string {
  const instant = toInstant(at);
  const time = `${timeIn(instant, language, TimeZone)} ${zoneNameAt(instant, language, TimeZone)}`;
  return words('transfers:paid.when', { date: dateBy(DateFormat, instant, TimeZone), time });
}
