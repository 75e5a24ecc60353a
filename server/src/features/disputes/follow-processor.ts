import type { DisputeResolution } from '@wattle/contract/disputes/dispute.ts';
import type { AppContext } from '../../compose/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { move } from '../../platform/state-table.domain.ts';
import { disputeOutcome } from './dispute-outcome.kind.ts';
import { DISPUTE, type DisputeEvent } from './dispute.states.domain.ts';
import { type DisputeRow, findDispute, lockDispute, saveDisputeState } from './dispute.store.ts';
import { notifyDispute } from './notify-dispute.ts';
import { outstandingCredit, unrefunded } from './outstanding-credit.ts';
import { provisionalBack, provisionalCredit } from './provisional-credit.kind.ts';

/** States of a dispute at a processor that have a meaning here. */
export type ProcessorDisputeState = 'needsInfo' | 'submitted' | 'won' | 'lost' | 'expired' | 'fundsBack' | 'fundsTaken';

const EVENTS: Partial<Record<ProcessorDisputeState, Extract<DisputeEvent, 'askBack' | 'submit'>>> = {
  needsInfo: 'askBack',
  submitted: 'submit',
};

/**
 * Moves our dispute as its processor says, in the transaction of the event. False: our state does not admit it. States
 * that move money are carried out by `settleAsProcessor`.
 */
export async function moveAsProcessor(
  tx: Tx,
  ctx: AppContext,
  { tenantId, reference, place }: { readonly tenantId: number; readonly reference: string; readonly place: bigint },
  state: ProcessorDisputeState,
): Promise<boolean> {
  const event = EVENTS[state];
  if (!event) return true;
  const dispute = await lockDispute(tx, tenantId, reference);
  if (!dispute) return false;
  const moved = move(DISPUTE, { state: dispute.state, event, by: 'staff' });
  if (moved.kind === 'refused') return false;
  if (moved.kind === 'changed' && moved.to !== 'Resolved') {
    await saveDisputeState(tx, dispute, moved.to, ctx.clocks.business.now());
    await notifyDispute(tx, ctx, dispute, `${event}:told:${place}`);
  }
  return true;
}

/** Decision of a processor about a dispute. `key` is the same for a repeat. */
type Settled = {
  readonly tenantId: number;
  readonly reference: string;
  /** Cents where the processor tells them; else all that is disputed. */
  readonly amount: bigint | undefined;
  readonly key: string;
};

const MOVES_MONEY: ReadonlySet<ProcessorDisputeState> = new Set(['won', 'lost', 'expired', 'fundsBack', 'fundsTaken']);

/** Moves the money of a dispute as its processor says, once. False: our dispute does not admit it. */
export async function settleAsProcessor(
  ctx: AppContext,
  { tenantId, reference, amount, key }: Settled,
  state: ProcessorDisputeState,
): Promise<boolean> {
  if (!MOVES_MONEY.has(state)) return true;
  const dispute = await ctx.database.read(tenantId, (tx) => findDispute(tx, tenantId, reference));
  if (!dispute) return false;
  const common = { tenantId, key, actor: 'processor', requestId: key } as const;
  if (state === 'fundsBack') {
    const input = { reference, amount: leastOf(amount, unrefunded(dispute)) };
    if (input.amount === 0n) return false;
    return (await ctx.payments.submit({ ...common, kind: provisionalCredit, input })).ok;
  }
  if (state === 'fundsTaken') {
    // The end of the dispute takes it back, or a withdrawal did.
    if (outstandingCredit(dispute) === 0n) return dispute.provisional !== null;
    const input = { reference, isTaken: true };
    return (await ctx.payments.submit({ ...common, kind: provisionalBack, input })).ok;
  }
  const input = { reference, ...outcomeOf(dispute, state === 'won', amount) };
  return (await ctx.payments.submit({ ...common, kind: disputeOutcome, input })).ok;
}

const leastOf = (cents: bigint | undefined, most: bigint) => (cents !== undefined && cents < most ? cents : most);

function outcomeOf(
  dispute: DisputeRow,
  isWon: boolean,
  amount: bigint | undefined,
): { readonly resolution: DisputeResolution; readonly amount: bigint } {
  if (!isWon) return { resolution: 'lost', amount: 0n };
  const cents = leastOf(amount, unrefunded(dispute));
  return { resolution: cents < unrefunded(dispute) ? 'part' : 'chargeback', amount: cents };
}
