import { err, ok } from '@wattle/contract/errors.ts';
import { deletePayday, setPayday } from '@wattle/contract/payday/payday.ts';
import { lastPaydayFrom } from '@wattle/contract/rules/paydays.ts';
import { callerOf } from '../../http/caller.ts';
import { handle, type Route } from '../../http/handle.ts';
import { audit } from '../../platform/sealed-log/audit.ts';
import { dayAt } from '../../platform/time/clock.ts';
import { findPaydayAccount, removePayday, savePayday } from './payday.store.ts';

const NO_ACCOUNT = err('invalid_card_details', 'accountNumber');

/** Routes of the payday that the primary holder of an account sets. */
export const paydayRoutes: readonly Route[] = [
  handle(setPayday, async ({ body, session, tx, ctx, request }) => {
    const { tenantId } = session;
    const account = await findPaydayAccount(tx, session, body.accountNumber);
    if (account === undefined) return NO_ACCOUNT;
    const { Frequency: frequency, NextDate: firstDay } = body;
    const today = dayAt(ctx.clocks.business.now());
    if (firstDay < today || firstDay > lastPaydayFrom(today, frequency)) return err('dates_invalid', 'NextDate');
    await savePayday(tx, tenantId, account, { frequency, firstDay });
    ctx.live.publishChanged(tx, tenantId, account);
    const line = { tenantId, actor: callerOf(session), object: `account:${account}`, requestId: request.id };
    audit(tx, ctx.clocks, { ...line, action: 'payday.set', outcome: 'ok' });
    return ok({ IsSuccessful: true as const });
  }),

  handle(deletePayday, async ({ body, session, tx, ctx, request }) => {
    const { tenantId } = session;
    const account = await findPaydayAccount(tx, session, body.accountNumber);
    if (account === undefined) return NO_ACCOUNT;
    await removePayday(tx, tenantId, account);
    ctx.live.publishChanged(tx, tenantId, account);
    const line = { tenantId, actor: callerOf(session), object: `account:${account}`, requestId: request.id };
    audit(tx, ctx.clocks, { ...line, action: 'payday.deleted', outcome: 'ok' });
    return ok({ IsSuccessful: true as const });
  }),
];
