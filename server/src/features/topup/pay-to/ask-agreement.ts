import type { AppContext } from '../../../compose/context.ts';
import type { BankAgreement } from '../../../outside/npp/agreements/port.ts';
import { recordCall, type RecordedCall, type RecordedCallKind, settleCall } from '../../../outside/recorded-call.ts';
import { dayAt } from '../../../platform/time/clock.ts';
import { toInstant } from '../../../platform/database/database.ts';
import { agreementWords } from './agreement-words.domain.ts';
import { findAgreement, lockAsked, saveAgreement, saveAsked } from './agreement.store.ts';
import { applyState, lockForState } from './apply-state.ts';
import { ASKING } from './asking-times.ts';

type Asked = { readonly agreement: string };

const NO_BANK = { kind: 'unsent', code: 'no_bank' } as const;

async function readAsked(ctx: AppContext, { tenantId, subject }: RecordedCall<Asked>) {
  const row = await ctx.database.read(tenantId, (tx) => findAgreement(tx, tenantId, BigInt(subject.agreement)));
  if (!row) throw new Error('an agreement that is asked for has no row');
  return { row, bank: ctx.outside.agreements(tenantId) };
}

/** The call by which the bank is asked to put an agreement before the payer. */
export const agreementCall: RecordedCallKind<Asked, BankAgreement> = {
  queue: { name: 'topup.ask-about-agreement', clock: 'security' },
  asking: ASKING,
  async call(ctx, recorded) {
    const { row, bank } = await readAsked(ctx, recorded);
    if (!bank) return NO_BANK;
    // A key that comes again after a restore is the same agreement, or refused: no money depends on it.
    const { bsb, account_number: accountNumber, name, maximum, payee, topped_up: toppedUp, made_at: madeAt } = row;
    const startsOn = dayAt(Date.parse(toInstant(madeAt)));
    const description = agreementWords(toppedUp);
    return bank.ask({ key: recorded.key, bsb, accountNumber, name, maximum, payee, description, startsOn });
  },
  async ask(ctx, recorded) {
    const { row, bank } = await readAsked(ctx, recorded);
    const agoMs = row.asked_at === null ? 0 : ctx.clocks.security.now() - Date.parse(toInstant(row.asked_at));
    return bank?.agreementOf(recorded.key, agoMs) ?? { kind: 'unknown', code: NO_BANK.code };
  },
  async lockOpen(tx, { tenantId, subject }) {
    const id = BigInt(subject.agreement);
    await lockForState(tx, tenantId, id);
    return lockAsked(tx, tenantId, id);
  },
  async settle(tx, ctx, { tenantId, subject }, outcome) {
    const row = await lockForState(tx, tenantId, BigInt(subject.agreement));
    if (!row) return;
    const answer: BankAgreement | { readonly code: string } =
      outcome.kind === 'done' ? outcome.value : { code: outcome.code };
    applyState(tx, ctx, tenantId, row, answer);
  },
};

/** Asks for an agreement, once: the call is recorded before it is made. */
export async function askForAgreement(ctx: AppContext, tenantId: number, id: bigint): Promise<void> {
  const began = ctx.clocks.security.now();
  const recorded = await ctx.database.transact(tenantId, async (tx) => {
    const row = await lockForState(tx, tenantId, id);
    if (row?.state !== 'Asked' || row.asked_at !== null) return undefined;
    if (!row.is_current) {
      const ended = { state: 'Cancelled', pausedBy: null, reason: null, bankId: null, wanted: null } as const;
      saveAgreement(tx, tenantId, id, { ...ended, lookAt: null });
      return undefined;
    }
    await saveAsked(tx, tenantId, id, began);
    return recordCall(tx, ctx, agreementCall, { tenantId, id: row.reference, subject: { agreement: String(id) } });
  });
  if (!recorded) return;
  const outcome = await agreementCall.call(ctx, recorded);
  await ctx.database.transact(tenantId, (tx) => settleCall(tx, ctx, agreementCall, recorded, outcome));
}
