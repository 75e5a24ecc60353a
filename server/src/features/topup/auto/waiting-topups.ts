import type { AppContext } from '../../../compose/context.ts';
import { audit } from '../../../platform/sealed-log/audit.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { saveEnd } from './auto-topup.store.ts';
import { lockWaitingTopup, saveConfirmedTopup, saveWaitingTopups } from './waiting-topups.store.ts';

/** Suspends the recent automatic top-ups of a login until they are kept or cancelled. Returns their number. */
export function suspendRecentTopups(
  tx: Tx,
  { clocks }: Pick<AppContext, 'clocks'>,
  tenantId: number,
  { webAccountId, withinMs }: { readonly webAccountId: bigint; readonly withinMs: number },
): Promise<number> {
  const since = clocks.business.now() - withinMs;
  return saveWaitingTopups(tx, tenantId, webAccountId, { since, at: clocks.security.now() });
}

type WaitingChoice = {
  readonly tenantId: number;
  readonly webAccountId: bigint;
  readonly id: string;
  readonly requestId: string;
};

/** Lets a suspended automatic top-up fire again. False if none has this id. */
export async function keepTopup(
  tx: Tx,
  { live }: Pick<AppContext, 'live'>,
  { tenantId, webAccountId, id }: Omit<WaitingChoice, 'requestId'>,
): Promise<boolean> {
  const found = await lockWaitingTopup(tx, tenantId, webAccountId, id);
  if (!found) return false;
  saveConfirmedTopup(tx, tenantId, found.id);
  live.publishChanged(tx, tenantId, found.member_account_id);
  return true;
}

/** Ends a suspended automatic top-up, and drops a debit that is in no file. False if none has this id. */
export async function cancelWaitingTopup(
  tx: Tx,
  { clocks, live }: Pick<AppContext, 'clocks' | 'live'>,
  { tenantId, webAccountId, id, requestId }: WaitingChoice,
): Promise<boolean> {
  const found = await lockWaitingTopup(tx, tenantId, webAccountId, id);
  if (!found) return false;
  saveEnd(tx, tenantId, found.id, 'person', null);
  live.publishChanged(tx, tenantId, found.member_account_id);
  audit(tx, clocks, {
    tenantId,
    actor: `web:${webAccountId}`,
    action: 'autoTopup.cancelled',
    object: `account:${found.member_account_id}`,
    outcome: 'ok',
    requestId,
  });
  return true;
}
