import type { AppContext } from '../../../context.ts';
import type { AnswerLine } from '../answers/bank-answer.store.ts';
import { depositKind } from './deposit.kind.ts';
import { keepDeposit } from './keep-deposit.kind.ts';

/** Credits a deposit or keeps it in suspense. Idempotent. */
export async function carryOutDeposit(ctx: AppContext, tenantId: number, line: AnswerLine): Promise<void> {
  const key = `line:${line.bank_answer_id}:${line.line}`;
  const input = {
    ...{ answerId: String(line.bank_answer_id), line: line.line, bsb: line.bsb, accountNumber: line.account_number },
    ...{ cents: line.cents, remitter: line.remitter ?? '' },
  };
  const submitted = { tenantId, actor: 'bank' };
  const credited = await ctx.payments.submit({ ...submitted, kind: depositKind, key, input });
  if (credited.ok) return;
  await ctx.payments.submit({
    ...{ ...submitted, kind: keepDeposit, key: `${key}:suspense` },
    input: { ...input, canGoBack: line.from_bsb !== null },
  });
}
