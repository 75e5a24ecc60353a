import { signOut } from '@wattle/contract/access/session/sign-out.ts';
import { ok } from '@wattle/contract/errors.ts';
import { handle } from '../../../http/handle.ts';
import { audit } from '../../../platform/audit.ts';
import { revokeSession } from './session.store.ts';

export const signOutRoute = handle(
  signOut,
  async ({ session, tx, ctx, request }) => {
    const { id, tenantId, webAccountId, cardId } = session;
    await revokeSession(tx, tenantId, id, ctx.clocks.security.now(), 'signed_out');
    ctx.live.tellEnded(tx, tenantId, id);
    audit(tx, ctx.clocks, {
      tenantId,
      actor: webAccountId === null ? `card:${cardId}` : `web:${webAccountId}`,
      action: 'session.closed',
      object: `session:${id}`,
      outcome: 'ok',
      requestId: request.id,
    });
    return ok({ IsSuccessful: true as const });
  },
  // Also empties the browser's back-forward cache, so that Back shows no balance to the next person.
  // "storage" would take the visitor's language and theme with it.
  { headers: { 'Clear-Site-Data': '"cache"' } },
);
