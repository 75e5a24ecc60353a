import type { DeclineReason } from '@wattle/contract/transactions/transaction.ts';
import { money } from '@wattle/contract/rules/amounts.ts';
import type { AppContext } from '../../compose/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { toDollars } from '../../platform/money.ts';
import { dayAt } from '../../platform/time/clock.ts';
import { notifyHolder } from '../messages/public.ts';
import { addDecisions } from './decision.store.ts';
import { readHoldersOfCards } from '../card-facts/public.ts';
import { declining, type Match } from './rule.domain.ts';

/** A purchase as it was decided, with what the rules found about it. */
export type Judged = {
  readonly id: bigint;
  readonly cardId: bigint;
  readonly amount: bigint;
  readonly declineReason: DeclineReason | null;
  readonly merchantName: string;
  readonly at: number;
  readonly matches: readonly Match[];
};

type Within = { readonly ctx: AppContext; readonly tx: Tx; readonly tenantId: number };

/**
 * Keeps what rules decided of purchases with the figures, and tells their holders. What was declined for another reason
 * was not decided by a rule, and neither is a check of 0.00.
 */
export async function keepDecisions(within: Within, all: readonly Judged[]): Promise<void> {
  const judged = all.filter(
    ({ amount, declineReason, matches }) =>
      amount > 0n && matches.length > 0 && (declineReason === null || declineReason === 'stoppedByRule'),
  );
  if (judged.length === 0) return;
  addDecisions(
    within.tx,
    within.tenantId,
    judged.flatMap(({ id: authorisation, cardId: card, at, matches }) =>
      matches.map((match) => ({ authorisation, card, at, match })),
    ),
  );
  for (const one of judged) await tellHolder(within, one);
}

/**
 * Notifies the holder of the action of a rule, without its reason. Of purchases that one rule stops on one card they hear
 * once a day, because a stolen number is tried often.
 */
async function tellHolder({ ctx, tx, tenantId }: Within, one: Judged): Promise<void> {
  const [holder] = await readHoldersOfCards(tx, tenantId, new Set([one.cardId]));
  if (!holder) return;
  const stopping = declining(one.matches);
  await notifyHolder(tx, ctx, {
    tenantId,
    brandId: holder.brand_id,
    holderId: holder.holder_id,
    template: stopping ? 'purchaseStopped' : 'purchaseQuestioned',
    params: (language) => ({
      ending: holder.last4,
      merchant: one.merchantName,
      amount: money(toDollars(one.amount), language, 'never'),
    }),
    shown: { name: one.merchantName, cents: -one.amount },
    dedupKey: stopping
      ? `rule-stopped:${one.cardId}:${stopping.rule.id}:${dayAt(one.at)}`
      : `rule-questioned:${one.id}`,
    everyContact: false,
  });
}
