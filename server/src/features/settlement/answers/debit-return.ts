import type { AppContext } from '../../../context.ts';
import { findReturnedDebit } from '../files/debit-file.store.ts';
import type { AnswerLine } from './bank-answer.store.ts';
import { acceptFile } from './read-answers.ts';
import { debitToSuspense } from './suspense.kind.ts';

/** Takes back what was collected from another bank, or keeps apart what the bank has taken for no debit of ours. */
export async function carryOutDebitReturn(ctx: AppContext, tenantId: number, line: AnswerLine): Promise<void> {
  const matched = await ctx.database.read(tenantId, (tx) => findReturnedDebit(tx, tenantId, line));
  // An answer to a line says that the file has arrived, even where the bank did not say so.
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
