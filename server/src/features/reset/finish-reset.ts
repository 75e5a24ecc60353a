import type { Tx } from '../../platform/database/database.ts';
import { endYoungCredentials, lockWebAccount, revokeAllSessions, savePassword } from '../access/public.ts';
import { forgiveWebAccount } from '../lockouts/public.ts';
import { keepQuestionThatCounts } from '../security-questions/public.ts';
import { announceReset } from './announce-reset.ts';
import { endBackupToken } from './backup-token.store.ts';
import { notifyEveryContact } from './contacts.ts';
import { auditReset, type ResetCall } from './reset-call.ts';
import { endResets, type ResetPerson, savePasswordReset } from './reset.store.ts';

type Finishing = {
  readonly webAccountId: bigint;
  readonly person: ResetPerson;
  /** Argon2id of the new password. */
  readonly hash: string;
  readonly action: 'password.reset' | 'password.reset_by_backup_token';
};

/**
 * Sets the new password. Every session of the person ends, with everything else that could set a password and every way
 * to sign in younger than a week. Payments that they have set up in that week wait for them. Their failed sign-ins are
 * reset, because they have proved who they are, and every contact is notified.
 */
export async function finishReset(
  tx: Tx,
  call: ResetCall,
  { webAccountId, person, hash, action }: Finishing,
): Promise<void> {
  const { ctx, place, request } = call;
  const { tenantId } = place;
  const nowMs = ctx.clocks.security.now();
  // Before the web account is locked, in the order of a sign-in.
  await forgiveWebAccount(tx, ctx, place, webAccountId);
  await lockWebAccount(tx, tenantId, webAccountId);
  await savePassword(tx, tenantId, webAccountId, hash);
  await savePasswordReset(tx, tenantId, webAccountId, nowMs);
  const ended = await revokeAllSessions(tx, tenantId, webAccountId, { nowMs, because: 'password_reset' });
  for (const id of ended) ctx.live.publishEnded(tx, tenantId, id);
  await keepQuestionThatCounts(tx, tenantId, person.holder_id, { nowMs, keptMs: ctx.config.contacts.newMs });
  const sinceMs = nowMs - ctx.config.resets.youngMs;
  await endYoungCredentials(tx, ctx, {
    tenantId,
    webAccountId,
    sinceMs,
    because: 'password_reset',
    requestId: request.id,
  });
  await announceReset(tx, ctx, {
    tenantId,
    brandId: place.brandId,
    webAccountId,
    holderId: person.holder_id,
    requestId: request.id,
  });
  await endResets(tx, tenantId, webAccountId, nowMs);
  await endBackupToken(tx, tenantId, webAccountId, nowMs);
  auditReset(tx, call, action, { webAccountId, outcome: 'ok' });
  await notifyEveryContact(tx, ctx, { ...place, person, template: 'passwordReset', cause: request.id });
}
