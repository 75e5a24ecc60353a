import type { AppContext } from '../../../compose/context.ts';
import type { SettledDebit } from '../../../outside/npp/agreements/port.ts';
import {
  askingJob,
  recordCall,
  type RecordedCall,
  type RecordedCallKind,
  settleCall,
} from '../../../outside/recorded-call.ts';
import { toInstant, type Tx } from '../../../platform/database/database.ts';
import type { QueuedJob } from '../../../platform/due-work/job.ts';
import type { Queue } from '../../../platform/due-work/queue.ts';
import { dayAt, startOfDay } from '../../../platform/time/clock.ts';
import { debitReference } from '../../settlement/public.ts';
import type { PayToNotice } from '../auto/auto-topup.store.ts';
import {
  type CalledDebit,
  findCalledDebit,
  lockOpenDebit,
  savePaid,
  saveRefused,
  takeToCall,
} from './agreement-debit.store.ts';
import { saveLookAt, saveWanted } from './agreement.store.ts';
import { ASKING } from './asking-times.ts';
import { creditAgreed } from './credit-agreed.kind.ts';
import { saveAgain, saveLost, savePaused } from './pay-to-topup.store.ts';
import { consequenceOf, type DebitTrouble, troubleOf } from './refused-debit.domain.ts';

type Debited = { readonly debit: string };

const NO_BANK = { kind: 'unsent', code: 'no_bank' } as const;

async function readCalled(ctx: AppContext, { tenantId, subject }: RecordedCall<Debited>) {
  const debit = await ctx.database.read(tenantId, (tx) => findCalledDebit(tx, tenantId, BigInt(subject.debit)));
  if (!debit) throw new Error('a debit that is called for has no row');
  return { debit, bank: ctx.outside.agreements(tenantId) };
}

const ANSWERED: Queue<Debited> = { name: 'topup.agreement-debit-paid', clock: 'security' };

/** The call by which the bank takes a debit from the payer's account. */
const debitCall: RecordedCallKind<Debited, SettledDebit> = {
  queue: { name: 'topup.ask-about-debit', clock: 'security' },
  asking: ASKING,
  async call(ctx, recorded) {
    const { debit, bank } = await readCalled(ctx, recorded);
    if (!bank || debit.bank_id === null) return NO_BANK;
    const { key } = recorded;
    // A restored database does not know what was asked for, and not every bank refuses a key that comes again.
    const known = await bank.debitOf(key, 0);
    if (known.kind !== 'unknown' || known.code !== 'not_found_yet') return notUnsent(known);
    return bank.debit({ key, agreement: debit.bank_id, amount: debit.amount, reference: debitReference(debit.id) });
  },
  async ask(ctx, recorded) {
    const { debit, bank } = await readCalled(ctx, recorded);
    const agoMs = debit.called_at === null ? 0 : ctx.clocks.security.now() - Date.parse(toInstant(debit.called_at));
    return bank?.debitOf(recorded.key, agoMs) ?? { kind: 'unknown', code: NO_BANK.code };
  },
  lockOpen: (tx, { tenantId, subject }) => lockOpenDebit(tx, tenantId, BigInt(subject.debit)),
  async settle(tx, ctx, { tenantId, subject }, outcome) {
    const debit = await findCalledDebit(tx, tenantId, BigInt(subject.debit));
    if (!debit) throw new Error('a debit that was answered has no row');
    if (outcome.kind === 'done') {
      savePaid(tx, tenantId, debit.id, outcome.value.bankId);
      await ctx.dueWork.enqueue(tx, ANSWERED, { tenantId, key: subject.debit, payload: subject });
    } else applyRefusal(tx, ctx, tenantId, debit, outcome.code);
  },
};

/** A question that never left says nothing about what was asked about: it stays open. */
function notUnsent<T extends { readonly kind: string }>(
  outcome: T | { readonly kind: 'unsent'; readonly code: string },
): T | { readonly kind: 'unknown'; readonly code: string } {
  return outcome.kind === 'unsent' && 'code' in outcome ? { kind: 'unknown', code: outcome.code } : (outcome as T);
}

const NOTICES: Readonly<Partial<Record<DebitTrouble, PayToNotice>>> = { limit: 'payToLimit', ours: 'payToOurs' };

/** A refused debit moved no money. It is tried again, or its automatic top-up pauses or needs another account. */
function applyRefusal(tx: Tx, ctx: AppContext, tenantId: number, debit: CalledDebit, code: string): void {
  const { id, auto_topup_id: topupId, agreement_id: agreementId, referred } = debit;
  const now = ctx.clocks.business.now();
  const trouble = troubleOf(code);
  saveRefused(tx, tenantId, id, code, trouble);
  ctx.live.publishChanged(tx, tenantId, debit.member_account_id);
  // Another side has paused or ended it, maybe: the bank says which.
  saveLookAt(tx, tenantId, agreementId, now);
  if (!debit.is_current) return;
  const on = dayAt(startOfDay(dayAt(now), 1));
  switch (consequenceOf(trouble, referred, ctx.config.topup.auto.retries)) {
    case 'retry':
      return saveAgain(tx, tenantId, topupId, { on, counts: true, trouble, notice: 'payToRetry' });
    case 'later':
      return saveAgain(tx, tenantId, topupId, { on, counts: false, trouble, notice: null });
    case 'stop':
      savePaused(tx, tenantId, topupId, { by: 'us', notice: NOTICES[trouble] ?? 'payToStopped', trouble });
      return saveWanted(tx, tenantId, agreementId, 'paused', now);
    case 'end':
      return saveLost(tx, tenantId, topupId, trouble, 'payToAccount');
  }
}

/** Asks the bank for a debit, once: the call is recorded before it is made. */
export async function callForDebit(ctx: AppContext, tenantId: number, id: bigint): Promise<void> {
  const began = ctx.clocks.security.now();
  const recorded = await ctx.database.transact(tenantId, async (tx) => {
    const debit = await takeToCall(tx, tenantId, id, began);
    return debit && recordCall(tx, ctx, debitCall, { tenantId, id: debit.reference, subject: { debit: String(id) } });
  });
  if (!recorded) return;
  const outcome = await debitCall.call(ctx, recorded);
  await ctx.database.transact(tenantId, (tx) => settleCall(tx, ctx, debitCall, recorded, outcome));
}

/** Credits a debit whose final answer is stored. Its posting has a key, so it happens once. */
export const creditPaidDebit: QueuedJob<AppContext, Debited> = {
  queue: ANSWERED,
  atOnce: 20,
  async outside(ctx, { tenantId, payload: { debit: debitId } }) {
    const submitted = { tenantId, kind: creditAgreed, key: `payTo:${debitId}`, actor: 'bank', input: { debitId } };
    const credited = await ctx.payments.submit({ ...submitted, retryIfRefused: true });
    if (!credited.ok) return async () => ({ giveUp: credited.error });
    return async (tx) => {
      ctx.live.publishChanged(tx, tenantId, BigInt(credited.value.account));
      return 'done';
    };
  },
};

export const askAboutDebit = askingJob(debitCall);
