import { type PostingWords, recordPostings, watchPostings } from '../transactions/public.ts';
import { type Posted, TRANSFER_CODE, type TransferCommand } from '../../ledger/ledger.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { dayAt } from '../../platform/time/clock.ts';
import type { Tx } from '../../platform/database/database.ts';
import {
  addForeignPart,
  foreignFeeOf,
  type ForeignParts,
  type ForeignPurchase,
  readFeeLanguage,
  readForeignParts,
  wordsOfFee,
} from '../fees/public.ts';
import type { NetworkCard } from './network.store.ts';

const ledger = openLedger();

/** The fee that goes with a part of a foreign purchase: charged with a clearing, refunded with a refund. */
export type ForeignCharge = ForeignPurchase & {
  /** Facts that the plan is based on. */
  readonly parts: ForeignParts;
  /** Above zero: charged. Below: refunded. */
  readonly cents: bigint;
  readonly points: number;
  readonly fee: bigint;
  /** Postings of the fee; empty where it rounds to nothing. */
  readonly commands: readonly TransferCommand[];
};

type Planned = {
  /** Above zero: charged. Below: refunded. */
  readonly cents: bigint;
  /** Basis points, if no part of the purchase has a rate yet. */
  readonly points: number;
  /** Key of the posting that it goes with. */
  readonly key: string;
  readonly at: number;
  readonly now: number;
};

/** Plans the fee by what was taken so far. The plan holds until `isOvertaken` is true under the account's lock. */
export async function planForeignCharge(
  tx: Tx,
  of: ForeignPurchase,
  { cents, points: current, key, at, now }: Planned,
): Promise<ForeignCharge> {
  const parts = await readForeignParts(tx, of);
  const points = parts.points ?? current;
  const fee = foreignFeeOf(parts, cents, points);
  const income = await ledger.settlementAccount(tx, of.tenantId, 'fees');
  const common = { do: 'post', key: `${key}:fee`, effectiveAt: at, postedAt: now, forced: true } as const;
  const { ledgerAccountId } = of;
  const post: TransferCommand =
    fee > 0n
      ? { ...common, debit: ledgerAccountId, credit: income, amount: fee, code: TRANSFER_CODE.fee }
      : { ...common, debit: income, credit: ledgerAccountId, amount: -fee, code: TRANSFER_CODE.refund };
  return { ...of, parts, cents, points, fee, commands: fee === 0n ? [] : [post] };
}

/** Whether another part of the purchase was charged or refunded after a plan was made. */
export async function isOvertaken(tx: Tx, charge: ForeignCharge): Promise<boolean> {
  const { cents, fee } = await readForeignParts(tx, charge);
  return cents !== charge.parts.cents || fee !== charge.parts.fee;
}

/** The postings of a part of a purchase: its own, and that of its fee where it has one. */
export type PostedPart = { readonly of: Posted; readonly fee: Posted | undefined };

/** Writes the rows of a part of a purchase and of its fee. */
export async function recordPart(
  tx: Tx,
  card: NetworkCard,
  words: PostingWords,
  charge: ForeignCharge | undefined,
  posted: PostedPart,
  at: number,
): Promise<void> {
  const rows = [words];
  if (charge) addForeignPart(tx, charge, { ...charge, transferId: posted.of.id });
  if (charge && posted.fee) rows.push(await wordsOfCharge(tx, card, charge, posted.fee, at));
  recordPostings(tx, card.tenant_id, rows);
  watchPostings(tx, card.tenant_id, rows);
}

async function wordsOfCharge(
  tx: Tx,
  card: NetworkCard,
  { fee }: ForeignCharge,
  posted: Posted,
  at: number,
): Promise<PostingWords> {
  const language = await readFeeLanguage(tx, card.tenant_id, card.member_account_id);
  return {
    tenantId: card.tenant_id,
    memberAccountId: card.member_account_id,
    ledgerAccountId: card.ledger_account_id,
    seq: fee > 0n ? posted.debitSeq : posted.creditSeq,
    transferId: posted.id,
    amount: fee > 0n ? fee : -fee,
    day: dayAt(at),
    kind: fee > 0n ? 'fee' : 'refund',
    category: 'other',
    description: wordsOfFee('foreign', language),
    cardId: card.id,
    cardLast4: card.last4,
  };
}
