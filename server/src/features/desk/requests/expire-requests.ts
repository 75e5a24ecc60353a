import type { AppContext } from '../../../compose/context.ts';
import { auditAll } from '../../../platform/sealed-log/audit.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { expireOverdue } from './desk-request.store.ts';

/** Ends the overdue requests of a tenant, so that no one acts on one or lists it as open. */
export async function expireRequests(tx: Tx, { clocks }: Pick<AppContext, 'clocks'>, tenantId: number): Promise<void> {
  const expired = await expireOverdue(tx, tenantId, clocks.security.now());
  auditAll(
    tx,
    clocks,
    expired.map((id) => ({
      tenantId,
      actor: 'system',
      action: 'desk.request_expired',
      object: `desk_request:${id}`,
      outcome: 'ok',
    })),
  );
}
