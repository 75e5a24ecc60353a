import { getAccountCheck } from '@wattle/contract/account-check/account-check.ts';
import { ok } from '@wattle/contract/errors.ts';
import { handleRead } from '../../http/handle.ts';
import { toInstant } from '../../platform/database/database.ts';
import { toDollars } from '../../platform/money.ts';
import { deviceWords, listWaysIn, paymentsHeldUntil, type WayInRow, webAccountOf } from '../access/public.ts';
import { listWaitingSchedules, type WaitingSchedule } from '../schedules/public.ts';
import { listWaitingTopups, type WaitingTopup } from '../topup/public.ts';

export const getAccountCheckRoute = handleRead(getAccountCheck, async ({ session, tx, ctx }) => {
  const { tenantId, holderId } = session;
  const webAccountId = webAccountOf(session);
  const until = await paymentsHeldUntil(tx, ctx, session);
  const waysIn = await listWaysIn(tx, tenantId, webAccountId, ctx.clocks.security.now());
  const schedules =
    holderId === null ? [] : await listWaitingSchedules(tx, ctx, { tenantId, holderId, heldUntil: until });
  const topups = await listWaitingTopups(tx, tenantId, webAccountId);
  return ok({
    HeldUntil: until === null ? null : new Date(until).toISOString(),
    WaysIn: waysIn.map(toWayIn),
    Waiting: [...schedules.map(ofSchedule), ...topups.map(ofTopup)],
  });
});

function toWayIn({ kind, id, name, user_agent: agent, added_at: added, last_used_at: used }: WayInRow) {
  const { browser, system } = deviceWords(agent ?? '');
  return {
    Kind: kind,
    Id: id,
    Name: name,
    Browser: browser,
    System: system,
    AddedAt: toInstant(added),
    LastUsedAt: used === null ? null : toInstant(used),
  };
}

function ofSchedule({ schedule, accountNumber, destination, nextDay }: WaitingSchedule) {
  const isHeld = schedule.holdId !== null;
  return {
    Kind: isHeld ? ('payment' as const) : ('schedule' as const),
    Id: schedule.id,
    AccountNumber: accountNumber,
    Amount: toDollars(schedule.amount),
    Name: destination.name,
    Bsb: destination.bsb,
    Destination: destination.accountNumber,
    Frequency: isHeld ? null : schedule.recurring.frequency,
    MadeAt: new Date(schedule.madeAt).toISOString(),
    NextDate: nextDay,
    MayBeKept: nextDay !== null,
  };
}

function ofTopup(topup: WaitingTopup) {
  return {
    Kind: 'topUp' as const,
    Id: topup.public_id,
    AccountNumber: topup.topped_up,
    Amount: toDollars(topup.amount),
    Name: topup.account_name,
    Bsb: topup.bsb,
    Destination: topup.account_number.slice(-4),
    Frequency: null,
    MadeAt: toInstant(topup.made_at),
    NextDate: null,
    MayBeKept: true,
  };
}
