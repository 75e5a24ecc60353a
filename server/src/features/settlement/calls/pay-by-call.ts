import type { AppContext } from '../../../compose/context.ts';
import type { AskingTimes } from '../../../config/outside-settings.ts';
import type { SettledByBank } from '../../../outside/payment-calls/port.ts';
import {
  askingJob,
  recordCall,
  type RecordedCall,
  type RecordedCallKind,
  settleCall,
} from '../../../outside/recorded-call.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { nothingToSettle, type Job, type QueuedJob } from '../../../platform/due-work/job.ts';
import type { Queue } from '../../../platform/due-work/queue.ts';
import { carrierOf, methodNamed } from '../../payments/public.ts';
import { notifyReturnOf } from '../answers/notify-returned.ts';
import { notifySwitchOf } from './notify-switched.ts';
import { goByFile } from './go-by-file.kind.ts';
import { refusalOf } from './refusal.domain.ts';
import { comeBack } from '../answers/come-back.kind.ts';
import { statesThatMove } from '../moving.domain.ts';
import { PAYMENTS_TO_CALL } from '../payment-out.store.ts';
import {
  type CallOutcome,
  findCalled,
  insertCall,
  lockOpenCall,
  readAnswer,
  saveOutcome,
  saveTaken,
} from './payment-call.store.ts';
import { settleCalled } from './settle-called.kind.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The bank answers within seconds while the payer waits. After 2 hours staff have to find out the outcome. */
const ASKING: AskingTimes = {
  firstMs: 5 * SECOND_MS,
  secondMs: MINUTE_MS,
  laterMs: [15 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS, 2 * HOUR_MS],
  thenMs: HOUR_MS,
  giveUpAfterMs: 2 * HOUR_MS,
};

type Paid = { readonly transfer: string };
type Call = RecordedCall<Paid>;

/** The call by which the bank is asked to carry out a payment. */
const paymentCall: RecordedCallKind<Paid, SettledByBank> = {
  queue: { name: 'settlement.ask-about-payment', clock: 'security' },
  asking: ASKING,
  async call(ctx, recorded) {
    const called = await readCalled(ctx, recorded);
    const { bsb, account_number: accountNumber, name, amount, remitter, reference } = called.payment;
    const { tenantId, subject } = recorded;
    const to = await called.payeeOf?.(ctx, tenantId, BigInt(subject.transfer));
    if (to && to.kind !== 'done') return to;
    const payee = to?.value ?? { bsb, accountNumber };
    return called.bank?.pay({ key: recorded.key, ...payee, name, amount, remitter, reference }) ?? NO_BANK;
  },
  async ask(ctx, recorded) {
    const { bank, payment } = await readCalled(ctx, recorded);
    const now = ctx.clocks.security.now();
    const agoMs = payment.called_at === null ? 0 : now - Date.parse(payment.called_at);
    return bank?.stateOf(recorded.key, agoMs) ?? { kind: 'unknown', code: NO_BANK.code };
  },
  lockOpen: (tx, { tenantId, subject }) => lockOpenCall(tx, tenantId, BigInt(subject.transfer)),
  async settle(tx, ctx, { tenantId, subject: { transfer } }, outcome) {
    const [is, answer]: [CallOutcome, string] =
      outcome.kind === 'done' ? ['paid', outcome.value.bankId] : ['refused', outcome.code];
    await saveOutcome(tx, tenantId, BigInt(transfer), { outcome: is, answer, atMs: ctx.clocks.security.now() });
    await ctx.dueWork.enqueue(tx, ANSWERED, { tenantId, key: transfer, payload: { transfer, outcome: is } });
  },
};

const NO_BANK = { kind: 'unsent', code: 'no_bank' } as const;
/** Until the name of a payee is looked at another time. */
const WAIT_MS = 10_000;
const TOO_LATE = { kind: 'unsent', code: 'too_late' } as const;

async function readCalled(ctx: AppContext, { tenantId, subject }: Call) {
  const payment = await ctx.database.read(tenantId, (tx) =>
    findCalled(tx, ctx.secrets, tenantId, BigInt(subject.transfer)),
  );
  if (!payment) throw new Error('a payment that is called for has no row');
  const carrier = carrierOf(methodNamed(ctx.paymentMethods, payment.method), payment.rail);
  if (carrier?.by !== 'call') return { payment };
  return { payment, bank: carrier.callsOf(ctx.outside, tenantId), payeeOf: carrier.payeeOf };
}

/**
 * Asks the bank to carry out a payment, once. The call is recorded before it is made. For a recorded call the server
 * only asks for the outcome.
 */
const payByCall: QueuedJob<AppContext, Paid> = {
  queue: PAYMENTS_TO_CALL,
  atOnce: 20,
  async outside(ctx, { tenantId, payload: subject }) {
    const { transfer } = subject;
    const began = ctx.clocks.security.now();
    const recorded = await ctx.database.transact(tenantId, async (tx) => {
      const inserted = await insertCall(tx, tenantId, BigInt(transfer), began);
      if (inserted === 'waits') return inserted;
      if (inserted === 'new') return recordCall(tx, ctx, paymentCall, { tenantId, id: transfer, subject });
      // The call may have been recorded when the database was restored. Its outcome is asked for too.
      await ctx.dueWork.enqueue(tx, paymentCall.queue, { tenantId, key: transfer, payload: subject });
      return undefined;
    });
    if (!recorded) return nothingToSettle;
    if (recorded === 'waits') return async () => ({ againAt: began + WAIT_MS });
    // Another server may have asked for the outcome meanwhile, and the bank may have answered that it does not have the
    // payment.
    const isLate = ctx.clocks.security.now() - began >= ASKING.firstMs;
    const outcome = isLate ? TOO_LATE : await paymentCall.call(ctx, recorded);
    return async (tx) => {
      await settleCall(tx, ctx, paymentCall, recorded, outcome);
      if (outcome.kind === 'pending') {
        const atMs = ctx.clocks.business.now();
        const account = await saveTaken(tx, tenantId, BigInt(transfer), statesThatMove('send', 'programme'), atMs);
        if (account !== undefined) ctx.live.publishChanged(tx, tenantId, account);
      }
      return 'done';
    };
  },
};

const ANSWERED: Queue<Paid & { readonly outcome: CallOutcome }> = {
  name: 'settlement.payment-answered',
  clock: 'security',
};

/** Moves the money of a payment whose final answer is stored. Each posting has a key, so it happens once. */
const carryOutAnswer: QueuedJob<AppContext, Paid & { readonly outcome: CallOutcome }> = {
  queue: ANSWERED,
  atOnce: 20,
  async outside(ctx, { tenantId, payload: { transfer: transferId, outcome } }) {
    const submitted = { tenantId, actor: 'bank', key: `call:${transferId}` };
    if (outcome === 'refused') return refuseOrSwitch(ctx, tenantId, transferId);
    const settled = await ctx.payments.submit({ ...submitted, kind: settleCalled, input: { transferId } });
    if (!settled.ok) return async () => ({ giveUp: settled.error });
    return async (tx) => {
      ctx.live.publishChanged(tx, tenantId, BigInt(settled.value.account));
      return 'done';
    };
  },
};

/** A payment that the network refused goes by file where that helps; else its payer has the money back. */
async function refuseOrSwitch(ctx: AppContext, tenantId: number, transferId: string) {
  const code = await ctx.database.read(tenantId, (tx) => readAnswer(tx, tenantId, BigInt(transferId)));
  const { reason, mayGoByFile } = refusalOf(code);
  const submitted = { tenantId, actor: 'bank' };
  const switched =
    mayGoByFile &&
    (await ctx.payments.submit({ ...submitted, key: `byFile:${transferId}`, kind: goByFile, input: { transferId } }));
  const input = { from: null, transferId, code: reason, by: 'call' as const };
  const key = `call:${transferId}`;
  const ended =
    switched && switched.ok
      ? switched
      : await ctx.payments.submit({ ...submitted, key, kind: comeBack, input, retryIfRefused: true });
  if (!ended.ok) return async () => ({ giveUp: ended.error });
  return async (tx: Tx) => {
    if (switched && switched.ok) ctx.live.publishChanged(tx, tenantId, BigInt(switched.value.account));
    await ctx.dueWork.enqueue(tx, REFUSED, { tenantId, key: transferId, payload: { transfer: transferId } });
    return 'done' as const;
  };
}

const REFUSED: Queue<Paid> = { name: 'settlement.tell-refused', clock: 'security' };

/** Notifies the payer of a payment that the network has refused: a notice that fails moves no money again. */
const tellRefused: QueuedJob<AppContext, Paid> = {
  queue: REFUSED,
  atOnce: 20,
  async inTransaction(ctx, tx, { tenantId, payload: { transfer } }) {
    await notifyReturnOf(ctx, tx, tenantId, BigInt(transfer));
    await notifySwitchOf(ctx, tx, tenantId, BigInt(transfer));
    return 'done';
  },
};

/** Due work of payments that the bank carries out by a call. */
export const callJobs: readonly Job<AppContext>[] = [payByCall, askingJob(paymentCall), carryOutAnswer, tellRefused];
