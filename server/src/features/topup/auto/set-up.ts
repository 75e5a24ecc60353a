import { randomUUID } from 'node:crypto';
import { err, type Refusal } from '@wattle/contract/errors.ts';
import { judgeAutoTopup } from '@wattle/contract/rules/auto-topup-amounts.ts';
import { rulesOf } from '../../../config/mode.ts';
import type { AppContext } from '../../../compose/context.ts';
import type { Session } from '../../../http/handle.ts';
import { addBankingDays, valueDate } from '../../../platform/time/banking-days/banking-days.domain.ts';
import { readBankingCalendar } from '../../../platform/time/banking-days/holiday.store.ts';
import { dayAt } from '../../../platform/time/clock.ts';
import { callerOf } from '../../../http/caller.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { queueNotice } from '../../messages/public.ts';
import { hasChannel } from '../../programme/public.ts';
import { findDestination, refuseDestination } from '../../transfers/public.ts';
import { AGREEMENT_VERSION } from './agreement.ts';
import { type AutoAccount, findSandboxEmail } from './auto-account.store.ts';
import { drawCode, hashCode } from './code.ts';
import type { SetUp } from './set-up-effect.ts';
import { setUpAutoTopup } from './set-up.kind.ts';

/** Details of a request to set up an automatic top-up. */
export type SetUpRequest = {
  readonly AccountName: string;
  readonly AccountNumber: string;
  readonly Bsb: string;
  readonly TriggerAmount: number;
  readonly Amount: number;
};

const DAY_MS = 86_400_000;
const FIELDS = { bsb: 'Bsb', name: 'AccountName' };

export const centsOf = (dollars: number) => BigInt(Math.round(dollars * 100));

/** Refuses amounts that the account's limits do not allow. */
export function refuseAmounts(account: AutoAccount, asked: SetUpRequest): Refusal<'outside_load_limits'> | undefined {
  const fault = judgeAutoTopup(account.bounds, { trigger: asked.TriggerAmount, amount: asked.Amount });
  return fault && err('outside_load_limits', fault.field);
}

/** Refuses a bank account that cannot be paid. */
export async function refuseBank(tx: Tx, ctx: AppContext, session: Session, asked: SetUpRequest) {
  const { tenantId, brandId } = session;
  const named = { name: asked.AccountName, bsb: asked.Bsb };
  return refuseDestination(await findDestination({ ctx, tx, tenantId }, brandId, named), FIELDS);
}

/** Input of the payment that makes or changes an agreement. Draws its code. */
export async function planSetUp(
  tx: Tx,
  ctx: AppContext,
  session: Session,
  account: AutoAccount,
  asked: SetUpRequest,
  changes: string | null,
): Promise<SetUp> {
  const { depositDays, codeDays, deposit } = ctx.config.topup.auto;
  const { webAccountId } = session;
  if (webAccountId === null) throw new Error('an automatic top-up belongs to a web account');
  const publicId = changes ?? randomUUID();
  const code = drawCode();
  const now = ctx.clocks.business.now();
  const calendar = await readBankingCalendar(tx);
  const leaves = valueDate(calendar, ctx.config.cutOffs.external, now);
  return {
    agreed: {
      publicId,
      memberAccountId: account.memberAccountId,
      webAccountId,
      agreementVersion: AGREEMENT_VERSION,
      accountName: asked.AccountName,
      bsb: asked.Bsb,
      accountNumber: asked.AccountNumber.replace(/[ -]/g, ''),
      trigger: centsOf(asked.TriggerAmount),
      amount: centsOf(asked.Amount),
      maximum: account.maxBalance,
      codeHash: hashCode(ctx, publicId, code).toString('hex'),
      codeUntil: dayAt(now + codeDays * DAY_MS),
      depositBy: addBankingDays(calendar, leaves, depositDays),
    },
    changes,
    code,
    deposit,
    // Only a new agreement has a fee.
    fee: changes === null ? account.fee : 0n,
    ledgerAccountId: account.ledgerAccountId,
    brandName: account.brandName,
    language: account.language,
  };
}

/** Submits the set-up. Each plan has its own key, because it draws its own code. */
export function submitSetUp(ctx: AppContext, session: Session, input: SetUp, requestId: string) {
  return ctx.payments.submit({
    tenantId: session.tenantId,
    kind: setUpAutoTopup,
    key: `autoTopup:${randomUUID()}`,
    actor: callerOf(session),
    input,
    requestId,
  });
}

/**
 * The sandbox has no bank statement, so the deposit and its code are mailed immediately to the sandbox inbox. A
 * production server never sends this.
 */
export async function mailSandboxCode(tx: Tx, ctx: AppContext, session: Session, input: SetUp): Promise<void> {
  if (!rulesOf(ctx.config.mode).hasSandboxSystems || !hasChannel(ctx, session.tenantId, 'email')) return;
  const { tenantId, brandId, holderId } = session;
  const account = await findSandboxEmail(tx, tenantId, holderId);
  if (!account || account.email === '') return;
  const { agreed, code, language } = input;
  await queueNotice(tx, ctx, {
    tenantId,
    brandId,
    holderId,
    language,
    channel: 'email',
    to: account.email,
    template: 'sandboxDeposit',
    params: { firstName: account.first_name, code },
    dedupKey: `sandboxDeposit:${agreed.publicId}:${agreed.codeHash.slice(0, 16)}`,
  });
}
