import { err, ok, type Result } from '@wattle/contract/errors.ts';
import { timingSafeEqual } from 'node:crypto';
import type { AppContext } from '../../compose/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { lockBackupToken } from './backup-token.store.ts';
import { auditReset, openReset, type OpenReset, type ResetCall } from './reset-call.ts';
import { foldBackupToken } from './reset.domain.ts';
import { saveByBackupToken, saveWrongTry } from './reset.store.ts';

/** Keyed hash of a backup token, the only form that is stored. */
export function hashOfBackupToken(
  { secrets }: Pick<AppContext, 'secrets'>,
  webAccountId: bigint,
  typed: string,
): Buffer {
  return secrets.identifierHash('backup token', `${webAccountId}:${foldBackupToken(typed)}`);
}

/**
 * Checks a backup token within a reset of its person. A wrong one is counted by the reset, and the third ends it. The
 * backup token stays, because anybody can begin a reset by an account number; its 40 bits are not guessed in a day.
 */
export async function judgeBackupToken(
  tx: Tx,
  call: ResetCall,
  typed: string,
): Promise<Result<OpenReset, 'token_invalid' | 'token_expired'>> {
  const { ctx, place } = call;
  const { tenantId } = place;
  const reset = await openReset(tx, call);
  if ('ok' in reset) return reset;
  const { row } = reset;
  const nowMs = ctx.clocks.security.now();
  const most = ctx.config.resets.wrongTries;
  // No row has the id 0, so a reset without a person costs the same.
  const token = await lockBackupToken(tx, tenantId, row.webAccountId ?? 0n);
  const given = hashOfBackupToken(ctx, row.webAccountId ?? 0n, typed);
  const isRight = token !== undefined && timingSafeEqual(token.token_hash, given);
  if (isRight && Date.parse(token.ends_at) > nowMs) {
    await saveByBackupToken(tx, tenantId, row.id, token.id);
    return ok(reset);
  }
  if (!isRight) await saveWrongTry(tx, tenantId, row.id, { nowMs, most });
  const error = isRight ? 'token_expired' : 'token_invalid';
  auditReset(tx, call, 'password.backup_token_refused', { webAccountId: row.webAccountId, outcome: error });
  return err(error);
}
