import { err, ok } from '@wattle/contract/errors.ts';
import { getBlockedPayees, unblockPayee } from '@wattle/contract/transfers/blocked-payees.ts';
import { callerOf } from '../../../http/caller.ts';
import { handle, handleRead, type Route } from '../../../http/handle.ts';
import { audit } from '../../../platform/sealed-log/audit.ts';
import { toInstant } from '../../../platform/database/database.ts';
import { maskText } from '../../../platform/secrets/typed-card-numbers.ts';
import { listBlockedPayees, unblockOwnPayee } from './blocked-payee.store.ts';
import { notifyUnblocked } from './notify-unblocked.ts';

/** Payees that a holder has blocked. */
export const blockedPayeeRoutes: readonly Route[] = [
  handleRead(getBlockedPayees, async ({ session, tx, ctx }) => {
    const rows = await listBlockedPayees(tx, session);
    return ok({
      Payees: rows.map(({ id, method, name, bsb, account_number: number, blocked_at: at }) => ({
        BlockedPayeeId: id,
        Method: method,
        Name: name,
        Bsb: bsb,
        AccountNumber: maskText(ctx.secrets, number),
        BlockedAt: toInstant(at),
      })),
    });
  }),

  handle(unblockPayee, async ({ body, session, tx, ctx, request }) => {
    const lifted = await unblockOwnPayee(tx, session, body.BlockedPayeeId);
    if (!lifted) return err('not_found', 'BlockedPayeeId');
    audit(tx, ctx.clocks, {
      tenantId: session.tenantId,
      actor: callerOf(session),
      action: 'payee.unblocked',
      object: `blocked_payee:${lifted.id}`,
      outcome: 'ok',
      requestId: request.id,
    });
    await notifyUnblocked(tx, ctx, session, lifted);
    return ok({ IsSuccessful: true as const });
  }),
];
