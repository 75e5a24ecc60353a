import { randomInt, randomUUID } from 'node:crypto';
import type { Channel, SpendingCategory, TransactionKind } from '@wattle/contract/transactions/transaction.ts';
import type { Tx } from '../../platform/database.ts';
import { isSpending } from './category.domain.ts';

/** The words of one side of a transfer: what the ledger does not hold. */
export type PostingWords = {
  readonly tenantId: number;
  readonly memberAccountId: bigint;
  readonly ledgerAccountId: bigint;
  /** Sequence of the entry on that account. */
  readonly seq: bigint;
  readonly transferId: bigint;
  /** Cents that moved, positive. */
  readonly amount: bigint;
  /** Melbourne day on which it happened. */
  readonly day: string;
  readonly kind: TransactionKind;
  readonly category: SpendingCategory;
  readonly description: string;
  readonly rawDescription?: string | null;
  readonly mcc?: string | null;
  readonly channel?: Channel | null;
  readonly country?: string | null;
  readonly cardId?: bigint | null;
  readonly cardLast4?: string | null;
  /** Kept from the pending row that this ends, so that both are the same row to a list. */
  readonly publicId?: string | undefined;
  /** Receipt number; drawn where absent. */
  readonly reference?: string | undefined;
};

const INSERT_DETAIL = `
INSERT INTO transaction_detail (ledger_account_id, seq, transfer_id, card_id, public_id, tenant_id, kind, category,
                                description, raw_description, mcc, channel, country, card_last4, reference)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`;

// The account is locked by the posting, so nobody else adds to the same row meanwhile.
const ADD_SPENDING = `
INSERT INTO spending_day (member_account_id, day, tenant_id, category, cents)
VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (member_account_id, day, category) DO UPDATE SET cents = spending_day.cents + excluded.cents`;

/**
 * Writes what a list says of a posting, and adds it to the day's spending. In the transaction of
 * the posting, and not for a replay: both together are there once or not at all.
 */
export async function recordPosting(tx: Tx, words: PostingWords): Promise<void> {
  await tx.run(INSERT_DETAIL, [
    words.ledgerAccountId,
    words.seq,
    words.transferId,
    words.cardId ?? null,
    words.publicId ?? randomUUID(),
    words.tenantId,
    words.kind,
    words.category,
    words.description,
    words.rawDescription ?? null,
    words.mcc ?? null,
    words.channel ?? null,
    words.country ?? null,
    words.cardLast4 ?? null,
    words.reference ?? drawReceipt(),
  ]);
  if (isSpending(words.kind)) {
    await tx.run(ADD_SPENDING, [words.memberAccountId, words.day, words.tenantId, words.category, words.amount]);
  }
}

const RECEIPT_DIGITS = 11;

/** A number that a cardholder can quote for a purchase. Random: it says nothing of how many there are. */
export function drawReceipt(): string {
  return Array.from({ length: RECEIPT_DIGITS }, () => randomInt(10)).join('');
}
