import { createHash, randomUUID } from 'node:crypto';
import type { AppContext } from '../../compose/context.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { dayAt, startOfDay } from '../../platform/time/clock.ts';
import type { Tx } from '../../platform/database/database.ts';
import { recordAlertEvents } from '../alerts/public.ts';
import {
  addStatement,
  findDueAccounts,
  moveMark,
  readFirstDay,
  readLastInterest,
  readPeriodSums,
  readYearSums,
  startMark,
} from './make-statements.store.ts';
import { dayAfter, dayBefore, lastEnds, periodFrom, taxYearStart } from './period.domain.ts';
import { STATEMENTS_TO_PRINT } from './print-statements.due.ts';
import type { Mark, StatedAccount, Summary } from './statement.ts';
import { writeStatement } from './write-statement.ts';

const ledger = openLedger();

/**
 * Settles the next period of accounts whose period ended before the day of `atMs`. Returns whether there may be more.
 * Each period is settled once, on any number of servers and retries.
 */
export async function makeStatements(
  ctx: AppContext,
  tenantId: number,
  atMs: number,
  atOnce: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const ends = lastEnds(dayAt(atMs));
  const accounts = await ctx.database.read(tenantId, (tx) => findDueAccounts(tx, tenantId, ends, atOnce));
  for (const account of accounts) {
    if (signal?.aborted) return true;
    if (account.mark) await settlePeriod(ctx, account, account.mark);
    else await ctx.database.transact(tenantId, (tx) => start(tx, account));
  }
  return accounts.length > 0;
}

/** The first period begins with the account. */
async function start(tx: Tx, account: StatedAccount): Promise<void> {
  await startMark(tx, account, dayBefore(await readFirstDay(tx, account)));
}

async function settlePeriod(ctx: AppContext, account: StatedAccount, mark: Mark): Promise<void> {
  const { tenantId } = account;
  const summary = await ctx.database.read(tenantId, (tx) => summarise(tx, account, mark));
  const isEmpty = summary.lastSeq === mark.lastSeq && summary.closing === 0n;
  // The file is made outside of a transaction.
  const body = isEmpty ? undefined : await writeStatement(ctx, account, summary);
  await ctx.database.transact(tenantId, async (tx) => {
    if (!(await moveMark(tx, account, mark, summary)) || !body) return;
    const digest = createHash('sha256').update(body).digest();
    const id = randomUUID();
    await addStatement(tx, account, summary, { id, body, digest, madeAt: ctx.clocks.business.now() });
    recordAlertEvents(tx, tenantId, [
      { memberAccountId: account.memberAccountId, kind: 'statement', subject: summary.lastSeq + 1n },
    ]);
    if (!account.isOnPaper) return;
    const dueAt = ctx.clocks.security.now();
    await ctx.dueWork.enqueue(tx, STATEMENTS_TO_PRINT, { tenantId, key: id, dueAt, payload: { statement: id } });
  });
}

/**
 * A period ends at its last row, or at its interest or tax, which are posted later. So each row is on one statement,
 * and a row posted between the end and the interest is on this one.
 */
async function summarise(tx: Tx, account: StatedAccount, mark: Mark): Promise<Summary> {
  const { tenantId, ledgerAccountId } = account;
  const period = periodFrom(dayAfter(mark.lastDay), account.isMonthly);
  const yearStart = taxYearStart(period.lastDay);
  const endMs = startOfDay(period.lastDay, 1);
  const year = await ledger.totals(tx, tenantId, ledgerAccountId, startOfDay(yearStart), endMs);
  if (!year) throw new Error('an account is not in the ledger');
  const inTime = year.upTo > mark.lastSeq ? year.upTo : mark.lastSeq;
  const lastSeq = (await readLastInterest(tx, account, inTime, period.lastDay)) ?? inTime;
  const { credited, debited, closing, ...ofPeriod } = await readPeriodSums(tx, account, mark.lastSeq, lastSeq);
  return {
    period,
    afterSeq: mark.lastSeq,
    lastSeq,
    opening: mark.closing,
    closing: lastSeq === mark.lastSeq ? mark.closing : closing,
    credited,
    debited,
    ofPeriod,
    ofYear: await readYearSums(tx, account, {
      firstDay: yearStart,
      afterSeq: year.after,
      lastSeq,
      // Rows posted between the end of a tax year and its interest are on this statement and belong to the next year.
      lastFeeSeq: taxYearStart(dayAfter(period.lastDay)) === yearStart ? lastSeq : year.upTo,
    }),
  };
}
