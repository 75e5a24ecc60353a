import { Gauge, Registry } from 'prom-client';
import type { AppContext } from '../compose/context.ts';
import {
  countDeadMessages,
  readOutboxState,
  readWaitingMessages,
  type WaitingMessages,
} from '../features/messages/public.ts';
import { CHANNELS, channelsOff } from '../features/programme/public.ts';
import { readBalances } from '../features/processors/public.ts';
import { countTrouble, type TroubleCount } from '../features/settlement/public.ts';
import { toInstant, type Tx } from '../platform/database/database.ts';
import { type JobState, readDueState } from '../platform/due-work/due-state.store.ts';
import { readSealLags } from '../platform/sealed-log/seal.ts';
import { takesNoWrites } from './health.store.ts';
import { readWaitingForPeople } from './waiting-for-people.store.ts';

/** Work due for longer than this is late. All recurring work has a much shorter interval. */
const LATE_AFTER_MS = 60_000;

/** State of all due work, by job and across all tenants. */
export async function readWorkState(tx: Tx, { clocks }: Pick<AppContext, 'clocks'>): Promise<JobState[]> {
  const now = { business: clocks.business.now(), security: clocks.security.now() };
  return [...(await readDueState(tx, now, LATE_AFTER_MS)), await readOutboxState(tx, now, LATE_AFTER_MS)];
}

/** Work of all tenants that waits for other systems: it continues once they answer, or needs a person. */
export type WaitingOutside = {
  readonly bank: readonly TroubleCount[];
  readonly messages: readonly WaitingMessages[];
};

export async function readWaitingOutside(tx: Tx, { clocks }: Pick<AppContext, 'clocks'>): Promise<WaitingOutside> {
  return {
    bank: await countTrouble(tx, clocks.security.now()),
    messages: await readWaitingMessages(tx, clocks.business.now()),
  };
}

/** Messages whose oldest has waited so long that it indicates a fault. */
export function lateMessages({ messages }: WaitingOutside): readonly WaitingMessages[] {
  return messages.filter(({ oldestSeconds }) => oldestSeconds * 1000 > LATE_AFTER_MS);
}

export type WorkFigures = {
  readonly registry: Registry;
  /** Refreshes the metrics. While the database is unavailable there are none. */
  refresh(): Promise<void>;
};

/** Metrics of all servers combined, read from the database. */
export function openWorkFigures(
  ctx: Pick<AppContext, 'clocks' | 'config' | 'instanceHold' | 'programmes' | 'reserved'>,
): WorkFigures {
  const registry = new Registry();
  const registers = [registry];
  const work = new Gauge({
    name: 'wattle_due_work',
    help: 'Work that is late, running or failing, and dead letters, by job.',
    labelNames: ['job', 'state'],
    registers,
  });
  const oldest = new Gauge({
    name: 'wattle_due_work_oldest_seconds',
    help: 'For how long the oldest work of a job has been due, by the clock of the job.',
    labelNames: ['job'],
    registers,
  });
  const lag = new Gauge({
    name: 'wattle_seal_lag_seconds',
    help: 'For how long rows of a chain have waited to be sealed.',
    labelNames: ['chain'],
    registers,
  });

  const held = new Gauge({
    name: 'wattle_instance_held',
    help: '1 while this restored instance waits for its release by the desk.',
    registers,
  });

  const readsOnly = new Gauge({
    name: 'wattle_database_reads_only',
    help: '1 while the database answers and takes no writes: nothing is paid, changed or approved.',
    registers,
  });
  const trouble = new Gauge({
    name: 'wattle_bank_trouble',
    help: 'Files that do not go to the bank or come from it, by what keeps them.',
    labelNames: ['trouble'],
    registers,
  });
  const troubleOldest = new Gauge({
    name: 'wattle_bank_trouble_oldest_seconds',
    help: 'For how long the oldest trouble with the bank has lasted, by its kind.',
    labelNames: ['trouble'],
    registers,
  });
  const messages = new Gauge({
    name: 'wattle_messages_waiting',
    help: 'Messages that are due and not delivered, by channel.',
    labelNames: ['channel'],
    registers,
  });
  const messagesOldest = new Gauge({
    name: 'wattle_messages_oldest_seconds',
    help: 'For how long the oldest message of a channel has been due.',
    labelNames: ['channel'],
    registers,
  });
  const channelOff = new Gauge({
    name: 'wattle_channel_off',
    help: 'Programmes whose messages of a channel are not sent, because it has no settings or lacks a secret.',
    labelNames: ['channel'],
    registers,
  });
  const deadMessages = new Gauge({
    name: 'wattle_messages_dead',
    help: 'Messages that were given up in the last 30 days, by channel, template and reason.',
    labelNames: ['channel', 'template', 'reason'],
    registers,
  });
  const balances = new Gauge({
    name: 'wattle_processor_balance_dollars',
    help: 'Balance of a programme at a card processor, as it was said last, by the number of the connection.',
    labelNames: ['connection'],
    registers,
  });
  const balanceAges = new Gauge({
    name: 'wattle_processor_balance_age_seconds',
    help: 'For how long the balance at a card processor has not been said again, by the number of the connection.',
    labelNames: ['connection'],
    registers,
  });

  const people = new Gauge({
    name: 'wattle_waiting_for_people',
    help: 'What waits for a person: approvals, suspense, differences, payments whose outcome the gateway has not told, sanctions.',
    labelNames: ['what'],
    registers,
  });
  const peopleOldest = new Gauge({
    name: 'wattle_waiting_for_people_oldest_seconds',
    help: 'For how long the oldest of what waits for a person has waited.',
    labelNames: ['what'],
    registers,
  });

  async function read(): Promise<void> {
    const { isReadsOnly, states, lags, waiting, dead, atProcessors, forPeople } = await ctx.reserved.readShared(
      async (tx) => ({
        isReadsOnly: await takesNoWrites(tx),
        states: await readWorkState(tx, ctx),
        lags: await readSealLags(tx, ctx.clocks.security.now()),
        waiting: await readWaitingOutside(tx, ctx),
        dead: await countDeadMessages(tx),
        atProcessors: await readBalances(tx),
        forPeople: await readWaitingForPeople(tx),
      }),
    );
    readsOnly.set(isReadsOnly ? 1 : 0);
    for (const { job, oldestSeconds, ...counts } of states) {
      for (const [state, count] of Object.entries(counts)) work.set({ job, state }, count);
      oldest.set({ job }, oldestSeconds);
    }
    for (const { trouble: kind, count, oldestSeconds } of waiting.bank) {
      trouble.set({ trouble: kind }, count);
      troubleOldest.set({ trouble: kind }, oldestSeconds);
    }
    for (const { channel, waiting: count, oldestSeconds } of waiting.messages) {
      messages.set({ channel }, count);
      messagesOldest.set({ channel }, oldestSeconds);
    }
    for (const { messages: count, ...labels } of dead) deadMessages.set(labels, count);
    for (const { connection, cents, at } of atProcessors) {
      balances.set({ connection }, Number(cents) / 100);
      balanceAges.set({ connection }, Math.max(0, (ctx.clocks.business.now() - Date.parse(toInstant(at))) / 1000));
    }
    const { business, security } = ctx.clocks;
    for (const { what, waiting: count, since } of forPeople) {
      people.set({ what }, Number(count));
      const now = what === 'approvals' ? security.now() : business.now();
      peopleOldest.set({ what }, since === null ? 0 : Math.max(0, (now - Date.parse(toInstant(since))) / 1000));
    }
    for (const { chain, seconds } of lags) lag.set({ chain }, seconds);
  }

  return {
    registry,
    async refresh() {
      const gauges = [
        readsOnly,
        work,
        oldest,
        lag,
        trouble,
        troubleOldest,
        messages,
        messagesOldest,
        deadMessages,
        balances,
        balanceAges,
        people,
        peopleOldest,
      ];
      for (const gauge of gauges) gauge.reset();
      held.set(ctx.instanceHold.isHeld() ? 1 : 0);
      const off = channelsOff(ctx);
      for (const channel of CHANNELS) channelOff.set({ channel }, off[channel]);
      await read().catch(() => {});
    },
  };
}
