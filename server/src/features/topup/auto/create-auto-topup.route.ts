import { err, ok } from '@wattle/contract/errors.ts';
import { createAutoTopup } from '@wattle/contract/topup/auto/create-auto-topup.ts';
import { handleOutside } from '../../../http/handle.ts';
import { findAutoAccount } from './auto-account.store.ts';
import { findStanding } from './auto-topup.store.ts';
import { findSetUpStop } from './set-up-stop.ts';
import { planSetUp, refuseAmounts, refuseBank, submitSetUp, tellSandbox } from './set-up.ts';

/** The agreement and its deposit are one payment, which judges again whether one stands already. */
export const createAutoTopupRoute = handleOutside(createAutoTopup, {
  async admit({ body, session, tx, ctx }) {
    const account = await findAutoAccount({ ctx, tx }, session.tenantId, session, body.MemberNumber);
    if (!account) return err('invalid_card_details', 'MemberNumber');
    if (!account.isOffered || !account.mayBeMade) return err('auto_topup_refused');
    const standing = await findStanding(tx, session.tenantId, account.memberAccountId);
    if (standing && standing.state !== 'Expired') return err('auto_topup_refused');
    if (await findSetUpStop(tx, ctx, session, account.memberAccountId)) return err('auto_topup_refused');
    const refused = refuseAmounts(account, body) ?? (await refuseBank(tx, ctx, session, body));
    if (refused) return refused;
    return ok(await planSetUp(tx, ctx, session, account, body, null));
  },
  outside: ({ intent, session, ctx, request }) => submitSetUp(ctx, session, intent, request.id),
  async settle({ intent, known, session, tx, ctx }) {
    if (!known.ok) return err(known.error === 'fee_not_covered' ? 'fee_not_covered' : 'auto_topup_refused');
    await tellSandbox(tx, ctx, session, intent);
    ctx.live.tellChanged(tx, session.tenantId, intent.agreed.memberAccountId);
    return ok({ AutoTopUpId: intent.agreed.publicId });
  },
  settlesAlways: true,
});
