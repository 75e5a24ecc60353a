import { err, type ErrorName, type Result } from '@wattle/contract/errors.ts';
import type { CardReference } from '@wattle/contract/wire.ts';
import type { AppContext } from '../../compose/context.ts';
import { callerOf } from '../../http/caller.ts';
import type { RequestInfo, Session } from '../../http/handle.ts';
import { audit } from '../../platform/sealed-log/audit.ts';
import { monthAt } from '../../platform/time/clock.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { AuditEvent } from '../../platform/sealed-log/audit.ts';
import { statusIn } from '../card-facts/public.ts';
import { findManagedCard, lockManagedCard, type ManagedCard } from './managed-card.store.ts';

export type Managing = {
  readonly session: Session;
  readonly tx: Tx;
  readonly ctx: AppContext;
  readonly request: RequestInfo;
  readonly keep: (write: (tx: Tx) => unknown) => void;
};

/** Result of a change. `isChanged` is false if there was nothing to do, which leaves no audit line. */
export type Changed<T> = {
  readonly value: T;
  readonly isChanged: boolean;
  readonly details?: AuditEvent['details'];
};

/**
 * Changes the caller's own card under its lock. The change is audited whether it is done or refused, and pages that
 * show the account are notified. `card` has the status that the business clock gives it.
 */
export async function manageCard<T, E extends ErrorName>(
  { session, tx, ctx, request, keep }: Managing,
  action: string,
  reference: CardReference,
  change: (card: ManagedCard) => Promise<Result<Changed<T>, E>>,
): Promise<Result<T, E | 'invalid_card_details'>> {
  const line = { tenantId: session.tenantId, actor: callerOf(session), action, requestId: request.id };
  const locked = await lockManagedCard(tx, session, reference);
  if (!locked) {
    keep((after) => audit(after, ctx.clocks, { ...line, outcome: 'invalid_card_details' }));
    return err('invalid_card_details');
  }
  const object = `card:${locked.id}`;
  const changed = await change({ ...locked, status: statusIn(monthAt(ctx.clocks.business.now()), locked) });
  if (!changed.ok) {
    keep((after) => audit(after, ctx.clocks, { ...line, object, outcome: changed.error }));
    return changed;
  }
  const { value, isChanged, details } = changed.value;
  if (isChanged) {
    ctx.live.publishChanged(tx, session.tenantId, locked.member_account_id);
    audit(tx, ctx.clocks, { ...line, object, outcome: 'ok', details });
  }
  return { ok: true, value };
}

/** Reads of the caller's own card, without a lock and with nothing written, so that a view of the account may do it. */
export async function readCard<T, E extends ErrorName>(
  { session, tx, ctx }: Pick<Managing, 'session' | 'tx' | 'ctx'>,
  reference: CardReference,
  read: (card: ManagedCard) => Promise<Result<T, E>>,
): Promise<Result<T, E | 'invalid_card_details'>> {
  const card = await findManagedCard(tx, session, reference);
  if (!card) return err('invalid_card_details');
  return read({ ...card, status: statusIn(monthAt(ctx.clocks.business.now()), card) });
}

/** Statuses of a card in use, in which its settings may be changed. */
const IN_USE: ReadonlySet<ManagedCard['status']> = new Set(['Active', 'ActiveOff']);

export function isInUse({ status }: Pick<ManagedCard, 'status'>): boolean {
  return IN_USE.has(status);
}
