import * as z from 'zod';
import { toInstant } from '../../platform/database/database.ts';
import { dollarsOf } from '../../platform/money.ts';
import { ASK_KINDS } from '../../outside/processors/port.ts';
import { deskCommand, nameOf, refused } from '../desk/public.ts';
import { carryOutPurchase } from './carry-out-told.ts';
import { findConnection, readFigures } from './connection.store.ts';
import { PURPOSES } from './connection.ts';
import { type HourSum, sumHours } from './hour.store.ts';
import { keptId } from './inbound.ts';
import { waitAgain } from './waiting.store.ts';

const DAY_MS = 86_400_000;
const ASKS: ReadonlySet<string> = new Set(ASK_KINDS);
const NOT_UNDERSTOOD = new Set(['ignored', 'unreadable']);

const messagesOf = (sums: readonly HourSum[], isCounted: (sum: HourSum) => boolean) =>
  sums.filter(isCounted).reduce((all, { messages }) => all + messages, 0);
const isAsk = ({ kind }: HourSum) => ASKS.has(kind);

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

export const connectionsCommand = deskCommand({
  name: 'connections',
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
    silence: z.string(),
    atProcessor: z.string(),
    asked: z.number(),
    approved: z.number(),
    declined: z.number(),
    silent: z.number(),
    adopted: z.number(),
    unmatched: z.number(),
    cases: z.number(),
    notUnderstood: z.number(),
    unknownWords: z.number(),
    /** `authorise 14/61`: half of the answers, and 99 of 100. */
    usedMs: z.string(),
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
        const figures = await readFigures(tx, tenantId, connection.id);
        const { settings } = connection;
        const asked = (outcome: string) => messagesOf(sums, (sum) => isAsk(sum) && sum.outcome === outcome);
        const used = [...Map.groupBy(sums.filter(isAsk), ({ kind }) => kind)].map(
          ([kind, of]) => `${kind} ${percentile(of, 0.5)}/${percentile(of, 0.99)}`,
        );
        const days = (at: string) => Math.floor((ctx.clocks.security.now() - Date.parse(at)) / DAY_MS);
        const secrets = PURPOSES.flatMap((purpose) =>
          (settings.secrets[purpose] ?? []).map(({ name, setAt }) => `${purpose} ${name} ${days(setAt)}`),
        );
        return {
          connection: connection.name,
          number: connection.id,
          processor: connection.kind,
          state: connection.isOn ? 'on' : 'off',
          address: `/processors/${connection.publicId}/`,
          deadlineMs: adapter.deadlineMs,
          silence: settings.silence,
          atProcessor: adapter.onSilence === 'declines' ? 'declines' : (settings.atProcessor ?? ''),
          asked: messagesOf(sums, isAsk),
          approved: asked('approved'),
          declined: asked('declined') + asked('refused'),
          silent: asked('silent'),
          adopted: messagesOf(sums, ({ outcome }) => outcome === 'adopted'),
          unmatched: figures.unmatched,
          cases: figures.cases,
          notUnderstood: messagesOf(sums, ({ kind }) => NOT_UNDERSTOOD.has(kind)),
          unknownWords: figures.words,
          usedMs: used.join(', '),
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

export const readToldAgainCommand = deskCommand({
  name: 'read-told-again',
  summary: 'Read again what a card processor told of a purchase. Nothing is posted twice',
  permission: 'act',
  input: z.object({
    connection: nameOf(1, 60).describe('the name of a connection'),
    purchase: z
      .string()
      .regex(/^[\x21-\x7e]{1,400}$/)
      .describe('the id of a purchase at the processor'),
  }),
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
