import * as z from 'zod';
import { toInstant } from '../../platform/database/database.ts';
import { dollarsOf } from '../../platform/money.ts';
import { ASK_KINDS } from '../../outside/processors/port.ts';
import { counted, type DeskCallInTransaction, deskCommand, refused } from '../desk/public.ts';
import { WAY_BACK_MS } from './answer-ask.ts';
import { carryOutPurchase } from './carry-out-told.ts';
import { findConnection, readFigures } from './connection.store.ts';
import { PURPOSES } from './connection.ts';
import { type HourSum, sumHours } from './hour.store.ts';
import { keptId } from './inbound.ts';
import { connectionName, purchaseId } from './typed-names.ts';
import { waitAgain } from './waiting.store.ts';

const DAY_MS = 86_400_000;
/** A secret is replaced before this age. */
const SECRET_DAYS = 365;
const ASKS: ReadonlySet<string> = new Set(ASK_KINDS);
const NOT_UNDERSTOOD = new Set(['ignored', 'unreadable']);

const messagesOf = (sums: readonly HourSum[], isCounted: (sum: HourSum) => boolean) =>
  sums.filter(isCounted).reduce((all, { messages }) => all + messages, 0);
const isAsk = ({ kind }: HourSum) => ASKS.has(kind);
const withOutcome = (sums: readonly HourSum[], outcome: string) => messagesOf(sums, (sum) => sum.outcome === outcome);

/** Upper bound in ms of the time that so many of a hundred asks used. */
function percentile(sums: readonly HourSum[], share: number): number {
  const sorted = sums.toSorted((a, b) => a.ms_to - b.ms_to);
  const wanted = messagesOf(sums, () => true) * share;
  let seen = 0;
  for (const { ms_to: to, messages } of sorted) {
    seen += messages;
    if (seen >= wanted) return to;
  }
  return 0;
}

/** How asks were answered, and upper bounds in ms of the time used by half of the answers and by 99 of 100. */
function askFigures(sums: readonly HourSum[]) {
  const asks = sums.filter(isAsk);
  return {
    asked: messagesOf(asks, () => true),
    approved: withOutcome(asks, 'approved'),
    declined: withOutcome(asks, 'declined') + withOutcome(asks, 'refused'),
    silent: withOutcome(asks, 'silent'),
    p50: percentile(asks, 0.5),
    p99: percentile(asks, 0.99),
  };
}

export const connectionsCommand = deskCommand({
  name: 'connections',
  title: 'Card processors',
  summary: 'Connections to card processors, with what they asked and told in the last 24 hours',
  permission: 'look',
  input: z.object({}),
  answer: z.object({
    connection: z.string(),
    /** As products name it. */
    number: z.number(),
    processor: z.string(),
    state: z.string(),
    address: z.string(),
    deadlineMs: z.number(),
    /** Without a decision by then it is silence. */
    answerByMs: z.number(),
    silence: z.string(),
    atProcessor: z.string(),
    asked: z.number(),
    approved: z.number(),
    declined: z.number(),
    silent: z.number(),
    /** Approvals that came after the deadline: the shop was declined. */
    late: z.number(),
    lastLate: z.string(),
    adopted: z.number(),
    unmatched: z.number(),
    cases: z.number(),
    notUnderstood: z.number(),
    unknownWords: z.number(),
    /** Cards whose state is another one at the processor. */
    differing: z.number(),
    /** Upper bounds of the time used by half of all answers, and by 99 of 100. 0: nothing was asked. */
    p50: z.number(),
    p99: z.number(),
    /** `authorise 14/61`: the same by kind. */
    usedMs: z.string(),
    /** Until the first of its secrets in use is due to be replaced. */
    secretDaysLeft: z.number(),
    /** `asks A 23, events B 351`: days since each was named. */
    secretDays: z.string(),
    last: z.string(),
    /** Dollars of the programme's balance at the processor, and when it said them. Empty: it has said none. */
    balance: z.string(),
    balanceAt: z.string(),
    leastBalance: z.string(),
  }),
  async run({ ctx, tx, staff: { tenantId } }) {
    const now = ctx.clocks.business.now();
    const own = ctx.processors.all().filter(({ connection }) => connection.tenantId === tenantId);
    const rows = await Promise.all(
      own.map(async ({ connection, adapter }) => {
        const sums = await sumHours(tx, tenantId, connection.id, now - DAY_MS);
        const figures = await readFigures(tx, tenantId, connection.id, now - DAY_MS);
        const { settings } = connection;
        const used = [...Map.groupBy(sums.filter(isAsk), ({ kind }) => kind)].map(
          ([kind, of]) => `${kind} ${percentile(of, 0.5)}/${percentile(of, 0.99)}`,
        );
        const days = (at: string) => Math.floor((ctx.clocks.security.now() - Date.parse(at)) / DAY_MS);
        const secrets = PURPOSES.flatMap((purpose) =>
          (settings.secrets[purpose] ?? []).map(({ name, setAt }) => `${purpose} ${name} ${days(setAt)}`),
        );
        const newest = PURPOSES.flatMap((purpose) => (settings.secrets[purpose] ?? []).slice(0, 1));
        return {
          connection: connection.name,
          number: connection.id,
          processor: connection.kind,
          state: connection.isOn ? 'on' : 'off',
          address: `/processors/${connection.publicId}/`,
          deadlineMs: adapter.deadlineMs,
          answerByMs: adapter.deadlineMs - WAY_BACK_MS,
          silence: settings.silence,
          atProcessor: adapter.onSilence === 'declines' ? 'declines' : (settings.atProcessor ?? ''),
          ...askFigures(sums),
          late: figures.late,
          lastLate: figures.late_at === null ? '' : toInstant(figures.late_at),
          adopted: messagesOf(sums, ({ outcome }) => outcome === 'adopted'),
          unmatched: figures.unmatched,
          cases: figures.cases,
          notUnderstood: messagesOf(sums, ({ kind }) => NOT_UNDERSTOOD.has(kind)),
          unknownWords: figures.words,
          differing: figures.differing,
          usedMs: used.join(', '),
          secretDaysLeft: SECRET_DAYS - Math.max(0, ...newest.map(({ setAt }) => days(setAt))),
          secretDays: secrets.join(', '),
          last: figures.last_at === null ? '' : toInstant(figures.last_at),
          balance: figures.balance === null ? '' : dollarsOf(figures.balance),
          balanceAt: figures.balance_at === null ? '' : toInstant(figures.balance_at),
          leastBalance: settings.leastBalance === undefined ? '' : dollarsOf(BigInt(settings.leastBalance)),
        };
      }),
    );
    return { ok: true, rows };
  },
});

const ofConnection = z.object({ connection: connectionName });
type OfConnection = DeskCallInTransaction<z.output<typeof ofConnection>>;

export const connectionTimesCommand = deskCommand({
  name: 'connection-times',
  title: 'Times of a card processor',
  summary:
    'Time used of the deadline by the asks of a connection in the last 24 hours, by kind, and how they were answered',
  permission: 'look',
  positional: 'connection',
  input: ofConnection,
  answer: z.object({
    kind: z.string(),
    asked: z.number(),
    approved: z.number(),
    declined: z.number(),
    silent: z.number(),
    /** Upper bounds in ms: of half of the answers, and of 99 of 100. */
    p50: z.number(),
    p99: z.number(),
  }),
  async run({ ctx, tx, staff: { tenantId }, input }: OfConnection) {
    const known = await findConnection(tx, tenantId, input.connection);
    if (!known) return refused('not_found', { field: 'connection' });
    const sums = await sumHours(tx, tenantId, known.id, ctx.clocks.business.now() - DAY_MS);
    const byKind = Map.groupBy(sums.filter(isAsk), ({ kind }) => kind);
    const rows = [...ASKS].flatMap((kind) => {
      const of = byKind.get(kind);
      if (!of) return [];
      return { kind, ...askFigures(of) };
    });
    return { ok: true, rows, object: `connection:${known.name}` };
  },
});

export const connectionSecretsCommand = deskCommand({
  name: 'connection-secrets',
  title: 'Secrets of a card processor',
  summary: 'Names of the secrets of a connection, how old each is, and when it is due to be replaced',
  permission: 'look',
  positional: 'connection',
  input: ofConnection,
  answer: z.object({
    purpose: z.string(),
    name: z.string(),
    /** `yes`: the newest of its purpose. `no`: valid until it is dropped. */
    newest: z.string(),
    named: z.string(),
    days: z.number(),
    due: z.string(),
    daysLeft: z.number(),
  }),
  async run({ ctx, tx, staff: { tenantId }, input }: OfConnection) {
    const known = await findConnection(tx, tenantId, input.connection);
    if (!known) return refused('not_found', { field: 'connection' });
    const rows = PURPOSES.flatMap((purpose) =>
      (known.settings.secrets[purpose] ?? []).map(({ name, setAt }, place) => {
        const days = Math.floor((ctx.clocks.security.now() - Date.parse(setAt)) / DAY_MS);
        return {
          purpose,
          name,
          newest: place === 0 ? 'yes' : 'no',
          named: setAt,
          days,
          due: new Date(Date.parse(setAt) + SECRET_DAYS * DAY_MS).toISOString(),
          daysLeft: SECRET_DAYS - days,
        };
      }),
    );
    return { ok: true, rows, object: `connection:${known.name}` };
  },
});

export const readToldAgainCommand = deskCommand({
  name: 'read-told-again',
  title: 'Read a purchase again',
  summary: 'Read again what a card processor told of a purchase. Nothing is posted twice',
  permission: 'act',
  done: (row) => ({ words: `${counted(row.events, 'message')} read again.`, next: 'Nothing is posted twice.' }),
  input: z.object({ connection: connectionName, purchase: purchaseId }),
  answer: z.object({ connection: z.string(), purchase: z.string(), events: z.number() }),
  async runAlone({ ctx, staff: { tenantId }, input }) {
    const of = keptId(ctx.secrets, input.purchase);
    const nowMs = ctx.clocks.security.now();
    const again = await ctx.database.transact(tenantId, async (tx) => {
      const known = await findConnection(tx, tenantId, input.connection);
      if (!known) return undefined;
      return { known, events: await waitAgain(tx, { tenantId, connectionId: known.id, of }, nowMs) };
    });
    if (!again) return refused('not_found', { field: 'connection' });
    const object = `connection:${again.known.name}`;
    if (again.events === 0) return refused('not_found', { field: 'purchase', object });
    const connected = ctx.processors.byId(again.known.id);
    if (connected) await carryOutPurchase(ctx, connected, of);
    const row = { connection: again.known.name, purchase: input.purchase, events: again.events };
    return { ok: true, rows: [row], object };
  },
});
