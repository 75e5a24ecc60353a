import type { AppContext } from '../../../compose/context.ts';
import { valueDate } from '../../../platform/time/banking-days/banking-days.domain.ts';
import { readBankingCalendar } from '../../../platform/time/banking-days/holiday.store.ts';
import { listDueBack } from './suspense.store.ts';
import { sendBack } from './send-back.kind.ts';

/** Sends back deposits in suspense that were not released before the cut-off, in the next file. */
export async function sendBackDeposits(
  ctx: AppContext,
  tenantId: number,
  { atOnce, signal }: { readonly atOnce: number; readonly signal?: AbortSignal },
): Promise<void> {
  const due = await ctx.database.read(tenantId, async (tx) => {
    const next = valueDate(await readBankingCalendar(tx), ctx.config.cutOffs.external, ctx.clocks.business.now());
    return listDueBack(tx, tenantId, next, atOnce);
  });
  for (const { answerId, line } of due) {
    if (signal?.aborted) return;
    const key = `back:${answerId}:${line}`;
    await ctx.payments.submit({ tenantId, kind: sendBack, actor: 'bank', key, input: { answerId, line } });
  }
}
