import type { AppContext } from '../../compose/context.ts';
import { audit, type AuditEvent } from '../../platform/sealed-log/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { DeskOutcome, Staff } from './desk-command.ts';

type Given = {
  readonly staff: Staff;
  readonly command: string;
  readonly requestId: string;
  readonly outcome: DeskOutcome;
  readonly details?: AuditEvent['details'] | undefined;
};

/** How the audit log names a member of staff. */
export function actorOf(staff: Pick<Staff, 'id'>): string {
  return `staff:${staff.id}`;
}

/** Writes one audit line for a command: who gave it, its object and its outcome. */
export function auditCommand(tx: Tx, { clocks }: Pick<AppContext, 'clocks'>, given: Given): void {
  const { staff, command, requestId, outcome } = given;
  const details = { ...(outcome.ok && outcome.details), ...given.details };
  audit(tx, clocks, {
    tenantId: staff.tenantId,
    actor: actorOf(staff),
    action: `desk.${command}`,
    object: outcome.object,
    outcome: outcome.ok ? (outcome.request ? 'requested' : 'ok') : outcome.error,
    requestId,
    details: outcome.ok && outcome.request ? { ...details, request: outcome.request.id } : details,
  });
}
