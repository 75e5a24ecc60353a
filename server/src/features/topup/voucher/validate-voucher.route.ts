import { err, ok } from '@wattle/contract/errors.ts';
import { validateVoucher } from '@wattle/contract/topup/voucher/validate-voucher.ts';
import { handle } from '../../../http/handle.ts';
import { audit } from '../../../platform/audit.ts';
import { dayAt } from '../../../platform/clock.ts';
import { guardOfName, judge, lockGuard, saveGuard } from '../../access/public.ts';
import { findTopupAccount } from '../topup-account.store.ts';
import { hashVoucherCode, isVoucherCode } from './voucher-code.ts';
import { isRedeemable } from './voucher.states.domain.ts';
import { findVoucher, keepCheck } from './voucher.store.ts';

/**
 * Guesses are counted for the person, so that no stranger stops the voucher of somebody else and no other login brings new
 * tries. A right code forgives none: whoever guesses may have vouchers of their own.
 */
export const validateVoucherRoute = handle(
  validateVoucher,
  async ({ body, session, tx, ctx, request }) => {
    const { tenantId, brandId, webAccountId, holderId } = session;
    const account = await findTopupAccount({ ctx, tx }, tenantId, session, body.MemberNumber);
    if (!account) return err('invalid_card_details', 'MemberNumber');
    if (!account.ways.voucher || webAccountId === null) return err('card_problem', 'MemberNumber');
    const key = guardOfName(ctx, session, 'voucher', holderId === null ? `web:${webAccountId}` : `holder:${holderId}`);
    const guard = await lockGuard(tx, key);
    const voucher = await findVoucher(tx, session, body.VoucherId);
    const given = hashVoucherCode(ctx, brandId, body.VoucherId, body.AccessCode);
    const isRight = isVoucherCode(voucher?.code_hash, given);
    const now = ctx.clocks.security.now();
    const judged = judge(ctx.config.lockouts.voucher, guard, isRight, now);
    saveGuard(tx, key, judged.guard);
    const today = dayAt(ctx.clocks.business.now());
    const isGood = voucher !== undefined && isRedeemable(voucher.status, voucher.expires_on, today);
    const refusal = judged.verdict === 'locked' ? 'login_locked_or_token_expired' : 'access_code_wrong';
    const isIn = judged.verdict === 'in' && isGood;
    audit(tx, ctx.clocks, {
      tenantId,
      actor: `web:${webAccountId}`,
      action: 'voucher.checked',
      object: `account:${account.memberAccountId}`,
      outcome: isIn ? 'ok' : refusal,
      requestId: request.id,
    });
    if (!isIn) return err(refusal, 'AccessCode');
    keepCheck(tx, tenantId, webAccountId, voucher.id, now);
    return ok({ IsSuccessful: true as const });
  },
  { keepsRefusals: true, rate: 'voucher' },
);
