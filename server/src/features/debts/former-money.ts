import { money } from '@wattle/contract/rules/amounts.ts';
import type { AppContext } from '../../compose/context.ts';
import type { QueuedJob } from '../../platform/due-work/job.ts';
import { enqueueLater } from '../../platform/due-work/enqueue-later.ts';
import type { Queue } from '../../platform/due-work/queue.ts';
import { toDollars } from '../../platform/money.ts';
import { notifyHolder } from '../messages/public.ts';
import type { PaymentTransaction } from '../payments/public.ts';
import { findDebtor } from './debt.store.ts';
import { type FormerMoney, insertFormerMoney } from './former-money.store.ts';

type Kept = { readonly transfer: string; readonly account: string; readonly amount: string; readonly isPaid: boolean };

const FORMER_MONEY: Queue<Kept> = { name: 'debts.tell-former', clock: 'security' };

type Writes = Pick<PaymentTransaction, 'tx' | 'tenantId'> & { readonly ctx: Pick<PaymentTransaction['ctx'], 'clocks'> };

/** Records money for a closed account in `formerHolders` and notifies its holder, in the transaction of the posting. */
export function keepFormerMoney(within: Writes, kept: FormerMoney): void {
  insertFormerMoney(within.tx, within.tenantId, kept);
  notifyLater(within, kept, false);
}

/** Notifies the holder, in the transaction of the payout. */
export function notifyFormerPaid(
  within: Writes,
  paid: Pick<FormerMoney, 'memberAccountId' | 'transferId' | 'cents'>,
): void {
  notifyLater(within, paid, true);
}

function notifyLater(
  { ctx, tx, tenantId }: Writes,
  { memberAccountId, transferId, cents }: Pick<FormerMoney, 'memberAccountId' | 'transferId' | 'cents'>,
  isPaid: boolean,
): void {
  const transfer = String(transferId);
  const payload = { transfer, account: String(memberAccountId), amount: String(cents), isPaid };
  enqueueLater(tx, ctx.clocks, FORMER_MONEY, { tenantId, key: transfer, payload });
}

/** Notifies holders of closed accounts of returned money and payouts. An estate is informed by the desk. */
export const notifyFormerMoney: QueuedJob<AppContext, Kept> = {
  queue: FORMER_MONEY,
  atOnce: 20,
  async inTransaction(ctx, tx, { tenantId, payload: { transfer, account, amount, isPaid } }) {
    const former = await findDebtor(tx, tenantId, BigInt(account));
    if (!former || former.primary_holder_id === null || former.has_died) return 'done';
    await notifyHolder(tx, ctx, {
      tenantId,
      brandId: former.brand_id,
      holderId: former.primary_holder_id,
      template: isPaid ? 'formerMoneyPaid' : 'formerMoneyKept',
      params: (language) => ({ amount: money(toDollars(BigInt(amount)), language) }),
      dedupKey: `former-money:${transfer}`,
      everyContact: false,
    });
    return 'done';
  },
};
