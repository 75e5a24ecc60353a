import type { DebtCause } from '@wattle/contract/cards/home.ts';
import { money } from '@wattle/contract/rules/amounts.ts';
import type { AppContext } from '../../compose/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { QueuedJob } from '../../platform/due-work/job.ts';
import { enqueueLater } from '../../platform/due-work/enqueue-later.ts';
import type { Queue } from '../../platform/due-work/queue.ts';
import { toDollars } from '../../platform/money.ts';
import { productTexts } from '../../platform/text/texts.ts';
import { notifyHolder } from '../messages/public.ts';
import { findDebtor, leftDebt, type NewDebt } from './debt.store.ts';

type Forced = {
  readonly transfer: string;
  readonly account: string;
  readonly amount: string;
  readonly cause: DebtCause;
};

const FORCED_DEBITS: Queue<Forced> = { name: 'debts.tell-forced', clock: 'security' };

/** Queues the notice of a forced debit in its transaction. */
export function notifyForcedLater(
  tx: Tx,
  { clocks }: Pick<AppContext, 'clocks'>,
  tenantId: number,
  { memberAccountId, transferId, amount, cause }: NewDebt,
): void {
  const transfer = String(transferId);
  const payload = { transfer, account: String(memberAccountId), amount: String(amount), cause };
  enqueueLater(tx, clocks, FORCED_DEBITS, { tenantId, key: transfer, payload });
}

/** Notifies holders of forced debits. If the balance did not cover one, the notice of the debt replaces it. */
export const notifyForcedDebits: QueuedJob<AppContext, Forced> = {
  queue: FORCED_DEBITS,
  atOnce: 20,
  async inTransaction(ctx, tx, { tenantId, payload: { transfer, account, amount, cause } }) {
    const debited = await findDebtor(tx, tenantId, BigInt(account));
    if (!debited || debited.primary_holder_id === null) return 'done';
    if (await leftDebt(tx, tenantId, BigInt(transfer))) return 'done';
    await notifyHolder(tx, ctx, {
      tenantId,
      brandId: debited.brand_id,
      holderId: debited.primary_holder_id,
      template: 'debitForced',
      params: (language) => ({
        amount: money(toDollars(BigInt(amount)), language, 'never'),
        reason: productTexts(language, 'debts')[`cause.${cause}`] ?? '',
      }),
      shown: { cents: -BigInt(amount) },
      dedupKey: `debit-forced:${transfer}`,
      everyContact: false,
    });
    return 'done';
  },
};
