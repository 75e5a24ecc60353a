import { hash } from 'node:crypto';
import type { AppContext } from '../../../compose/context.ts';
import { codeOf } from '../../../outside/outcome.ts';
import type { Settlements, SettledLine } from '../../../outside/processors/settlement.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { audit } from '../../../platform/sealed-log/audit.ts';
import { insertStatement } from '../statement.store.ts';
import type { Statement } from '../statement.types.ts';
import { changesOf, type DayLine, isOurs, linesOfDay, totalsOf } from './settlement.domain.ts';
import { lockDay, type OfDay, readDay, saveDay, saveTroubleOfDay } from './settlement.store.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A report is asked for again for this long after its day, because it may be corrected. */
const CORRECTED_FOR_MS = 7 * DAY_MS;
/** One that is not there yet is asked for every hour for this long, then daily. */
const HOURLY_FOR_MS = 3 * DAY_MS;
/** One that has not come by then does not come. */
const ASKED_FOR_MS = 30 * DAY_MS;

/** Reasons why a report that was read is not believed. */
export const NOT_BELIEVED = ['totals', 'currency'] as const;

type Asking = OfDay & {
  readonly settlements: Settlements;
  /** Name of the connection. */
  readonly name: string;
  readonly signal: AbortSignal;
};

type Read = { readonly lines: readonly SettledLine[]; readonly authorised: number | undefined };

/**
 * Asks a processor for its settlement of a day, and takes it as a statement of the scheme's account: once, and later
 * what it has corrected. A day that was half read is read again from its first line.
 */
export async function takeSettlement(ctx: AppContext, asking: Asking): Promise<void> {
  const read = await readAll(asking);
  if (read === undefined) return;
  const { tenantId } = asking;
  const nowMs = ctx.clocks.business.now();
  const age = nowMs - endOf(asking);
  await ctx.database.transact(tenantId, async (tx) => {
    if (typeof read !== 'string') return take(ctx, tx, asking, read, { nowMs, age });
    const isOver = age >= ASKED_FOR_MS && !NOT_BELIEVED.some((one) => one === read);
    const nextMs = isOver ? undefined : nowMs + (age < HOURLY_FOR_MS ? HOUR_MS : DAY_MS);
    return saveTroubleOfDay(tx, asking, { trouble: read, nowMs, nextMs });
  });
}

/** The moment at which a day is over at its processor. */
function endOf({ day, settlements: { zone } }: Pick<Asking, 'day' | 'settlements'>): number {
  return Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds;
}

/** All lines of a day, or the code of what is wrong. Undefined: the work was given up. */
async function readAll({ settlements, day, signal }: Asking): Promise<Read | string | undefined> {
  const lines: SettledLine[] = [];
  let authorised: number | undefined;
  let net: number | undefined;
  for (let next: string | undefined; ; ) {
    if (signal.aborted) return undefined;
    const page = await settlements.read(day, next);
    if (page.kind !== 'done') return codeOf(page).slice(0, 60);
    lines.push(...page.value.lines);
    if (page.value.authorised !== undefined) authorised = (authorised ?? 0) + page.value.authorised;
    net ??= page.value.net;
    if (page.value.next === undefined) break;
    // A page that leads to itself has no end.
    if (page.value.next === next) return 'pages';
    next = page.value.next;
  }
  const sum = lines.reduce((total, { cents }) => total + cents, 0);
  return net !== undefined && net !== sum ? 'totals' : { lines, authorised };
}

async function take(
  ctx: AppContext,
  tx: Tx,
  asking: Asking,
  { lines, authorised }: Read,
  { nowMs, age }: { readonly nowMs: number; readonly age: number },
): Promise<void> {
  const { name, day, connectionId: connection } = asking;
  const { paysNet } = asking.settlements;
  const before = await lockDay(tx, asking);
  const said = linesOfDay({ lines, name, connection, day, paysNet });
  const changes = changesOf(said, await readDay(tx, asking));
  const statements = before + (changes.length > 0 ? 1 : 0);
  if (changes.length > 0) await store(ctx, tx, asking, changes, { statements, nowMs });
  await saveDay(tx, asking, {
    nowMs,
    nextMs: age < CORRECTED_FOR_MS ? nowMs + DAY_MS : undefined,
    statements,
    authorised,
    totals: totalsOf({ lines, paysNet }),
  });
}

async function store(
  ctx: AppContext,
  tx: Tx,
  { tenantId, connectionId, name, day }: Asking,
  changes: readonly DayLine[],
  { statements, nowMs }: { readonly statements: number; readonly nowMs: number },
): Promise<void> {
  const account = 'schemeSettlement' as const;
  const ours = new Set(changes.map(({ reference }) => reference).filter(isOurs));
  const lines = changes.map((line, place) => ({ line: place + 1, day, ...line }));
  const statement: Statement = { lines, opening: null, closing: null, accountNumber: '' };
  const content = JSON.stringify([
    connectionId,
    day,
    statements,
    lines.map(({ cents, ...line }) => [`${cents}`, line]),
  ]);
  const digest = hash('sha256', `settlement ${content}`, 'buffer');
  const file = `${name} ${day}${statements === 1 ? '' : ` (${statements})`}`;
  const given = { tenantId, account, name: file, digest, refused: null, statement, ours, readAt: nowMs, connectionId };
  if (!(await insertStatement(tx, given))) throw new Error('a settlement was stored before its day was');
  audit(tx, ctx.clocks, {
    tenantId,
    actor: 'network',
    action: 'statement.read',
    object: `statement:${digest.toString('hex').slice(0, 16)}`,
    outcome: 'ok',
    details: { account, connection: connectionId, day, lines: lines.length },
  });
}
