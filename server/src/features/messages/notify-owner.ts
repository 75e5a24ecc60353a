import { money } from '@wattle/contract/rules/amounts.ts';
import type { AppContext } from '../../compose/context.ts';
import type { Session } from '../../http/handle.ts';
import type { Tx } from '../../platform/database/database.ts';
import { toDollars } from '../../platform/money.ts';
import { findOwner } from './notified-holder.store.ts';
import { notifyHolder } from './notify-holder.ts';

type Report = {
  readonly memberAccountId: bigint;
  readonly change: 'dispute' | 'scam' | 'mistaken';
  readonly reference: string;
  /** Name of the payee or merchant. */
  readonly name: string;
  /** Cents, positive. */
  readonly amount: bigint;
};

/** Tells the primary holder of an account what a nominee has reported of it. Nothing where the caller is the holder. */
export async function notifyOwner(
  tx: Tx,
  ctx: AppContext,
  { tenantId, brandId, holderId, cardId }: Session,
  { memberAccountId, change, reference, name, amount }: Report,
): Promise<void> {
  const owner = await findOwner(tx, tenantId, { memberAccountId, holderId, cardId });
  if (!owner) return;
  await notifyHolder(tx, ctx, {
    tenantId,
    brandId,
    holderId: owner.holder_id,
    template: 'nomineeReported',
    dedupKey: `nomineeReported:${reference}`,
    params: (language) => ({
      person: owner.person,
      reference,
      name,
      change,
      amount: money(toDollars(amount), language, 'never'),
    }),
    everyContact: true,
  });
}
