import type { AppContext } from '../../compose/context.ts';
import { type Posted, TRANSFER_CODE, type TransferCommand } from '../../ledger/ledger.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { least } from '../../platform/money.ts';
import { dayAt } from '../../platform/time/clock.ts';
import type { Tx } from '../../platform/database/database.ts';
import { productTexts } from '../../platform/text/texts.ts';
import { readDebited } from '../debts/public.ts';
import { recordPosting } from '../transactions/public.ts';
import { addMerchantCredit, type Claim, type DisputableRow, readClaims } from './claims.store.ts';
import { type DisputeRow, listOpenOfRows, saveRefunded } from './dispute.store.ts';
import { readHolderLanguage } from './holder.store.ts';
import { noteTakenBack, outstandingCredit, unrefunded } from './outstanding-credit.ts';
import { notifyDispute } from './notify-dispute.ts';

const ledger = openLedger();

/** Cents of a refund that belong to one row of its purchase, and their effect on a dispute of that row. */
type Share = {
  readonly claim: Claim;
  readonly cents: bigint;
  /** Part of them that counts against the dispute. */
  readonly within: bigint;
  readonly dispute: DisputeRow | undefined;
  /** Reversed amount of its provisional credit. */
  readonly takenBack: bigint;
};

export type RefundPlan = {
  /** Cents for the cardholder. */
  readonly credited: bigint;
  /** Cents that a dispute has credited already, for the programme that advanced them or is charged for them again. */
  readonly kept: bigint;
  /** Cents of the purchase and of its refunds, if the refunds exceed it or the programme keeps some of them. */
  readonly excess: { readonly taken: bigint; readonly refunded: bigint } | undefined;
  readonly shares: readonly Share[];
  /** Postings that are made together with the refund. */
  readonly commands: readonly TransferCommand[];
};

type Refund = {
  readonly tenantId: number;
  readonly ledgerAccountId: bigint;
  /** Ledger account that pays the reversal of a provisional credit: another one if the cardholder's is closed. */
  readonly takesFrom: bigint;
  readonly amount: bigint;
  readonly key: string;
  readonly now: number;
};

/** The purchase that a refund names: its rows, and what earlier refunds of it came to; undefined: it is unknown. */
export type NamedPurchase = { readonly rows: readonly DisputableRow[]; readonly refunded: bigint | undefined };

/**
 * Effect of a refund on the disputes of the purchase that it names: it counts as merchant credit up to what is
 * disputed, and the same amount of a provisional credit is reversed. Where a dispute has credited some of the purchase,
 * the cardholder gets what is not credited yet and the programme the rest, because the scheme settles all of it.
 */
export async function planRefund(tx: Tx, refund: Refund, { rows, refunded }: NamedPurchase): Promise<RefundPlan> {
  const { tenantId, ledgerAccountId, takesFrom, amount, key, now } = refund;
  const seqs = rows.map(({ seq }) => seq);
  const claims = await readClaims(tx, tenantId, ledgerAccountId, rows);
  const disputes = rows.length === 0 ? [] : await listOpenOfRows(tx, tenantId, ledgerAccountId, seqs);
  const left = claims.reduce((sum, { uncredited }) => sum + uncredited, 0n);
  const hasCredit = claims.some(({ isCredited }) => isCredited) || disputes.some((one) => outstandingCredit(one) > 0n);
  const credited = hasCredit ? least(amount, left) : amount;
  const kept = amount - credited;
  const taken = rows.reduce((sum, row) => sum + row.amount, 0n);
  const isAbove = refunded !== undefined && refunded + amount > taken;
  const excess = kept > 0n || isAbove ? { taken, refunded: (refunded ?? 0n) + amount } : undefined;
  const disputeOf = ({ seq }: Claim) => disputes.find((one) => one.seq === seq);
  let rest = credited;
  const take = (most: bigint): bigint => {
    const cents = most > 0n ? least(rest, most) : 0n;
    rest -= cents;
    return cents;
  };
  // Disputed amounts come first, because the cardholder is waiting for them.
  const disputed = new Map<bigint, bigint>();
  for (const claim of claims) {
    const dispute = disputeOf(claim);
    if (dispute) disputed.set(claim.seq, take(unrefunded(dispute)));
  }
  // The part that exceeds a partial dispute comes last.
  const inOrder = [...claims.filter((one) => !disputeOf(one)), ...claims.filter(disputeOf)];
  const shares = inOrder.flatMap((claim): Share[] => {
    const dispute = disputeOf(claim);
    const within = disputed.get(claim.seq) ?? 0n;
    const cents = within + take(claim.uncredited - within);
    const takenBack = dispute ? least(within, outstandingCredit(dispute)) : 0n;
    return cents > 0n ? [{ claim, cents, within, dispute, takenBack }] : [];
  });
  const programme = await ledger.settlementAccount(tx, tenantId, 'fees');
  const commands = shares.flatMap(({ dispute, takenBack }): TransferCommand[] =>
    dispute && takenBack > 0n
      ? [
          {
            do: 'post',
            key: `${key}:dispute:${dispute.reference}`,
            debit: takesFrom,
            credit: programme,
            amount: takenBack,
            code: TRANSFER_CODE.adjustment,
            effectiveAt: now,
            postedAt: now,
            forced: true,
          },
        ]
      : [],
  );
  return { credited, kept, excess, shares, commands };
}

/** Whether two plans of one refund ask for the same: one made before the locks, one under them. */
export function isSamePlan(one: RefundPlan, other: RefundPlan): boolean {
  const partsOf = ({ credited, excess, shares }: RefundPlan) =>
    [
      credited,
      excess?.taken,
      excess?.refunded,
      ...shares.map(({ claim, cents, within, dispute, takenBack }) => [
        claim.seq,
        cents,
        within,
        dispute?.id,
        takenBack,
      ]),
    ].join();
  return partsOf(one) === partsOf(other);
}

/** Writes the effects of a refund on disputes. `posted` are the postings for the commands of the plan. */
export async function carryOutRefund(
  { ctx, tx }: { readonly ctx: AppContext; readonly tx: Tx },
  { tenantId, ledgerAccountId, takesFrom, now }: Refund,
  { shares }: RefundPlan,
  { refund, posted }: { readonly refund: Posted; readonly posted: readonly Posted[] },
): Promise<void> {
  const made = posted.values();
  for (const { claim, cents, within, dispute, takenBack } of shares) {
    const credit = { ledgerAccountId, seq: claim.seq, cents, disputeId: dispute?.id ?? null };
    addMerchantCredit(tx, tenantId, refund.id, credit);
    if (!dispute || within === 0n) continue;
    const isEnd = within >= unrefunded(dispute);
    saveRefunded(tx, dispute, { cents: within, takenBack, isEnd, at: now });
    await notifyDispute(tx, ctx, dispute, `refund:${refund.id}`);
    if (takenBack > 0n) {
      const back = made.next().value;
      if (!back) throw new Error('a provisional credit was not taken back');
      if (takesFrom !== ledgerAccountId) {
        const debited = await readDebited({ tx, tenantId }, dispute.member_account_id);
        if (!debited) throw new Error(`the account of dispute ${dispute.reference} is gone`);
        noteTakenBack({ tx, tenantId }, dispute, debited, { back: takenBack, transferId: back.id, atMs: now });
        continue;
      }
      const language = await readHolderLanguage(tx, dispute);
      recordPosting(tx, {
        tenantId,
        memberAccountId: dispute.member_account_id,
        ledgerAccountId,
        seq: back.debitSeq,
        transferId: back.id,
        amount: takenBack,
        day: dayAt(now),
        kind: 'adjustment',
        category: 'other',
        description: productTexts(language, 'debts')['description.provisionalCredit'] ?? '',
      });
    }
  }
}
