import type { AppContext } from '../../../context.ts';
import { findReturnedDebit } from '../files/debit-file.store.ts';
import type { AnswerLine } from './bank-answer.store.ts';
import { acceptFile } from './read-answers.ts';
import { debitToSuspense } from './suspense.kind.ts';

/** Reverses a collected debit, or moves it to suspense when it matches no debit of ours. */
export async function carryOutDebitReturn(ctx: AppContext, tenantId: number, line: AnswerLine): Promise<void> {
  const matched = await ctx.database.read(tenantId, (tx) => findReturnedDebit(tx, tenantId, line));
  // An answer to a line implies that the file was accepted, even if the bank did not confirm it.
  if (matched && matched.file_state !== 'Accepted') await acceptFile(ctx, tenantId, matched.file_name);
  const key = `line:${line.bank_answer_id}:${line.line}`;
  const from = { answerId: String(line.bank_answer_id), line: line.line };
  if (matched) {
    const input = { debitId: matched.id, code: line.code, from };
    const submitted = { tenantId, kind: ctx.debitReturn, actor: 'bank', input, againIfRefused: true };
    const done = await ctx.payments.submit({ ...submitted, key: `${key}:debit:${matched.id}` });
    if (done.ok) return;
  }
  const input = { ...from, cents: line.cents };
  await ctx.payments.submit({ tenantId, kind: debitToSuspense, actor: 'bank', key: `${key}:suspense`, input });
}
