import type { AppContext } from '../../compose/context.ts';
import type { RequestInfo } from '../../http/handle.ts';
import { audit } from '../../platform/sealed-log/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { endPassword, endYoungCredentials, lockWebAccount, revokeAllSessions } from '../access/public.ts';
import type { Brand } from '../brands/public.ts';
import { queueNotice, type Recipient } from '../messages/public.ts';
import { announceReset } from './announce-reset.ts';
import { endBackupToken } from './backup-token.store.ts';
import { beginReset } from './begin-reset.ts';
import { pageOfReset } from './page-of-reset.ts';
import { endResets, lockSubject, readPerson } from './reset.store.ts';
import { subjectOf } from './subject-of.ts';

type Asking = {
  readonly ctx: AppContext;
  readonly brand: Brand;
  readonly request: Pick<RequestInfo, 'id' | 'host' | 'origin'>;
};

type Forcing = {
  readonly webAccountId: bigint;
  /**
   * Recipient of the link, also by text message; undefined if none can be sent, and the password is set by account
   * number or with the desk.
   */
  readonly contact: Recipient | undefined;
  /** Security time: ways to sign in made at this moment or later end. */
  readonly youngSinceMs: number;
  readonly because: 'contact_undone';
};

/** Takes the locks that `forceReset` begins with for several web accounts, in the given order. */
export async function lockResets(
  tx: Tx,
  { ctx, brand }: Pick<Asking, 'ctx' | 'brand'>,
  webAccountIds: readonly bigint[],
): Promise<void> {
  for (const webAccountId of webAccountIds) await lockSubject(tx, subjectOf(ctx, brand, webAccountId, '').subjectHash);
}

/**
 * Recovers a web account that may have been taken over: its sessions, password, reset links, backup token and recent
 * ways to sign in end, payments set up in the last week wait for its holder, and a link for a new password goes to a
 * contact of its owner. The link needs the security answer, as every link does. Call it before anything else in the
 * transaction locks or changes the web account, because a reset takes the same locks in this order.
 */
export async function forceReset(
  tx: Tx,
  { ctx, brand, request }: Asking,
  { webAccountId, contact, youngSinceMs, because }: Forcing,
): Promise<void> {
  const { tenantId, id: brandId } = brand;
  const nowMs = ctx.clocks.security.now();
  const subject = subjectOf(ctx, brand, webAccountId, '');
  await lockSubject(tx, subject.subjectHash);
  await lockWebAccount(tx, tenantId, webAccountId);
  await endPassword(tx, tenantId, webAccountId);
  const ended = await revokeAllSessions(tx, tenantId, webAccountId, { nowMs, because });
  for (const id of ended) ctx.live.publishEnded(tx, tenantId, id);
  await endYoungCredentials(tx, ctx, {
    tenantId,
    webAccountId,
    sinceMs: youngSinceMs,
    because,
    requestId: request.id,
  });
  await endResets(tx, tenantId, webAccountId, nowMs);
  await endBackupToken(tx, tenantId, webAccountId, nowMs);
  audit(tx, ctx.clocks, {
    tenantId,
    actor: 'visitor',
    action: 'password.ended',
    object: `web:${webAccountId}`,
    outcome: 'ok',
    requestId: request.id,
    details: { because, isLinkSent: contact !== undefined },
  });
  const person = await readPerson(tx, tenantId, webAccountId);
  if (!person) return;
  // The new password may be set after a payment of a thief is due.
  await announceReset(tx, ctx, { tenantId, brandId, webAccountId, holderId: person.holder_id, requestId: request.id });
  if (!contact) return;
  const token = await beginReset(tx, { ctx, brand }, { ...subject, way: 'link', sessionId: null });
  await queueNotice(tx, ctx, {
    ...contact,
    tenantId,
    brandId,
    holderId: person.holder_id,
    template: 'passwordEnded',
    language: person.language,
    params: { link: pageOfReset(ctx, brand, request, token), firstName: person.first_name },
    dedupKey: `password-ended:${request.id}`,
  });
}
