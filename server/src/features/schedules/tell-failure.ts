import type { AppContext } from '../../context.ts';
import type { Tx } from '../../platform/database.ts';
import { toDollars } from '../../platform/money.ts';
import { money } from '@wattle/contract/rules/amounts.ts';
import { isChannelOn, queueMessage, queueNotices, type Recipient, toE164 } from '../messages/public.ts';
import { destinationOf } from './destination.ts';
import { readPayer } from './payer.store.ts';
import type { Schedule } from './schedule.store.ts';

type Failure = {
  readonly tenantId: number;
  readonly schedule: Schedule;
  /** It was one too many: nothing more is paid. */
  readonly isEnded: boolean;
};

/** Tells the payer that a scheduled payment was not made, by email, else by SMS, and on devices with notices. */
export async function tellFailure(tx: Tx, ctx: AppContext, { tenantId, schedule, isEnded }: Failure): Promise<void> {
  const payer = await readPayer(tx, tenantId, schedule.holderId);
  if (!payer) return;
  const { language } = payer;
  const message = {
    tenantId,
    brandId: schedule.brandId,
    holderId: schedule.holderId,
    template: isEnded ? 'scheduleEnded' : 'scheduleFailed',
    language,
    params: {
      firstName: payer.first_name,
      amount: money(toDollars(schedule.amount), language, 'never'),
      name: destinationOf(schedule).name,
    },
    dedupKey: `schedule:${schedule.id}:${schedule.progress.nextDay}`,
  } as const;
  const recipient = recipientOf(ctx, payer);
  if (recipient) await queueMessage(tx, ctx, { ...message, ...recipient });
  for (const webAccountId of payer.web_account_ids) await queueNotices(tx, ctx, { ...message, webAccountId });
}

function recipientOf(ctx: AppContext, { email, mobile }: { email: string; mobile: string }): Recipient | undefined {
  if (email !== '' && isChannelOn(ctx, 'email')) return { channel: 'email', to: email };
  const number = toE164(mobile);
  return number !== undefined && isChannelOn(ctx, 'sms') ? { channel: 'sms', to: number } : undefined;
}
