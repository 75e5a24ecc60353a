import type { AppContext } from '../../../compose/context.ts';
import type { QueuedJob, RecurringJob } from '../../../platform/due-work/job.ts';
import type { Queue } from '../../../platform/due-work/queue.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { processorApiOf } from '../api.ts';
import { UNCONNECTED_MS, waitFor } from './make-cards.due.ts';
import {
  lockDueCards,
  readCommanded,
  saveCompared,
  saveOtherState,
  saveRefused,
  saveState,
} from './processor-card.store.ts';
import { type StateAtProcessor, wantedState } from './state-at-processor.domain.ts';

type Command = {
  readonly card: string;
  /** Counted by card. */
  readonly command: number;
  readonly connection: number;
  readonly state: StateAtProcessor;
  readonly because?: 'lost' | 'stolen';
  /** When it was first sent, by the security clock. */
  readonly at: number;
};

/** States of cards that processors have yet to hear. */
export const STATES_TO_TELL: Queue<Command> = { name: 'processors.tell-state', clock: 'security' };

/** Queues a command for each card whose status asks for another state than its processor has confirmed. */
export const collectStates: RecurringJob<AppContext> = {
  name: 'processors.collect-states',
  clock: 'security',
  scope: 'tenant',
  when: { everyMs: 2_000 },
  atOnce: 100,
  async inTransaction(ctx, tx, { tenantId, atOnce }) {
    if (!ctx.processors.isConnected(tenantId)) return { againAt: ctx.clocks.security.now() + UNCONNECTED_MS };
    const cards = await lockDueCards(tx, tenantId, atOnce);
    for (const { card_id: id, connection_id: connection, status, is_used_up, state: known, command } of cards) {
      const wanted = wantedState({ status, isUsedUp: is_used_up });
      // A closed card stays closed at every processor.
      const isNew = wanted !== undefined && wanted.state !== known && known !== 'closed';
      await saveCompared(tx, tenantId, id, isNew ? wanted.state : undefined);
      if (!isNew) continue;
      const payload = { card: String(id), command, connection, at: ctx.clocks.security.now(), ...wanted };
      await ctx.dueWork.enqueue(tx, STATES_TO_TELL, { tenantId, key: `${id}:${command}`, payload });
    }
    return cards.length === atOnce ? 'more' : 'done';
  },
};

/**
 * Tells a processor the state of a card. A refusal, or an answer with another state, is listed at the desk as a
 * difference.
 */
export const tellStates: QueuedJob<AppContext, Command> = {
  queue: STATES_TO_TELL,
  atOnce: 5,
  async outside(ctx, { tenantId, key, payload: { card, command, connection, state, because, at } }) {
    const id = BigInt(card);
    const externalId = await ctx.database.read(tenantId, (tx) => readCommanded(tx, tenantId, id, command));
    // A later command has gone out since, after the desk has taken this one up again.
    if (externalId === undefined) return async () => 'done';
    const cards = processorApiOf(ctx, tenantId, connection)?.cards;
    // A later command waits for this one, so it is sent until it has an answer.
    const waiting = { tenantId, id, connectionId: connection, askedMs: at, isListed: false };
    const again = (tx: Tx) => waitFor(ctx, tx, waiting);
    if (!cards) return again;
    const told = await cards.setState({ key: `state-${key}`, id: externalId }, state, because);
    if (told.kind === 'done' && told.value.state === state)
      return async (tx) => {
        await saveState(tx, tenantId, id, state);
        return 'done';
      };
    if (told.kind === 'done') {
      const { state: answered } = told.value;
      return async (tx) => {
        await saveOtherState(tx, tenantId, id, { state: answered, atMs: ctx.clocks.security.now() });
        return { giveUp: 'other_state' };
      };
    }
    if (told.kind !== 'refused') return again;
    return async (tx) => {
      await saveRefused(tx, tenantId, id, { code: told.code, atMs: ctx.clocks.security.now() });
      return { giveUp: told.code };
    };
  },
};
