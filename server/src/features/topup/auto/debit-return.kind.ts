import { err, ok } from '@wattle/contract/errors.ts';
import { TRANSFER_CODE } from '../../../ledger/ledger.ts';
import { openLedger } from '../../../ledger/open-ledger.ts';
import { addBankingDays, type BankingCalendar } from '../../../platform/time/banking-days/banking-days.domain.ts';
import { readBankingCalendar } from '../../../platform/time/banking-days/holiday.store.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { move } from '../../../platform/state-table.domain.ts';
import { type DebitedAccount, debitedSide, noteOwed, readDebited } from '../../debts/public.ts';
import { paymentKind } from '../../payments/public.ts';
import { type DebitReturn, finishLine, openLine } from '../../settlement/public.ts';
import { AUTO_TOPUP } from './auto-topup.states.domain.ts';
import { saveEnd, saveReferred } from './auto-topup.store.ts';
import { movingDebit } from './credit-debit.kind.ts';
import { type DebitRow, findDebit, saveDebitReturned } from './direct-debit.store.ts';

type Facts = {
  readonly debit: DebitRow | undefined;
  readonly account: DebitedAccount | undefined;
  readonly calendar: BankingCalendar;
  readonly retries: number;
  readonly retryDays: number;
  readonly collected: bigint;
  readonly bank: bigint;
};

/** "Refer to customer": there was no money, and there may be some later. */
const REFER_TO_CUSTOMER = '6';
const ledger = openLedger();

/**
 * Reverses a collected debit. Before the credit only the debit is reversed, and the agreement retries or expires. After
 * the credit it is a forced debit, the uncovered part becomes a debt, and the agreement ends.
 */
export const debitReturn = paymentKind<DebitReturn, Facts, { readonly isDone: true }, 'not_found'>({
  name: 'topup.auto.return',
  isMoneyOut: false,

  async read({ input }, within) {
    const { ctx, tx, tenantId } = within;
    const { retries, retryDays } = ctx.config.topup.auto;
    const [debit, calendar, collected, bank] = await Promise.all([
      findDebit(tx, tenantId, input.debitId),
      readBankingCalendar(tx),
      ledger.settlementAccount(tx, tenantId, 'directDebits'),
      ledger.settlementAccount(tx, tenantId, 'bank'),
    ]);
    const account = debit && (await readDebited(within, debit.member_account_id));
    return { debit, account, calendar, retries, retryDays, collected, bank };
  },

  decide({ input, facts, now, today }) {
    const { debit, account, collected, bank } = facts;
    if (!debit || !account) return err('not_found');
    const { id, member_account_id: memberAccountId, amount } = debit;
    const isLate = debit.state === 'Credited';
    return ok({
      from: isLate ? debitedSide(memberAccountId, 'autoTopUp', account) : { ledgerAccountId: collected },
      to: { ledgerAccountId: bank },
      amount,
      code: TRANSFER_CODE.comeBack,
      forced: true,
      effects: [movingDebit(id, 'comeBack', 'bank', debit.state), ...(input.from ? [openLine(input.from)] : [])],
      writes: (within, { transferId }) => {
        const { tx, tenantId } = within;
        const state = isLate ? 'TakenBack' : 'Returned';
        saveDebitReturned(tx, tenantId, id, { state, reason: input.code, enteredId: input.from ? null : transferId });
        if (isLate) {
          const reference = `direct debit ${id}`;
          const cause = 'autoTopUp' as const;
          noteOwed(within, account, { memberAccountId, transferId, amount, cause, reference, atMs: now });
        }
        applyReturn(tx, tenantId, { debit, code: input.code, today, facts });
        if (!input.from) return;
        const line = { bank_answer_id: BigInt(input.from.answerId), line: input.from.line };
        finishLine(tx, tenantId, line, { state: 'Done', transferId: null, postedId: transferId, atMs: now });
      },
      answer: () => ({ isDone: true }),
    });
  },
});

type ReturnedDebit = {
  readonly debit: DebitRow;
  readonly code: string;
  readonly today: string;
  readonly facts: Facts;
};

/**
 * Agreement as a return leaves it; undefined: nothing. A return from a former bank account does not affect the present
 * one. `retries`: how often a debit that was referred is tried again.
 */
export function afterReturn(debit: DebitRow, code: string, retries: number) {
  if (!debit.is_of_bank) return undefined;
  const mayRetry = code === REFER_TO_CUSTOMER && debit.referred < retries;
  const event = debit.state === 'Credited' ? 'takeBack' : mayRetry ? 'refer' : 'fail';
  const moved = move(AUTO_TOPUP, { state: debit.topup_state, event, by: 'bank' });
  return moved.kind === 'changed' ? { event, to: moved.to } : undefined;
}

function applyReturn(tx: Tx, tenantId: number, { debit, code, today, facts }: ReturnedDebit): void {
  const { auto_topup_id: topupId } = debit;
  const after = afterReturn(debit, code, facts.retries);
  if (!after) return;
  if (after.event === 'takeBack') return saveEnd(tx, tenantId, topupId, 'bank', 'takenBack');
  const again = after.event === 'refer' ? addBankingDays(facts.calendar, today, facts.retryDays) : null;
  saveReferred(tx, tenantId, topupId, again);
}
