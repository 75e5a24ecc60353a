import { err, ok } from '@wattle/contract/errors.ts';
import { TRANSFER_CODE } from '../../../ledger/ledger.ts';
import { openLedger } from '../../../ledger/open-ledger.ts';
import { dayAt, startOfDay } from '../../../platform/time/clock.ts';
import { productTexts } from '../../../platform/text/texts.ts';
import { type DebitedAccount, keepFormerMoney, readDebited } from '../../debts/public.ts';
import { wordsOfFee } from '../../fees/public.ts';
import { paymentKind } from '../../payments/public.ts';
import { movingDebit } from '../auto/credit-debit.kind.ts';
import { saveDebitCredited } from '../auto/direct-debit.store.ts';
import { type CalledDebit, findCalledDebit } from './agreement-debit.store.ts';
import { saveFeePaid } from './agreement.store.ts';
import { savePayToCredited } from './pay-to-topup.store.ts';

type Facts = {
  readonly debit: CalledDebit | undefined;
  readonly account: DebitedAccount | undefined;
  readonly bank: bigint;
  readonly fees: bigint;
  readonly formerHolders: bigint;
};

const ledger = openLedger();

/**
 * Credits a debit by agreement that was settled. Forced, because its room under the maximum balance was reserved when it
 * fired, and the money is final. The first one pays the fee of its agreement.
 */
export const creditAgreed = paymentKind<{ readonly debitId: string }, Facts, { readonly account: string }, 'not_found'>(
  {
    name: 'topup.payTo.credit',
    isMoneyOut: false,

    async read({ input }, within) {
      const { tx, tenantId } = within;
      const [debit, bank, fees, formerHolders] = await Promise.all([
        findCalledDebit(tx, tenantId, BigInt(input.debitId)),
        ledger.settlementAccount(tx, tenantId, 'bank'),
        ledger.settlementAccount(tx, tenantId, 'fees'),
        ledger.settlementAccount(tx, tenantId, 'formerHolders'),
      ]);
      const account = debit && (await readDebited(within, debit.member_account_id));
      return { debit, account, bank, fees, formerHolders };
    },

    decide({ facts: { debit, account, bank, fees, formerHolders }, now }) {
      if (!debit || !account) return err('not_found');
      const { id, member_account_id: memberAccountId, amount, fee_due: fee } = debit;
      const { ledger_account_id: ledgerAccountId, is_closed: isClosed, language } = account.account;
      const description = productTexts(language, 'topup')['auto.posted'] ?? '';
      const holder = { ledgerAccountId, memberAccountId, ifClosed: 'not_found' as const };
      const feePosting = {
        from: { ...holder, kind: 'fee' as const, description: wordsOfFee('autoTopUp', language) },
        to: { ledgerAccountId: fees },
        amount: fee,
        code: TRANSFER_CODE.fee,
      };
      // A fee never takes more than the top-up brings.
      const paysFee = !isClosed && fee > 0n && fee <= amount;
      return ok({
        from: { ledgerAccountId: bank },
        to: isClosed ? { ledgerAccountId: formerHolders } : { ...holder, kind: 'topUp', description },
        amount,
        code: TRANSFER_CODE.topUp,
        forced: true,
        linked: paysFee ? [feePosting] : [],
        effects: [movingDebit(id, 'settle', 'bank')],
        writes: (within, { transferId }) => {
          const { tx, tenantId } = within;
          const kept = { memberAccountId, transferId, cents: amount, source: 'directDebit', atMs: now } as const;
          if (isClosed) keepFormerMoney(within, kept);
          saveDebitCredited(tx, tenantId, id, transferId);
          if (paysFee) saveFeePaid(tx, tenantId, debit.agreement_id);
          const tomorrow = dayAt(startOfDay(dayAt(now), 1));
          savePayToCredited(tx, tenantId, debit.auto_topup_id, debit.agreement_id, tomorrow);
        },
        answer: () => ({ account: String(memberAccountId) }),
      });
    },
  },
);
