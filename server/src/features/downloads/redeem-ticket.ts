import { timingSafeEqual } from 'node:crypto';
import { err, type ErrorName, ok, type Result } from '@wattle/contract/errors.ts';
import type { AppContext } from '../../compose/context.ts';
import { callerOf } from '../../http/caller.ts';
import type { CookieJar } from '../../http/cookies.ts';
import type { DocumentCall, DocumentRoute } from '../../http/document.ts';
import type { DocumentOperation } from '@wattle/contract/downloads/document.ts';
import { findLiveSessions } from '../../http/session.store.ts';
import { audit } from '../../platform/sealed-log/audit.ts';
import { hashCookie, hashToken, readCookie, tenantOfToken } from './ticket.ts';
import { lockTicket, type Ticket, useTicket } from './ticket.store.ts';

/** Fields that the form posted. */
export type PostedForm = {
  readonly token: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly cookies: CookieJar;
  readonly requestId: string;
};

export type Redeemed = {
  readonly found: unknown;
  readonly call: DocumentCall<DocumentOperation>;
  readonly tokenHash: Buffer;
};

/**
 * Takes a ticket for a document, once. An unknown, used or expired ticket, and one of another document, browser or
 * ended session, all get the same answer, so a wrong ticket reveals nothing.
 */
export async function redeemTicket(
  ctx: AppContext,
  document: DocumentRoute['document'],
  { token, fields, cookies, requestId }: PostedForm,
): Promise<Result<Redeemed, ErrorName>> {
  const tenantId = tenantOfToken(token);
  const cookie = readCookie(cookies);
  if (tenantId === undefined || cookie === undefined) return err('ticket_gone');
  const now = ctx.clocks.security.now();
  const tokenHash = hashToken(ctx, token);
  const { operation } = document;
  return ctx.database.transact(tenantId, async (tx): Promise<Result<Redeemed, ErrorName>> => {
    const ticket = await lockTicket(tx, tenantId, tokenHash);
    if (!ticket || ticket.kind !== operation.name || ticket.endsAt <= now) return err('ticket_gone');
    if (!timingSafeEqual(ticket.cookieHash, hashCookie(ctx, cookie))) return err('ticket_gone');
    if (!isFor(ticket, fields)) return err('ticket_gone');
    const live = await findLiveSessions(tx, tenantId, [ticket.sessionId], now, ctx.config.session.idleMs);
    const session = live.get(ticket.sessionId);
    if (!session || !operation.who.includes(session.scope)) return err('ticket_gone');
    await useTicket(tx, tenantId, tokenHash, now);
    const call = { parameters: ticket.parameters as never, language: ticket.language, session, ctx };
    const found = await document.find({ ...call, tx });
    audit(tx, ctx.clocks, {
      tenantId,
      actor: callerOf(session),
      action: 'document.downloaded',
      object: `document:${operation.name}`,
      outcome: found.ok ? 'ok' : found.error,
      requestId,
    });
    return found.ok ? ok({ found: found.value, call, tokenHash }) : found;
  });
}

/** Whether the form's fields are those that the ticket was given for. */
function isFor({ parameters }: Ticket, fields: Readonly<Record<string, string>>): boolean {
  return Object.entries(fields).every(
    ([name, value]) => Object.hasOwn(parameters, name) && String(parameters[name]) === value,
  );
}
