import { err, ok } from '@wattle/contract/errors.ts';
import { comparableNumber } from '@wattle/contract/rules/account-numbers.ts';
import { updateAutoTopup } from '@wattle/contract/topup/auto-topup.ts';
import { handleOutside } from '../../../http/handle.ts';
import { audit } from '../../../platform/sealed-log/audit.ts';
import { move } from '../../../platform/state-table.domain.ts';
import { callerOf } from '../../../http/caller.ts';
import { lockRoomTaken, watchBalances } from '../../balance-watch/public.ts';
import { findAutoAccount } from './auto-account.store.ts';
import { AUTO_TOPUP, endedRefusal } from './auto-topup.states.domain.ts';
import { lockAutoTopup, saveAmounts } from './auto-topup.store.ts';
import { readSetUpStop } from './set-up-stop.ts';
import { centsOf, planSetUp, refuseAmounts, refuseBank, submitSetUp, mailSandboxCode } from './set-up.ts';

/** Amounts change immediately. Another bank account needs a deposit and its code. */
export const updateAutoTopupRoute = handleOutside(updateAutoTopup, {
  async admit({ body, session, tx, ctx, request }) {
    const { tenantId } = session;
    const account = await findAutoAccount({ ctx, tx }, tenantId, session, body.MemberNumber);
    if (!account) return err('invalid_card_details', 'MemberNumber');
    // Before its agreement: a posting locks the account first as well.
    await lockRoomTaken(tx, tenantId, account.memberAccountId);
    const row = await lockAutoTopup(tx, tenantId, account.memberAccountId, body.AutoTopUpId);
    if (!row) return err('not_found', 'AutoTopUpId');
    const isSameBank =
      row.bsb === body.Bsb && comparableNumber(row.account_number) === comparableNumber(body.AccountNumber);
    const event = isSameBank ? 'changeAmounts' : 'changeBank';
    const moved = move(AUTO_TOPUP, { state: row.state, event, by: 'person' });
    if (moved.kind === 'refused') {
      return moved.error === 'auto_topup_refused' ? err('auto_topup_refused') : err(endedRefusal(row));
    }
    // Another bank account is another agreement there, and more than it permits needs one too.
    if (row.way === 'payTo' && !isSameBank) return err('auto_topup_refused');
    if (row.day_most !== null && centsOf(body.Amount) > row.day_most) return err('outside_load_limits', 'Amount');
    // Amounts can always change. Another bank account is a new agreement.
    if (!isSameBank && (!account.isOn || !account.mayBeMade)) return err('auto_topup_refused');
    const isStopped = !isSameBank && (await readSetUpStop(tx, ctx, session, account.memberAccountId)).stop !== null;
    if (isStopped) return err('auto_topup_refused');
    const refused = refuseAmounts(account, body) ?? (isSameBank ? undefined : await refuseBank(tx, ctx, session, body));
    if (refused) return refused;
    if (!isSameBank) return ok(await planSetUp(tx, ctx, session, account, body, row.public_id));
    saveAmounts(tx, tenantId, row.id, {
      name: body.AccountName,
      trigger: centsOf(body.TriggerAmount),
      amount: centsOf(body.Amount),
      maximum: account.maxBalance,
      at: ctx.clocks.business.now(),
    });
    watchBalances(tx, tenantId, [account.memberAccountId], ctx.clocks.business.now());
    audit(tx, ctx.clocks, {
      tenantId,
      actor: callerOf(session),
      action: 'autoTopup.changed',
      object: `account:${account.memberAccountId}`,
      outcome: 'ok',
      requestId: request.id,
    });
    return ok(undefined);
  },
  outside: async ({ intent, session, ctx, request }) => intent && submitSetUp(ctx, session, intent, request.id),
  async settle({ known, intent, session, tx, ctx }) {
    if (known && !known.ok) return err('auto_topup_refused');
    if (intent) {
      await mailSandboxCode(tx, ctx, session, intent);
      ctx.live.publishChanged(tx, session.tenantId, intent.agreed.memberAccountId);
    }
    return ok({ IsSuccessful: true });
  },
  settlesAlways: true,
});
