import { recordPosting } from '../features/transactions/public.ts';
import { type AccountKind, TRANSFER_CODE } from '../ledger/ledger.ts';
import { openLedger } from '../ledger/open-ledger.ts';
import { dayAt } from '../platform/time/clock.ts';
import type { Tx } from '../platform/database/database.ts';
import type { HistoryRow } from './history.ts';

export type HistoryAccount = {
  readonly tenantId: number;
  readonly number: string;
  readonly memberAccountId: bigint;
  readonly ledgerAccountId: bigint;
  /** Card id by the last 4 digits of its number. */
  readonly cards: ReadonlyMap<string, bigint>;
};

type OtherSide = Exclude<AccountKind, 'cardholder'>;

/** Where the money of a row comes from or goes to. */
const OTHER_SIDE: Readonly<Record<HistoryRow['kind'], OtherSide>> = {
  purchase: 'schemeSettlement',
  cash: 'schemeSettlement',
  refund: 'schemeSettlement',
  topUp: 'bank',
  transferIn: 'bank',
  transferOut: 'bank',
  bpay: 'bank',
  pay: 'bank',
  opening: 'bank',
  adjustment: 'bank',
  fee: 'fees',
  interest: 'interest',
  withholdingTax: 'withholdingTax',
};

const ledger = openLedger();

/** Posts a history through the ledger, row by row, as if each had come at its time. */
export async function postHistory(tx: Tx, account: HistoryAccount, rows: readonly HistoryRow[]): Promise<void> {
  const { tenantId, ledgerAccountId } = account;
  const others = new Map<OtherSide, bigint>();
  for (const [index, row] of rows.entries()) {
    const side = OTHER_SIDE[row.kind];
    const other = others.get(side) ?? (await ledger.settlementAccount(tx, tenantId, side));
    others.set(side, other);
    const isOut = row.amount < 0n;
    const amount = isOut ? -row.amount : row.amount;
    const posted = await ledger.post(tx, {
      tenantId,
      key: `demo:${account.number}:${index}`,
      debit: isOut ? ledgerAccountId : other,
      credit: isOut ? other : ledgerAccountId,
      amount,
      code: TRANSFER_CODE[row.kind],
      effectiveAt: row.at,
      postedAt: row.postedAt,
    });
    if (!posted.ok) throw new Error(`the demo's row ${index} of ${account.number} was refused: ${posted.refusal}`);
    recordPosting(tx, {
      tenantId,
      memberAccountId: account.memberAccountId,
      ledgerAccountId,
      seq: isOut ? posted.value.debitSeq : posted.value.creditSeq,
      transferId: posted.value.id,
      amount,
      day: dayAt(row.at),
      kind: row.kind,
      category: row.category,
      description: row.description,
      rawDescription: row.raw,
      mcc: row.mcc,
      channel: row.channel,
      country: row.country,
      cardId: row.card === null ? null : (account.cards.get(row.card) ?? null),
      cardLast4: row.card,
    });
  }
}
