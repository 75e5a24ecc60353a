import { endSession, signOut } from '@wattle/contract/access/session.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handle, handlePublic } from '../../../http/handle.ts';
import { findBrand } from '../../brands/public.ts';
import { closeSession } from './close-session.ts';
import { readRefreshToken } from './refresh-token.ts';
import { lockSession } from './session.store.ts';

// "cache" also clears the browser's back-forward cache, so that Back shows the next person no balance. "storage" would
// clear the visitor's language and theme too.
const headers = { 'Clear-Site-Data': '"cache"' };
const DONE = ok({ IsSuccessful: true as const });

export const signOutRoute = handle(
  signOut,
  async ({ session, tx, ctx, request }) => {
    const { id, tenantId, webAccountId, cardId } = session;
    const actor = webAccountId === null ? `card:${cardId}` : `web:${webAccountId}`;
    await closeSession(tx, ctx, { tenantId, id, actor, requestId: request.id });
    return DONE;
  },
  { headers },
);

export const endSessionRoute = handlePublic(
  endSession,
  async ({ body, ctx, request }) => {
    const brand = await findBrand(ctx, body.brand, request.host);
    if (!brand) return err('required_field', 'brand');
    // Any token of the family is accepted: a renewal may just have replaced it, and an old one would end the session
    // anyway.
    const given = readRefreshToken(ctx.secrets, body.refresh_token);
    if (!given) return DONE;
    const { tenantId } = brand;
    await ctx.turns.take(`session:${given.sessionId}`, () =>
      ctx.database.transact(tenantId, async (tx) => {
        const session = await lockSession(tx, tenantId, given.sessionId);
        if (!session || session.brandId !== brand.id || session.isRevoked) return;
        const { id, actor } = session;
        await closeSession(tx, ctx, { tenantId, id, actor, requestId: request.id });
      }),
    );
    return DONE;
  },
  { headers },
);
