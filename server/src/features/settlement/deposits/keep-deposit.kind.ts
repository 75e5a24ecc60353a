import { ok } from '@wattle/contract/errors.ts';
import { TRANSFER_CODE } from '../../../ledger/ledger.ts';
import { monthAt } from '../../../platform/time/clock.ts';
import { openLedger } from '../../../ledger/open-ledger.ts';
import { type BankingCalendar, valueDate } from '../../../platform/time/banking-days/banking-days.domain.ts';
import { readBankingCalendar } from '../../../platform/time/banking-days/holiday.store.ts';
import { paymentKind } from '../../payments/public.ts';
import { findDepositAccounts } from './deposit-account.store.ts';
import { postedOnce } from '../incoming/same-money.ts';
import { whyNotCredited, type DepositReason } from './deposit.domain.ts';
import type { Deposit } from './deposit.kind.ts';
import { saveSuspense } from './suspense.store.ts';

export type SuspenseDeposit = Deposit & {
  /** The next file sends it back. */
  readonly canGoBack: boolean;
  /** Why it is not credited, if not for its account. */
  readonly because?: DepositReason;
};
type Facts = {
  readonly bank: bigint;
  readonly suspense: bigint;
  readonly reason: DepositReason;
  readonly calendar: BankingCalendar;
  readonly cutOff: string;
};

const ledger = openLedger();

/** Keeps a deposit in suspense until the next file sends it back or the desk releases it. */
export const keepDeposit = paymentKind<SuspenseDeposit, Facts, null, 'not_found'>({
  name: 'settlement.keepDeposit',
  isMoneyOut: false,

  async read({ input }, { ctx, tx, tenantId }) {
    const [bank, suspense, [account], calendar] = await Promise.all([
      ledger.settlementAccount(tx, tenantId, 'bank'),
      ledger.settlementAccount(tx, tenantId, 'suspense'),
      findDepositAccounts(tx, tenantId, monthAt(ctx.clocks.business.now()), [input]),
      readBankingCalendar(tx),
    ]);
    const reason = input.because ?? whyNotCredited(account) ?? 'aboveMaximum';
    return { bank, suspense, reason, calendar, cutOff: ctx.config.cutOffs.external };
  },

  decide({ input, facts: { bank, suspense, reason, calendar, cutOff }, now }) {
    const once = input.because === 'perhapsInstant' ? undefined : postedOnce(input);
    const backOn = input.canGoBack ? valueDate(calendar, cutOff, now) : null;
    return ok({
      from: { ledgerAccountId: bank },
      to: { ledgerAccountId: suspense },
      amount: input.cents,
      code: TRANSFER_CODE.comeBack,
      forced: true,
      effects: once ? [once] : [],
      writes: ({ tx, tenantId }, { transferId: postedId }) =>
        saveSuspense(tx, tenantId, input, { reason, backOn, postedId, atMs: now }),
      answer: () => null,
    });
  },
});
