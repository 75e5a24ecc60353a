import type { Language } from '@wattle/contract/rules/languages.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { TRANSFER_CODE } from '../../ledger/ledger.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Cents } from '../../platform/money.ts';
import {
  addForeignPart,
  findForeignPurchase,
  foreignFeeOf,
  type ForeignParts,
  type ForeignPurchase,
  readForeignParts,
  wordsOfFee,
} from '../fees/public.ts';
import type { Effect, Posting } from '../payments/public.ts';
import type { DisputeRow } from './dispute.store.ts';

/** A foreign purchase that is disputed, and the fees charged and refunded for it. */
export type DisputedAbroad = ForeignPurchase & { readonly parts: ForeignParts; readonly points: number };

/** Undefined if the disputed purchase had no foreign fee. */
export async function readDisputedAbroad(
  tx: Tx,
  tenantId: number,
  { ledger_account_id: ledgerAccountId, seq }: DisputeRow,
): Promise<DisputedAbroad | undefined> {
  const purchase = await findForeignPurchase(tx, { tenantId, ledgerAccountId, seq });
  if (!purchase) return undefined;
  const parts = await readForeignParts(tx, purchase);
  return parts.points === null ? undefined : { ...purchase, parts, points: parts.points };
}

export type FeeBack<E extends 'dispute_closed'> = {
  /** Empty if that part of the fee rounds to nothing. */
  readonly postings: readonly Posting<E>[];
  readonly effect: Effect<E>;
};

/** Returns the foreign fee of the disputed cents from the programme's fee income. */
export function feeBackOf(
  abroad: DisputedAbroad,
  { credited, dispute }: { readonly credited: Cents; readonly dispute: DisputeRow },
  { programme, language }: { readonly programme: bigint; readonly language: Language },
): FeeBack<'dispute_closed'> {
  const { parts, points } = abroad;
  const fee = foreignFeeOf(parts, -credited, points);
  const posting: Posting<'dispute_closed'> = {
    from: { ledgerAccountId: programme },
    to: {
      ledgerAccountId: dispute.ledger_account_id,
      memberAccountId: dispute.member_account_id,
      ifClosed: 'dispute_closed',
      kind: 'refund',
      description: wordsOfFee('foreign', language),
    },
    amount: -fee,
    code: TRANSFER_CODE.refund,
    forced: true,
  };
  const effect: Effect<'dispute_closed', ForeignParts> = {
    lock: `foreign:${abroad.ledgerAccountId}:${abroad.purchase}`,
    read: ({ tx }) => readForeignParts(tx, abroad),
    decide(now) {
      // A clearing or a refund arrived after the fee was worked out, so the request has to be repeated.
      if (now.cents !== parts.cents || now.fee !== parts.fee) return err('dispute_closed', 'dispute');
      return ok({
        state: { cents: now.cents - credited, fee: now.fee + fee, points },
        write: ({ tx }, { transferId }) => addForeignPart(tx, abroad, { transferId, cents: -credited, points, fee }),
      });
    },
  };
  return { postings: fee === 0n ? [] : [posting], effect };
}

/** Cents of the foreign fee that go back with a credit; zero for a purchase without one. */
export async function foreignFeeBack(tx: Tx, dispute: DisputeRow, credited: Cents): Promise<Cents> {
  const abroad = await readDisputedAbroad(tx, dispute.tenant_id, dispute);
  return abroad ? -foreignFeeOf(abroad.parts, -credited, abroad.points) : 0n;
}
