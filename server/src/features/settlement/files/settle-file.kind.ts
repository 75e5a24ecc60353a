import { err, ok } from '@wattle/contract/errors.ts';
import { TRANSFER_CODE } from '../../../ledger/ledger.ts';
import { openLedger } from '../../../ledger/open-ledger.ts';
import { addBankingDays, type BankingCalendar } from '../../../platform/time/banking-days/banking-days.domain.ts';
import { readBankingCalendar } from '../../../platform/time/banking-days/holiday.store.ts';
import { audit } from '../../../platform/sealed-log/audit.ts';
import { move } from '../../../platform/state-table.domain.ts';
import { type Effect, paymentKind } from '../../payments/public.ts';
import { BANK_FILE, type BankFileState } from '../bank-file.states.domain.ts';
import { fileOf } from './file-methods.ts';
import { statesThatMove } from '../moving.domain.ts';
import { moveFileDebits } from './debit-file.store.ts';
import { findFileByName, moveFilePayments, readFileState, saveFileState } from './bank-file.store.ts';

/** A file that the bank has accepted, by name. */
export type AcceptedFile = { readonly name: string };
type Facts = {
  readonly file: Awaited<ReturnType<typeof findFileByName>>;
  /** True: the bank reports nothing more about a payment unless it is returned. */
  readonly isSettled: boolean;
  /** Account of the money in flight. */
  readonly onItsWay: bigint;
  readonly bank: bigint;
  readonly calendar: BankingCalendar;
  readonly creditDays: number;
};

const ledger = openLedger();

/**
 * Settles a file that the bank accepted: its total leaves the account of money in flight. Direct entry payments are
 * settled with it, BPAY payments individually by their results. Debits are collected with it and credited some business
 * days later.
 */
export const settleFile = paymentKind<AcceptedFile, Facts, { readonly name: string }, 'not_found'>({
  name: 'settlement.file',
  isMoneyOut: false,

  async read({ input }, { ctx, tx, tenantId }) {
    const file = await findFileByName(tx, tenantId, input.name);
    const method = file?.method ?? 'debit';
    const byBank = method === 'debit' ? undefined : fileOf(ctx.paymentMethods, method);
    const [onItsWay, bank, calendar] = await Promise.all([
      ledger.settlementAccount(tx, tenantId, byBank?.account ?? 'directDebits'),
      ledger.settlementAccount(tx, tenantId, 'bank'),
      readBankingCalendar(tx),
    ]);
    return {
      file,
      isSettled: byBank?.format.answers === 'returns',
      onItsWay,
      bank,
      calendar,
      creditDays: ctx.config.topup.auto.creditDays,
    };
  },

  decide({ input, facts: { file, isSettled, onItsWay, bank, calendar, creditDays }, now }) {
    if (!file) return err('not_found');
    const { id, method, cents } = file;
    return ok({
      // Debits bring money to the bank.
      from: { ledgerAccountId: method === 'debit' ? bank : onItsWay },
      to: { ledgerAccountId: method === 'debit' ? onItsWay : bank },
      amount: cents,
      code: TRANSFER_CODE.settlement,
      effects: [accepting(id)],
      writes: ({ ctx, tx, tenantId }) => {
        const line = { tenantId, actor: 'bank', action: 'bank_file.accept', object: `bank_file:${id}` };
        audit(tx, ctx.clocks, { ...line, outcome: 'ok' });
        saveFileState(tx, tenantId, id, 'Accepted', now);
        if (method === 'debit') {
          const creditOn = addBankingDays(calendar, file.value_date, creditDays);
          moveFileDebits(tx, tenantId, id, { from: ['Made', 'Sent'], to: 'Collected', creditOn });
          return;
        }
        const change = isSettled
          ? { from: statesThatMove('settle', 'bank'), to: 'Settled' }
          : { from: statesThatMove('send', 'programme'), to: 'Sent' };
        moveFilePayments(tx, tenantId, id, { ...change, atMs: now });
      },
      answer: () => ({ name: input.name }),
    });
  },
});

/** Checks under the lock that the file was not rejected. */
function accepting(id: bigint): Effect<'not_found', BankFileState | undefined> {
  return {
    lock: `bankFile:${id}`,
    read: ({ tx, tenantId }) => readFileState(tx, tenantId, id),
    decide(state) {
      if (!state) return err('not_found');
      const moved = move(BANK_FILE, { state, event: 'accept', by: 'bank' });
      return moved.kind === 'changed' ? ok({ state: moved.to }) : err('not_found');
    },
  };
}
