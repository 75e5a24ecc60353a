import { err, ok } from '@wattle/contract/errors.ts';
import { cancelAutoTopup } from '@wattle/contract/topup/auto/cancel-auto-topup.ts';
import { callerOf } from '../../../http/caller.ts';
import { handle } from '../../../http/handle.ts';
import { audit } from '../../../platform/audit.ts';
import { move } from '../../../platform/state-table.domain.ts';
import { findAutoAccount } from './auto-account.store.ts';
import { AUTO_TOPUP } from './auto-topup.states.domain.ts';
import { lockAutoTopup, saveEnd } from './auto-topup.store.ts';
import { overBy } from './over-by.ts';

/** Ends an agreement. A debit that the bank has comes all the same; one that is in no file is dropped. */
export const cancelAutoTopupRoute = handle(cancelAutoTopup, async ({ body, session, tx, ctx, request, keep }) => {
  const { tenantId } = session;
  const account = await findAutoAccount({ ctx, tx }, tenantId, session, body.MemberNumber);
  if (!account) return err('invalid_card_details', 'MemberNumber');
  const row = await lockAutoTopup(tx, tenantId, account.memberAccountId, body.AutoTopUpId);
  if (!row) return err('not_found', 'AutoTopUpId');
  const moved = move(AUTO_TOPUP, { state: row.state, event: 'cancel', by: 'person' });
  const error = moved.kind === 'refused' ? overBy(row) : undefined;
  const line = {
    tenantId,
    actor: callerOf(session),
    action: 'autoTopup.cancelled',
    object: `account:${account.memberAccountId}`,
    outcome: error ?? 'ok',
    requestId: request.id,
  };
  if (error) {
    keep((kept) => audit(kept, ctx.clocks, line));
    return err(error);
  }
  saveEnd(tx, tenantId, row.id, 'person', null);
  ctx.live.tellChanged(tx, tenantId, account.memberAccountId);
  audit(tx, ctx.clocks, line);
  return ok({ IsSuccessful: true as const });
});
