import { err, ok } from '@wattle/contract/errors.ts';
import { activateAutoTopup } from '@wattle/contract/topup/auto-topup.ts';
import { callerOf } from '../../../http/caller.ts';
import { handle } from '../../../http/handle.ts';
import { audit } from '../../../platform/sealed-log/audit.ts';
import { dayAt } from '../../../platform/time/clock.ts';
import { move } from '../../../platform/state-table.domain.ts';
import { lockRoomTaken, watchBalances } from '../../balance-watch/public.ts';
import { judge, lockGuard, saveGuard } from '../../lockouts/public.ts';
import { findAutoAccount } from './auto-account.store.ts';
import { AUTO_TOPUP, endedRefusal } from './auto-topup.states.domain.ts';
import { lockAutoTopup, saveActive, saveEnd, saveWrongCode } from './auto-topup.store.ts';
import { hashCode, isCorrectCode } from './code.ts';
import { codeGuardOf } from './set-up-stop.ts';

/**
 * Checks the code of the 1-cent deposit. Wrong ones end the agreement, and wrong ones of all agreements of the account
 * stop set-ups for a day (set-up-stop.ts).
 */
export const activateAutoTopupRoute = handle(
  activateAutoTopup,
  async ({ body, session, tx, ctx, request }) => {
    const { tenantId } = session;
    const account = await findAutoAccount({ ctx, tx }, tenantId, session, body.MemberNumber);
    if (!account) return err('invalid_card_details', 'MemberNumber');
    // Before its agreement: a posting locks the account first as well.
    await lockRoomTaken(tx, tenantId, account.memberAccountId);
    const row = await lockAutoTopup(tx, tenantId, account.memberAccountId, body.AutoTopupId);
    if (!row) return err('not_found', 'AutoTopupId');
    const line = {
      tenantId,
      actor: callerOf(session),
      action: 'autoTopup.activated',
      object: `account:${account.memberAccountId}`,
      requestId: request.id,
    };
    const refuse = <
      E extends
        | 'activation_code_wrong'
        | 'auto_topup_refused'
        | ReturnType<typeof endedRefusal>
        | 'auto_topup_tries_exceeded',
    >(
      error: E,
      field?: string,
    ) => {
      audit(tx, ctx.clocks, { ...line, outcome: error });
      return err(error, field);
    };
    // An agreement has no code: the payer's bank says that it is active.
    if (row.code_hash === null || row.code_until === null) return refuse('auto_topup_refused');
    const moved = move(AUTO_TOPUP, { state: row.state, event: 'activate', by: 'person' });
    if (moved.kind === 'done') return ok({ IsSuccessful: true as const });
    if (moved.kind === 'refused') {
      return refuse(moved.error === 'auto_topup_refused' ? 'auto_topup_refused' : endedRefusal(row));
    }
    // The usable card is checked when the top-up fires.
    if (!account.isOn || !account.mayBeMade) return refuse('auto_topup_refused');
    // The code has expired and the nightly job has not ended the agreement yet.
    if (row.code_until < dayAt(ctx.clocks.business.now())) {
      saveEnd(tx, tenantId, row.id, 'time', 'lapsed');
      return refuse('auto_topup_ended');
    }
    const key = codeGuardOf(ctx, session, account.memberAccountId);
    const isRight = isCorrectCode(row.code_hash, hashCode(ctx, row.public_id, body.ActivationCode));
    const guard = await lockGuard(tx, key);
    const judged = judge(ctx.config.lockouts.autoTopupCode, guard, isRight, ctx.clocks.security.now());
    saveGuard(tx, key, judged.guard);
    // While the account is stopped a right code is refused too, and the agreement stays pending.
    if (judged.verdict === 'locked' && !judged.isNewLock) return refuse('auto_topup_tries_exceeded');
    if (judged.verdict !== 'in') {
      saveWrongCode(tx, tenantId, row.id);
      const isOver = judged.verdict === 'locked' || row.wrong_codes + 1 >= ctx.config.topup.auto.codeTries;
      if (!isOver) return refuse('activation_code_wrong', 'ActivationCode');
      saveEnd(tx, tenantId, row.id, 'tries', null);
      ctx.live.publishChanged(tx, tenantId, account.memberAccountId);
      return refuse('auto_topup_tries_exceeded');
    }
    saveActive(tx, tenantId, row.id);
    watchBalances(tx, tenantId, [account.memberAccountId], ctx.clocks.business.now());
    ctx.live.publishChanged(tx, tenantId, account.memberAccountId);
    audit(tx, ctx.clocks, { ...line, outcome: 'ok' });
    return ok({ IsSuccessful: true as const });
  },
  { keepsRefusals: true },
);
