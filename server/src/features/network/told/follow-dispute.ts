import { createHash } from 'node:crypto';
import type { NetworkAnswer } from '@wattle/contract/network/message.ts';
import type { AppContext } from '../../../compose/context.ts';
import { dayAt } from '../../../platform/time/clock.ts';
import { lockNames } from '../../../platform/database/named-locks.ts';
import { maskWords, nameText } from '../../../platform/secrets/typed-card-numbers.ts';
import {
  findDisputeOfPurchase,
  lockProcessorDispute,
  moveAsProcessor,
  type ProcessorDisputeState,
  saveProcessorDispute,
  settleAsProcessor,
} from '../../disputes/public.ts';
import { drawNumber, receiptNumber } from '../../payments/public.ts';
import { type PaymentTransaction, taken } from '../answer-once.ts';
import { addToldCase } from './told-case.store.ts';

const STATES: ReadonlySet<string> = new Set<ProcessorDisputeState>([
  'needsInfo',
  'submitted',
  'won',
  'lost',
  'expired',
  'fundsBack',
  'fundsTaken',
]);

const isKnownState = (state: string): state is ProcessorDisputeState => STATES.has(state);

/** State of a dispute at a processor, and its place among the states of that dispute. */
export type DisputeTold = {
  readonly tenantId: number;
  readonly connection: number;
  readonly dispute: string;
  readonly original?: string | undefined;
  readonly state: string;
  readonly amount?: number | undefined;
  readonly place: bigint;
};

/**
 * Follows a state of a dispute at its processor: our dispute of the purchase moves with it, and so does the money. A
 * state that has no meaning here, that names no dispute of ours or that ours does not admit is a case of the desk. One
 * that is older than the newest one changes nothing.
 */
export async function followDispute(ctx: AppContext, sent: DisputeTold, reference: string): Promise<NetworkAnswer> {
  const { tenantId } = sent;
  const told = { ...sent, dispute: nameText(ctx.secrets, sent.dispute), state: maskWords(sent.state) };
  const followed = await ctx.database.transact(tenantId, (tx) => keepState({ ctx, tx, tenantId }, told));
  if (followed === 'older' || followed === 'case') return taken(reference);
  const { ours, state } = followed;
  const amount = told.amount === undefined ? undefined : BigInt(told.amount);
  const isDone = await settleAsProcessor(ctx, { tenantId, reference: ours, amount, key: keyOf(told) }, state);
  if (!isDone) {
    await ctx.database.transact(tenantId, async (tx) => addCase({ ctx, tx, tenantId }, told, followed.purchase));
  }
  return taken(reference);
}

function keyOf({ connection, dispute, state, place }: DisputeTold): string {
  const digest = createHash('sha256').update(`${connection}\n${dispute}\n${state}\n${place}`).digest('hex');
  return `told-dispute:${digest.slice(0, 40)}`;
}

type Followed = { readonly ours: string; readonly purchase: string | null; readonly state: ProcessorDisputeState };

async function keepState(within: PaymentTransaction, told: DisputeTold): Promise<Followed | 'older' | 'case'> {
  const { ctx, tx, tenantId } = within;
  const { connection, dispute, state, place } = told;
  await lockNames(tx, [`told-dispute:${connection}:${dispute}`]);
  const known = await lockProcessorDispute(tx, tenantId, told);
  if (known && place < known.place) return 'older';
  const purchase = told.original ?? known?.purchase ?? null;
  const named =
    known && known.id !== null && known.reference !== null
      ? { id: known.id, reference: known.reference }
      : purchase === null
        ? undefined
        : await findDisputeOfPurchase(tx, tenantId, purchase);
  await saveProcessorDispute(tx, tenantId, {
    connection,
    dispute,
    purchase,
    disputeId: named?.id ?? null,
    state,
    amount: told.amount === undefined ? null : BigInt(told.amount),
    place,
    atMs: ctx.clocks.business.now(),
  });
  // States of one second have one place.
  const isRepeat = known?.place === place && known.state === state;
  if (named && isKnownState(state)) {
    const ours = { tenantId, reference: named.reference, place };
    if (isRepeat || (await moveAsProcessor(tx, ctx, ours, state))) return { ours: named.reference, purchase, state };
  }
  if (!isRepeat) await addCase(within, told, purchase);
  return 'case';
}

async function addCase({ ctx, tx, tenantId }: PaymentTransaction, told: DisputeTold, purchase: string | null) {
  const now = ctx.clocks.business.now();
  addToldCase(tx, tenantId, {
    reference: receiptNumber(dayAt(now), await drawNumber(tx)),
    kind: 'dispute',
    message: told.dispute,
    named: purchase,
    memberAccountId: null,
    transferId: null,
    cents: BigInt(told.amount ?? 0),
    about: told.state,
    atMs: now,
  });
}
