import type { AppContext } from '../../../compose/context.ts';
import { audit } from '../../../platform/sealed-log/audit.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { revokeSession } from './session.store.ts';

/** Actor and request for the audit log. */
type Closing = {
  readonly tenantId: number;
  readonly id: string;
  readonly actor: string;
  readonly requestId: string;
};

/** Ends a session because its person signs out, with its live streams. */
export async function closeSession(
  tx: Tx,
  { clocks, live }: Pick<AppContext, 'clocks' | 'live'>,
  { tenantId, id, actor, requestId }: Closing,
): Promise<void> {
  await revokeSession(tx, tenantId, id, clocks.security.now(), 'signed_out');
  live.publishEnded(tx, tenantId, id);
  audit(tx, clocks, {
    tenantId,
    actor,
    action: 'session.closed',
    object: `session:${id}`,
    outcome: 'ok',
    requestId,
  });
}
