import type { AppContext } from '../../../compose/context.ts';
import type { AskingTimes } from '../../../config/outside-settings.ts';
import {
  askingJob,
  recordCall,
  type RecordedCall,
  type RecordedCallKind,
  settleCall,
} from '../../../outside/recorded-call.ts';
import type { SettledByBank } from '../../../outside/payment-calls/port.ts';
import { valueDate } from '../../../platform/time/banking-days/banking-days.domain.ts';
import { readBankingCalendar } from '../../../platform/time/banking-days/holiday.store.ts';
import type { QueuedJob } from '../../../platform/due-work/job.ts';
import type { Queue } from '../../../platform/due-work/queue.ts';
import { beginReturn, findReturning, listToReturn, lockOpenReturn, saveReturn, saveStays } from './return.store.ts';
import { returnedIncoming } from './returned-incoming.kind.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** As payments by call are asked about: after 2 hours staff have to find out what became of it. */
export const RETURN_ASKING: AskingTimes = {
  firstMs: 5 * SECOND_MS,
  secondMs: MINUTE_MS,
  laterMs: [15 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS, 2 * HOUR_MS],
  thenMs: HOUR_MS,
  giveUpAfterMs: 2 * HOUR_MS,
};

type Subject = { readonly answer: string };
type Call = RecordedCall<Subject>;

const NO_BANK = 'no_bank';

/** The call by which the bank is asked to send a payment back. */
const returnCall: RecordedCallKind<Subject, SettledByBank> = {
  queue: { name: 'settlement.ask-about-return', clock: 'security' },
  asking: RETURN_ASKING,
  async call(ctx, recorded) {
    const { bankId, cents } = await readReturning(ctx, recorded);
    const bank = ctx.outside.instant(recorded.tenantId)?.incoming;
    return bank?.sendBack({ key: recorded.key, bankId, amount: cents }) ?? { kind: 'unsent', code: NO_BANK };
  },
  async ask(ctx, recorded) {
    const { bankId, cents, calledAt } = await readReturning(ctx, recorded);
    const agoMs = calledAt === null ? 0 : ctx.clocks.security.now() - Date.parse(calledAt);
    const bank = ctx.outside.instant(recorded.tenantId)?.incoming;
    return bank?.sentBack({ key: recorded.key, bankId, amount: cents }, agoMs) ?? { kind: 'unknown', code: NO_BANK };
  },
  lockOpen: (tx, { tenantId, subject }) => lockOpenReturn(tx, tenantId, subject.answer),
  async settle(tx, ctx, { tenantId, subject: { answer: answerId } }, outcome) {
    const isDone = outcome.kind === 'done';
    const answer = isDone ? outcome.value.bankId : outcome.code;
    const atMs = ctx.clocks.security.now();
    await saveReturn(tx, tenantId, answerId, { outcome: isDone ? 'returned' : 'refused', answer, atMs });
    if (isDone) {
      await ctx.dueWork.enqueue(tx, RETURNED, { tenantId, key: answerId, payload: { answer: answerId } });
      return;
    }
    const next = valueDate(await readBankingCalendar(tx), ctx.config.cutOffs.external, ctx.clocks.business.now());
    await saveStays(tx, tenantId, answerId, next);
  },
};

async function readReturning(ctx: AppContext, { tenantId, subject }: Call) {
  const found = await ctx.database.read(tenantId, (tx) => findReturning(tx, tenantId, subject.answer));
  if (!found) throw new Error('a payment that is sent back has no row');
  return found;
}

const RETURNED: Queue<Subject> = { name: 'settlement.incoming-returned', clock: 'security' };

/** Moves the money of a payment that went back. Its posting has a key, so it happens once. */
const carryOutReturn: QueuedJob<AppContext, Subject> = {
  queue: RETURNED,
  atOnce: 20,
  async outside(ctx, { tenantId, payload: { answer: answerId } }) {
    const key = `instantBack:${answerId}`;
    const submitted = { tenantId, actor: 'bank', key, kind: returnedIncoming, input: { answerId } };
    const moved = await ctx.payments.submit(submitted);
    return async () => (moved.ok ? 'done' : { giveUp: moved.error });
  },
};

const AT_ONCE = 50;

/** Asks the bank to send back what could not be credited: recorded first, and each payment once. */
export async function returnIncoming(ctx: AppContext, tenantId: number, signal?: AbortSignal): Promise<void> {
  // While a restored instance is held, it is not known yet what went back.
  if (ctx.instanceHold.isHeld()) return;
  const due = await ctx.database.read(tenantId, (tx) => listToReturn(tx, tenantId, AT_ONCE));
  for (const answer of due) {
    if (signal?.aborted) return;
    const subject = { answer };
    const began = ctx.clocks.security.now();
    const recorded = await ctx.database.transact(tenantId, async (tx) =>
      (await beginReturn(tx, tenantId, answer, began))
        ? recordCall(tx, ctx, returnCall, { tenantId, id: answer, subject })
        : undefined,
    );
    if (!recorded) continue;
    const isLate = ctx.clocks.security.now() - began >= RETURN_ASKING.firstMs;
    const outcome = isLate ? ({ kind: 'unsent', code: 'too_late' } as const) : await returnCall.call(ctx, recorded);
    await ctx.database.transact(tenantId, (tx) => settleCall(tx, ctx, returnCall, recorded, outcome));
  }
}

/** Due work of payments that go back. */
export const returnJobs = [askingJob(returnCall), carryOutReturn] as const;
