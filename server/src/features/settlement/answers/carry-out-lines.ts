import type { AppContext } from '../../../compose/context.ts';
import { statesThatMove } from '../moving.domain.ts';
import { type AnswerLine, type Bill, findBill, finishLine, listOpenLines } from './bank-answer.store.ts';
import { listCandidates } from './candidate.store.ts';
import { comeBack } from './come-back.kind.ts';
import { matchReturn } from './match-return.domain.ts';
import { saveSettled } from './payment.store.ts';
import { methodsAnswering } from '../files/file-methods.ts';
import { acceptFile } from './read-answers.ts';
import { debitToSuspense, toSuspense } from './suspense.kind.ts';
import { depositKind } from '../deposits/deposit.kind.ts';
import { keepDeposit, type SuspenseDeposit } from '../deposits/keep-deposit.kind.ts';
import { finishNamed } from '../incoming/same-money.ts';
import { findReturnedDebit, takeEnteredReturn } from '../files/debit-file.store.ts';

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
    const submitted = { tenantId, kind: comeBack, actor: 'bank', input, retryIfRefused: true };
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

/** Credits a deposit or keeps it in suspense, unless the network has brought its money. Idempotent. */
async function carryOutDeposit(ctx: AppContext, tenantId: number, line: AnswerLine): Promise<void> {
  const key = `line:${line.bank_answer_id}:${line.line}`;
  const input = {
    answerId: String(line.bank_answer_id),
    line: line.line,
    bsb: line.bsb,
    accountNumber: line.account_number,
    cents: line.cents,
    remitter: line.remitter ?? '',
    reference: line.reference,
  };
  const submitted = { tenantId, actor: 'bank' };
  const keep = (given: Pick<SuspenseDeposit, 'canGoBack' | 'because'>) => {
    const kept = { ...submitted, kind: keepDeposit, key: `${key}:suspense`, isRetryable: true };
    return ctx.payments.submit({ ...kept, input: { ...input, ...given } });
  };
  const before = await finishNamed(ctx, tenantId, line);
  if (before === 'done') return;
  // Someone who paid twice on a day is rare, and money that is credited twice is hard to bring back.
  if (before === 'doubtful') return void (await keep({ canGoBack: false, because: 'perhapsInstant' }));
  const credited = await ctx.payments.submit({ ...submitted, kind: depositKind, key, input });
  if (credited.ok) return;
  // The network may have brought it meanwhile: the next round finishes the line then.
  await keep({ canGoBack: line.from_bsb !== null });
}

/** Reverses a collected debit, or moves it to suspense when it matches no debit of ours. */
async function carryOutDebitReturn(ctx: AppContext, tenantId: number, line: AnswerLine): Promise<void> {
  const matched = await ctx.database.read(tenantId, (tx) => findReturnedDebit(tx, tenantId, line));
  // An answer to a line implies that the file was accepted, even if the bank did not confirm it.
  if (matched && matched.file_state !== 'Accepted') await acceptFile(ctx, tenantId, matched.file_name);
  const key = `line:${line.bank_answer_id}:${line.line}`;
  const from = { answerId: String(line.bank_answer_id), line: line.line };
  if (matched) {
    const input = { debitId: matched.id, code: line.code, from };
    const submitted = { tenantId, kind: ctx.debitReturn, actor: 'bank', input, retryIfRefused: true };
    const done = await ctx.payments.submit({ ...submitted, key: `${key}:debit:${matched.id}` });
    if (done.ok) return;
  }
  if (await noteEntered(ctx, tenantId, line)) return;
  const input = { ...from, cents: line.cents };
  await ctx.payments.submit({ tenantId, kind: debitToSuspense, actor: 'bank', key: `${key}:suspense`, input });
}

/** Notes a line about a return that the desk has entered, which moves no money. False: none was entered. */
function noteEntered(ctx: AppContext, tenantId: number, line: AnswerLine): Promise<boolean> {
  return ctx.database.transact(tenantId, async (tx) => {
    const postedId = await takeEnteredReturn(tx, tenantId, line);
    if (postedId === undefined) return false;
    const atMs = ctx.clocks.business.now();
    finishLine(tx, tenantId, line, { state: 'Done', transferId: null, postedId, atMs });
    return true;
  });
}
