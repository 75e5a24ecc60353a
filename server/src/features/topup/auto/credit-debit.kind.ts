import { err, ok } from '@wattle/contract/errors.ts';
import { TRANSFER_CODE } from '../../../ledger/ledger.ts';
import { openLedger } from '../../../ledger/open-ledger.ts';
import { move } from '../../../platform/state-table.domain.ts';
import { productTexts } from '../../../platform/text/texts.ts';
import { type DebitedAccount, keepFormerMoney, readDebited } from '../../debts/public.ts';
import { type Effect, paymentKind } from '../../payments/public.ts';
import { saveCredited } from './auto-topup.store.ts';
import { DIRECT_DEBIT } from './direct-debit.states.domain.ts';
import { type DebitRow, findDebit, saveDebitCredited } from './direct-debit.store.ts';

/** A debit that the bank has collected, by its id. */
export type CollectedDebit = { readonly debitId: bigint };
type Facts = {
  readonly debit: DebitRow | undefined;
  readonly account: DebitedAccount | undefined;
  readonly collected: bigint;
  readonly formerHolders: bigint;
};

const ledger = openLedger();

/**
 * Credits a collected debit to the card. Forced, because its room under the maximum balance was reserved when it
 * fired.
 */
export const creditDebit = paymentKind<CollectedDebit, Facts, { readonly isDone: true }, 'not_found'>({
  name: 'topup.auto.credit',
  isMoneyOut: false,

  async read({ input }, within) {
    const { tx, tenantId } = within;
    const [debit, collected, formerHolders] = await Promise.all([
      findDebit(tx, tenantId, input.debitId),
      ledger.settlementAccount(tx, tenantId, 'directDebits'),
      ledger.settlementAccount(tx, tenantId, 'formerHolders'),
    ]);
    return { debit, account: debit && (await readDebited(within, debit.member_account_id)), collected, formerHolders };
  },

  decide({ facts: { debit, account, collected, formerHolders }, now }) {
    if (!debit || !account) return err('not_found');
    const { id, member_account_id: memberAccountId, auto_topup_id: topupId } = debit;
    const { ledger_account_id: ledgerAccountId, is_closed: isClosed, language } = account.account;
    const description = productTexts(language, 'topup')['auto.posted'] ?? '';
    return ok({
      from: { ledgerAccountId: collected },
      to: isClosed
        ? { ledgerAccountId: formerHolders }
        : { ledgerAccountId, memberAccountId, ifClosed: 'not_found', kind: 'topUp', description },
      amount: debit.amount,
      code: TRANSFER_CODE.topUp,
      forced: true,
      effects: [movingDebit(id, 'credit', 'programme')],
      writes: (within, { transferId }) => {
        const { tx, tenantId } = within;
        const kept = { memberAccountId, transferId, cents: debit.amount, source: 'directDebit', atMs: now } as const;
        if (isClosed) keepFormerMoney(within, kept);
        saveDebitCredited(tx, tenantId, id, transferId);
        saveCredited(tx, tenantId, topupId);
      },
      answer: () => ({ isDone: true }),
    });
  },
});

/** Checks under the lock of the debit that its state has not changed. */
export function movingDebit(
  id: bigint,
  event: 'credit' | 'comeBack' | 'settle',
  by: 'programme' | 'bank',
  from?: DebitRow['state'],
): Effect<'not_found', DebitRow['state'] | undefined> {
  return {
    lock: `directDebit:${id}`,
    read: async ({ tx, tenantId }) => (await findDebit(tx, tenantId, id))?.state,
    decide(state) {
      if (!state || (from !== undefined && state !== from)) return err('not_found');
      const moved = move(DIRECT_DEBIT, { state, event, by });
      return moved.kind === 'changed' ? ok({ state: moved.to, details: { debit: String(id) } }) : err('not_found');
    },
  };
}
