import type { AppContext } from '../../../context.ts';
import { statesThatMove } from '../moving.domain.ts';
import { type AnswerLine, type Bill, findBill, finishLine, listOpenLines } from './bank-answer.store.ts';
import { listCandidates } from './candidate.store.ts';
import { carryOutDeposit } from '../deposits/carry-out-deposit.ts';
import { comeBack } from './come-back.kind.ts';
import { carryOutDebitReturn } from './debit-return.ts';
import { matchReturn } from './match-return.domain.ts';
import { saveSettled } from './payment.store.ts';
import { methodsAnswering } from '../files/file-methods.ts';
import { acceptFile } from './read-answers.ts';
import { toSuspense } from './suspense.kind.ts';

/** Processes lines of the bank's files. True: there are more. */
export async function carryOutLines(
  ctx: AppContext,
  tenantId: number,
  atOnce: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const lines = await ctx.database.read(tenantId, (tx) => listOpenLines(tx, ctx.secrets, tenantId, atOnce));
  const deposits = lines.filter(({ kind }) => kind === 'deposit');
  await Promise.all(deposits.map((line) => carryOutDeposit(ctx, tenantId, line)));
  // One after another, so that two equal lines return two payments.
  for (const line of lines) {
    if (signal?.aborted) return false;
    if (line.kind !== 'deposit') await carryOut(ctx, tenantId, line);
  }
  return lines.length === atOnce;
}

type Matched = Pick<Bill, 'transfer_id' | 'file_name' | 'file_state'>;

async function matchOf(ctx: AppContext, tenantId: number, line: AnswerLine): Promise<Matched | undefined> {
  return ctx.database.read(tenantId, async (tx) => {
    if (line.kind !== 'return') {
      const bill = await findBill(tx, ctx.secrets, tenantId, methodsAnswering(ctx.paymentMethods, 'results'), line);
      return line.kind === 'unpaid' && bill?.state === 'Returned' ? undefined : bill;
    }
    // A line without a day is ambiguous, so the desk chooses among the candidates.
    if (line.day === null) return undefined;
    const methods = methodsAnswering(ctx.paymentMethods, 'returns');
    return matchReturn(line, await listCandidates(tx, ctx.secrets, tenantId, methods, line));
  });
}

async function carryOut(ctx: AppContext, tenantId: number, line: AnswerLine): Promise<void> {
  if (line.kind === 'debitReturn') return carryOutDebitReturn(ctx, tenantId, line);
  const matched = await matchOf(ctx, tenantId, line);
  // An answer to a line implies that the file was accepted, even if the bank did not confirm it.
  if (matched && matched.file_state !== 'Accepted') await acceptFile(ctx, tenantId, matched.file_name);
  if (line.kind === 'paid') return notePaid(ctx, tenantId, line, matched);
  const key = `line:${line.bank_answer_id}:${line.line}`;
  const from = { answerId: String(line.bank_answer_id), line: line.line };
  if (matched) {
    const transferId = String(matched.transfer_id);
    const code = line.kind === 'return' ? line.code : null;
    const input = { from, transferId, code };
    const submitted = { tenantId, kind: comeBack, actor: 'bank', input, againIfRefused: true };
    const done = await ctx.payments.submit({ ...submitted, key: `${key}:${transferId}` });
    if (done.ok) return;
  }
  const input = { ...from, cents: line.cents };
  await ctx.payments.submit({ tenantId, kind: toSuspense, actor: 'bank', key: `${key}:suspense`, input });
}

/** Records a paid bill, which moves no money. An unknown one is left to the desk. */
async function notePaid(
  ctx: AppContext,
  tenantId: number,
  line: AnswerLine,
  matched: Matched | undefined,
): Promise<void> {
  const atMs = ctx.clocks.business.now();
  await ctx.database.transact(tenantId, async (tx) => {
    const transferId = matched?.transfer_id ?? null;
    if (transferId !== null) saveSettled(tx, tenantId, transferId, statesThatMove('settle', 'bank'), atMs);
    finishLine(tx, tenantId, line, { state: 'Done', transferId, atMs });
  });
}
