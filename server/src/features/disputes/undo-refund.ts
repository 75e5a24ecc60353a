import type { AppContext } from '../../compose/context.ts';
import { type Posted, TRANSFER_CODE, type TransferCommand } from '../../ledger/ledger.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { least } from '../../platform/money.ts';
import { dayAt } from '../../platform/time/clock.ts';
import type { Tx } from '../../platform/database/database.ts';
import { productTexts } from '../../platform/text/texts.ts';
import { recordPosting } from '../transactions/public.ts';
import { type DisputeRow, findDisputeById, hasOpenDispute } from './dispute.store.ts';
import { readHolderLanguage } from './holder.store.ts';
import { notifyDispute } from './notify-dispute.ts';
import { addUndone, readShares, readTakenBack, type RefundShare, saveUnrefunded } from './undo-refund.store.ts';

const ledger = openLedger();

/** A refund that its shop reverses. */
export type UndoneRefund = {
  readonly tenantId: number;
  readonly ledgerAccountId: bigint;
  /** The posting by which its cardholder was credited, and the key of the refund. */
  readonly refund: bigint;
  readonly refundKey: string;
  /** Cents that the cardholder pays again, and the key of that debit. */
  readonly cents: bigint;
  readonly key: string;
  readonly now: number;
};

type Undone = RefundShare & {
  readonly dispute: DisputeRow | undefined;
  /** Part of them that had counted against the dispute. */
  readonly within: bigint;
  /** Cents of its provisional credit that are credited again. */
  readonly again: bigint;
  readonly isReopened: boolean;
};

export type UndoPlan = { readonly undone: readonly Undone[]; readonly commands: readonly TransferCommand[] };

/**
 * Effect of reversing a refund on the disputes of its purchase: it counts no more, a dispute that it ended is open
 * again, and what it reversed of a provisional credit is credited again.
 */
export async function planUndo(tx: Tx, asked: UndoneRefund): Promise<UndoPlan> {
  const { tenantId, ledgerAccountId, refund, refundKey, cents, key, now } = asked;
  const programme = await ledger.settlementAccount(tx, tenantId, 'fees');
  const undone: Undone[] = [];
  let rest = cents;
  for (const share of await readShares(tx, tenantId, refund, ledgerAccountId)) {
    const taken = least(rest, share.cents);
    if (taken === 0n) continue;
    rest -= taken;
    const effect = await effectOn(tx, { tenantId, refundKey, taken }, share, ledgerAccountId);
    undone.push({ ...share, cents: taken, ...effect });
  }
  const commands = undone.flatMap(({ dispute, again }): TransferCommand[] =>
    dispute && again > 0n
      ? [
          {
            do: 'post',
            key: `${key}:dispute:${dispute.reference}`,
            debit: programme,
            credit: ledgerAccountId,
            amount: again,
            code: TRANSFER_CODE.adjustment,
            effectiveAt: now,
            postedAt: now,
            forced: true,
          },
        ]
      : [],
  );
  return { undone, commands };
}

async function effectOn(
  tx: Tx,
  { tenantId, refundKey, taken }: { readonly tenantId: number; readonly refundKey: string; readonly taken: bigint },
  { dispute_id: id, seq }: RefundShare,
  ledgerAccountId: bigint,
): Promise<Pick<Undone, 'dispute' | 'within' | 'again' | 'isReopened'>> {
  const dispute = id === null ? undefined : await findDisputeById(tx, tenantId, id);
  const within = dispute ? least(taken, dispute.refunded) : 0n;
  if (!dispute || within === 0n) return { dispute: undefined, within: 0n, again: 0n, isReopened: false };
  const isReopened =
    dispute.resolution === 'merchantCredit' &&
    dispute.credited === 0n &&
    !(await hasOpenDispute(tx, tenantId, ledgerAccountId, seq));
  const isOpen = dispute.ended_at === null || isReopened;
  const takenBack = isOpen ? await readTakenBack(tx, tenantId, `${refundKey}:dispute:${dispute.reference}`) : 0n;
  return { dispute, within, again: least(takenBack, within), isReopened };
}

/** Whether two plans of one refund ask for the same: one made before the locks, one under them. */
export function isSameUndo(one: UndoPlan, other: UndoPlan): boolean {
  const partsOf = ({ undone }: UndoPlan) =>
    undone.map(({ seq, cents, within, again, isReopened, dispute }) =>
      [seq, cents, within, again, isReopened, dispute?.id].join(),
    );
  return partsOf(one).join() === partsOf(other).join();
}

/** Writes the effects. `posted` are the postings for the commands of the plan. */
export async function carryOutUndo(
  { ctx, tx }: { readonly ctx: AppContext; readonly tx: Tx },
  { tenantId, ledgerAccountId, refund, now }: UndoneRefund,
  { undone }: UndoPlan,
  { debit, posted }: { readonly debit: Posted; readonly posted: readonly Posted[] },
): Promise<void> {
  const made = posted.values();
  for (const { dispute, within, again, isReopened, ...share } of undone) {
    addUndone(tx, tenantId, debit.id, { ...share, refund, ledgerAccountId });
    if (!dispute) continue;
    saveUnrefunded(tx, dispute, { cents: within, again, isReopened });
    await notifyDispute(tx, ctx, dispute, `refund-back:${debit.id}`);
    if (again === 0n) continue;
    const back = made.next().value;
    if (!back) throw new Error('a provisional credit was not credited again');
    const language = await readHolderLanguage(tx, dispute);
    recordPosting(tx, {
      tenantId,
      memberAccountId: dispute.member_account_id,
      ledgerAccountId,
      seq: back.creditSeq,
      transferId: back.id,
      amount: again,
      day: dayAt(now),
      kind: 'adjustment',
      category: 'other',
      description: productTexts(language, 'debts')['description.provisionalCredit'] ?? '',
    });
  }
}
