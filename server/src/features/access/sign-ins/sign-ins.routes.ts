import { endOtherSignIns, endSignIn, getSignIns } from '@wattle/contract/access/sign-ins.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handle, handleRead, type Route } from '../../../http/handle.ts';
import { audit } from '../../../platform/sealed-log/audit.ts';
import { toInstant } from '../../../platform/database/database.ts';
import { readTenantName } from '../../desk/public.ts';
import { revokeOtherSessions } from '../session/session.store.ts';
import { webAccountOf } from '../sign-in/current-password.ts';
import { listViews } from '../view/view.store.ts';
import { VIEWS_KEPT_MS } from '../view/view-ticket.ts';
import { deviceWords } from './device-words.domain.ts';
import { endSession, listSignIns } from './sign-ins.store.ts';

/** Where a person is signed in. */
export const signInRoutes: readonly Route[] = [
  handleRead(getSignIns, async ({ tx, ctx, session }) => {
    const who = { tenantId: session.tenantId, webAccountId: webAccountOf(session) };
    const rows = await listSignIns(tx, who, {
      nowMs: ctx.clocks.security.now(),
      idleMs: ctx.config.session.idleMs,
    });
    const views = await listViews(tx, who, ctx.clocks.security.now() - VIEWS_KEPT_MS);
    const isCurrent = ({ id }: { readonly id: string }) => id === session.id;
    const ordered = [...rows.filter(isCurrent), ...rows.filter((row) => !isCurrent(row))];
    return ok({
      SignIns: ordered.map((row) => {
        const { browser, system, isPhone } = deviceWords(row.user_agent);
        return {
          Id: row.id,
          Browser: browser,
          System: system,
          IsPhone: isPhone,
          SignedInAt: toInstant(row.created_at),
          LastActiveAt: toInstant(row.last_active_at),
          IsCurrent: isCurrent(row),
        };
      }),
      Views: views.map((openedAt) => ({ OpenedAt: toInstant(openedAt) })),
      Programme: await readTenantName(tx, session.tenantId),
    });
  }),

  handle(endSignIn, async ({ body, tx, ctx, session, request }) => {
    const { tenantId } = session;
    const webAccountId = webAccountOf(session);
    const { Id: id } = body;
    // Signing out is another call, because it leads to another page.
    if (id === session.id) return err('not_found');
    if (!(await endSession(tx, { tenantId, webAccountId, id }, ctx.clocks.security.now()))) return err('not_found');
    ctx.live.publishEnded(tx, tenantId, id);
    audit(tx, ctx.clocks, {
      tenantId,
      actor: `web:${webAccountId}`,
      action: 'session.ended_elsewhere',
      object: `session:${id}`,
      outcome: 'ok',
      requestId: request.id,
    });
    return ok({ IsSuccessful: true as const });
  }),

  handle(endOtherSignIns, async ({ tx, ctx, session, request }) => {
    const { tenantId, id: exceptId } = session;
    const webAccountId = webAccountOf(session);
    const nowMs = ctx.clocks.security.now();
    const ended = await revokeOtherSessions(tx, tenantId, webAccountId, {
      exceptId,
      nowMs,
      because: 'ended_elsewhere',
    });
    for (const id of ended) ctx.live.publishEnded(tx, tenantId, id);
    audit(tx, ctx.clocks, {
      tenantId,
      actor: `web:${webAccountId}`,
      action: 'session.others_ended',
      object: `session:${exceptId}`,
      outcome: 'ok',
      requestId: request.id,
      details: { ended: ended.length },
    });
    return ok({ IsSuccessful: true as const });
  }),
];
