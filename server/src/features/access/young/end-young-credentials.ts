import type { AppContext } from '../../../compose/context.ts';
import { audit } from '../../../platform/sealed-log/audit.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { lockWebAccount } from '../sign-in/web-account.store.ts';
import { type Deleted, deleteUnspentProofs, deleteYoungCredentials } from './young-credentials.store.ts';

type Ending = {
  readonly tenantId: number;
  readonly webAccountId: bigint;
  /** Security time: credentials made at this moment or later are deleted. */
  readonly sinceMs: number;
  readonly because: 'password_reset' | 'contact_undone';
  readonly requestId: string;
};

/**
 * Deletes the passcodes, passkeys and remembered devices of a web account that are younger than a moment, because
 * someone else may have added them. The web account is locked, so that a credential added at the same time is deleted
 * too, or refused because its session has ended. End the sessions in the same transaction.
 */
export async function endYoungCredentials(
  tx: Tx,
  { clocks }: Pick<AppContext, 'clocks'>,
  { tenantId, webAccountId, sinceMs, because, requestId }: Ending,
): Promise<Deleted> {
  await lockWebAccount(tx, tenantId, webAccountId);
  await deleteUnspentProofs(tx, { tenantId, webAccountId });
  const deleted = await deleteYoungCredentials(tx, { tenantId, webAccountId }, sinceMs);
  for (const [kind, count] of Object.entries(deleted)) {
    if (count === 0) continue;
    audit(tx, clocks, {
      tenantId,
      actor: 'system',
      action: `${kind}.young_ended`,
      object: `web:${webAccountId}`,
      outcome: 'ok',
      requestId,
      details: { count, because },
    });
  }
  return deleted;
}
