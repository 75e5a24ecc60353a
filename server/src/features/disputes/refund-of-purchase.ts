import type { AppContext } from '../../context.ts';
import { type Posted, TRANSFER_CODE, type TransferCommand } from '../../ledger/ledger.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { dayAt } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database.ts';
import { productTexts } from '../../platform/texts.ts';
import { recordPosting } from '../transactions/public.ts';
import { addMerchantCredit, type Claim, type DisputableRow, readClaims } from './claims.store.ts';
import { type DisputeRow, listOpenOfRows, saveRefunded } from './dispute.store.ts';
import { readHolderLanguage } from './holder.store.ts';
import { outstandingCredit, unrefunded } from './provisional-credit.kind.ts';
import { notifyDispute } from './notify-dispute.ts';

const ledger = openLedger();

/** Cents of a refund that belong to one row of its purchase, and their effect on a dispute of that row. */
type Share = {
  readonly claim: Claim;
  readonly cents: bigint;
  /** Part of them that counts against the dispute. */
  readonly within: bigint;
  readonly dispute: DisputeRow | undefined;
  /** Amount taken back of its provisional credit. */
  readonly takenBack: bigint;
};

export type RefundPlan = {
  readonly isRefused: boolean;
  readonly shares: readonly Share[];
  /** Postings beside the refund, to be made with it. */
  readonly commands: readonly TransferCommand[];
};

type Refund = {
  readonly tenantId: number;
  readonly ledgerAccountId: bigint;
  readonly amount: bigint;
  readonly key: string;
  readonly now: number;
};

/**
 * Effect of a refund on the disputes of the purchase that it names: it counts as merchant credit up to what is
 * disputed, and a provisional credit is taken back as far. Refused where the same cents were credited by a dispute.
 */
export async function planRefund(tx: Tx, refund: Refund, rows: readonly DisputableRow[]): Promise<RefundPlan> {
  const { tenantId, ledgerAccountId, amount, key, now } = refund;
  if (rows.length === 0) return { isRefused: false, shares: [], commands: [] };
  const seqs = rows.map(({ seq }) => seq);
  const claims = await readClaims(tx, tenantId, ledgerAccountId, rows);
  const disputes = await listOpenOfRows(tx, tenantId, ledgerAccountId, seqs);
  const left = claims.reduce((sum, { uncredited }) => sum + uncredited, 0n);
  if (claims.some(({ isCredited }) => isCredited) && amount > left)
    return { isRefused: true, shares: [], commands: [] };
  const disputeOf = ({ seq }: Claim) => disputes.find((one) => one.seq === seq);
  let rest = amount;
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
            debit: ledgerAccountId,
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
  return { isRefused: false, shares, commands };
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** Whether two plans of one refund ask for the same: one made before the locks, one under them. */
export function isSamePlan(one: RefundPlan, other: RefundPlan): boolean {
  const partsOf = ({ isRefused, shares }: RefundPlan) =>
    [
      isRefused,
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

/** Writes what a refund does to disputes, with its postings: `posted` are those of the plan's commands. */
export async function carryOutRefund(
  { ctx, tx }: { readonly ctx: AppContext; readonly tx: Tx },
  { tenantId, ledgerAccountId, now }: Refund,
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
    if (takenBack > 0n) {
      const back = made.next().value;
      if (!back) throw new Error('a provisional credit was not taken back');
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
    await notifyDispute(tx, ctx, dispute, `refund:${refund.id}`);
  }
}
