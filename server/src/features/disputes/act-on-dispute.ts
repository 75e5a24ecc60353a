import type { Dispute } from '@wattle/contract/disputes/dispute.ts';
import { err, type ErrorName, ok, type Result } from '@wattle/contract/errors.ts';
import type { AppContext } from '../../compose/context.ts';
import { callerOf } from '../../http/caller.ts';
import type { RequestInfo, Session } from '../../http/handle.ts';
import { audit } from '../../platform/sealed-log/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { move } from '../../platform/state-table.domain.ts';
import { DISPUTE, type DisputeEvent } from './dispute.states.domain.ts';
import { type DisputeRow, lockOwnDispute, saveDisputeState } from './dispute.store.ts';
import { viewOf } from './dispute.view.ts';

type Input = {
  readonly session: Session;
  readonly tx: Tx;
  readonly ctx: AppContext;
  readonly request: RequestInfo;
  readonly body: { readonly DisputeId: string };
  readonly keep: (write: (tx: Tx) => unknown) => void;
};

/** Carries out a cardholder's action on their own dispute, under its lock and by its state table. */
export async function actOnDispute<E extends ErrorName>(
  { session, tx, ctx, request, body, keep }: Input,
  event: Extract<DisputeEvent, 'answer' | 'withdraw'>,
  write: (dispute: DisputeRow) => Promise<Result<undefined, E>>,
): Promise<Result<Dispute, E | 'not_found' | 'dispute_closed'>> {
  const dispute = await lockOwnDispute(tx, session, body.DisputeId, ctx.clocks);
  if (!dispute) return err('not_found', 'DisputeId');
  const line = {
    tenantId: session.tenantId,
    actor: callerOf(session),
    action: `dispute.${event}`,
    object: `dispute:${dispute.reference}`,
    requestId: request.id,
  };
  const moved = move(DISPUTE, { state: dispute.state, event, by: 'cardholder' });
  const refused = moved.kind === 'refused' ? err(moved.error) : await write(dispute);
  if (!refused.ok) {
    keep((after) => audit(after, ctx.clocks, { ...line, outcome: refused.error }));
    return refused;
  }
  if (moved.kind === 'changed' && moved.to !== 'Resolved') {
    await saveDisputeState(tx, dispute, moved.to, ctx.clocks.business.now());
    audit(tx, ctx.clocks, { ...line, outcome: 'ok' });
  }
  const now = await lockOwnDispute(tx, session, body.DisputeId, ctx.clocks);
  if (!now) throw new Error('a locked dispute is gone');
  return ok(await viewOf(tx, now));
}
