import { err, ok } from '@wattle/contract/errors.ts';
import { proposedAutoTopup } from '@wattle/contract/rules/auto-topup-amounts.ts';
import { AUTO_TOPUP_STATUS, type AutoTopup, getActiveAutoTopup } from '@wattle/contract/topup/auto-topup.ts';
import { handleRead } from '../../../http/handle.ts';
import { addBankingDays, valueDate } from '../../../platform/time/banking-days/banking-days.domain.ts';
import { readBankingCalendar } from '../../../platform/time/banking-days/holiday.store.ts';
import { dayAt } from '../../../platform/time/clock.ts';
import { toInstant } from '../../../platform/database/database.ts';
import { toDollars } from '../../../platform/money.ts';
import { readWaitsFor } from '../../balance-watch/public.ts';
import { findBranch } from '../../transfers/public.ts';
import { readPayTo } from '../pay-to/pay-to.view.ts';
import { findAutoAccount } from './auto-account.store.ts';
import { type AutoTopupRow, findAutoTopup } from './auto-topup.store.ts';
import { readSetUpStop } from './set-up-stop.ts';
import { listDebits, type PastDebit } from './direct-debit.store.ts';

export const getActiveAutoTopupRoute = handleRead(getActiveAutoTopup, async ({ query, session, tx, ctx }) => {
  const { tenantId, brandId } = session;
  const account = await findAutoAccount({ ctx, tx }, tenantId, session, query.memberNumber);
  if (!account) return err('invalid_card_details', 'memberNumber');
  const { creditDays, depositDays, codeDays, codeTries, step, pastShown } = ctx.config.topup.auto;
  const now = ctx.clocks.business.now();
  const [existing, debits, calendar, { stop, codesLeft }, waitsFor] = await Promise.all([
    findAutoTopup(tx, tenantId, account.memberAccountId),
    listDebits(tx, tenantId, account.memberAccountId, pastShown),
    readBankingCalendar(tx),
    readSetUpStop(tx, ctx, session, account.memberAccountId),
    readWaitsFor(tx, tenantId, account.memberAccountId, now),
  ]);
  if (!existing && !account.isOffered) return err('card_problem', 'memberNumber');
  const branch = existing && (await findBranch(tx, tenantId, brandId, existing.bsb));
  const payTo = existing ? await readPayTo(tx, tenantId, existing) : null;
  const proposed = proposedAutoTopup(account.bounds, account.triggerPercent);
  const leaves = valueDate(calendar, ctx.config.cutOffs.external, now);
  return ok({
    AutoTopup: existing
      ? toAutoTopup(existing, {
          bankName: branch?.institution ?? '',
          waitsFor,
          payTo,
          codeTriesLeft: Math.min(codesLeft, codeTries - existing.wrong_codes),
        })
      : null,
    CanUsePayTo: ctx.outside.agreements(tenantId) !== undefined,
    MayBeMade: account.mayBeMade,
    SetUpStopped: stop && { For: stop.reason, Until: new Date(stop.until).toISOString() },
    MaximumBalance: account.bounds.maximumBalance,
    MinimumLoad: account.bounds.minimumLoad,
    MaximumLoad: account.bounds.maximumLoad,
    ProposedTrigger: proposed.trigger,
    ProposedAmount: proposed.amount,
    Step: toDollars(step),
    Fee: toDollars(account.fee),
    CreditDays: creditDays,
    CodeDays: codeDays,
    DepositBy: addBankingDays(calendar, leaves, depositDays),
    Past: debits.filter(({ state }) => state !== 'Dropped').map(toPast),
  });
});

type RowContext = Pick<AutoTopup, 'bankName' | 'waitsFor' | 'payTo'> & { readonly codeTriesLeft: number };

function toAutoTopup(row: AutoTopupRow, { bankName, waitsFor, payTo, codeTriesLeft }: RowContext): AutoTopup {
  if (row.state === 'Cancelled') throw new Error('a cancelled automatic top-up does not stand');
  const isPending = row.state === 'Pending' && row.way === 'directDebit';
  return {
    id: row.public_id,
    accountName: row.account_name,
    accountNumber: row.account_number,
    bsb: row.bsb,
    minBalance: toDollars(row.trigger_amount),
    amount: toDollars(row.amount),
    status: AUTO_TOPUP_STATUS[row.state],
    bankName,
    acceptedAt: toInstant(row.accepted_at),
    codeUntil: isPending ? row.code_until : null,
    codeTriesLeft: isPending ? codeTriesLeft : null,
    depositBy: isPending ? row.deposit_by : null,
    retryOn: row.retry_on,
    isWaiting: row.is_waiting,
    waitsFor,
    payTo,
  };
}

function toPast({ amount, state, fired_at, credit_on }: PastDebit) {
  const isBack = state === 'Returned' || state === 'TakenBack';
  return {
    Date: dayAt(Date.parse(toInstant(fired_at))),
    Amount: toDollars(amount),
    State: isBack ? ('returned' as const) : state === 'Credited' ? ('credited' as const) : ('onItsWay' as const),
    ExpectedOn: isBack || state === 'Credited' ? null : credit_on,
  };
}
