import type { AppContext } from '../../compose/context.ts';
import { codeOf } from '../../outside/outcome.ts';
import { dayAt, startOfDay } from '../../platform/time/clock.ts';
import { gatewayOf } from '../programme/public.ts';
import { REFUSED_FOR_MS, type Trouble } from '../settlement/public.ts';
import { takeStatement } from './read-statements.ts';
import { namesRead } from './statement.store.ts';

/** Days back in which one that is missing is asked for again. */
const DAYS_BACK = 30;

const nameOf = (tenantId: number, day: string) => `${tenantId}-gateway-${day}.statement.csv`;

/**
 * Asks the gateway for the statement of each day that is over, where it sends no files: from the first one on that it
 * said, and at first for yesterday's. A day without an answer keeps the later ones waiting, because their balances
 * follow each other.
 *
 * @returns trouble with the day that could not be asked for
 */
export async function fetchStatements(ctx: AppContext, tenantId: number, signal?: AbortSignal): Promise<Trouble[]> {
  const gateway = gatewayOf(ctx, tenantId);
  if (!gateway?.statement) return [];
  const now = ctx.clocks.business.now();
  const today = dayAt(now);
  const days = Array.from({ length: DAYS_BACK }, (_, back) => dayAt(startOfDay(today, back - DAYS_BACK)));
  const of = { tenantId, account: 'gateway' } as const;
  const names = days.map((day) => nameOf(tenantId, day));
  const known = await ctx.database.read(tenantId, (tx) => namesRead(tx, of, names, now - REFUSED_FOR_MS));
  const first = days.findIndex((day) => known.has(nameOf(tenantId, day)));
  for (const day of first === -1 ? days.slice(-1) : days.slice(first)) {
    if (signal?.aborted) break;
    const name = nameOf(tenantId, day);
    if (known.has(name)) continue;
    const said = await gateway.statement(day);
    if (said.kind !== 'done') return [{ kind: 'statementUnread', file: name, reason: codeOf(said) }];
    // It is not complete yet.
    if (said.value === null) break;
    await takeStatement(ctx, tenantId, 'gateway', name, Buffer.from(said.value, 'latin1'));
  }
  return [];
}
