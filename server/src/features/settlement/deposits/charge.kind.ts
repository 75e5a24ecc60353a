import { err, ok } from '@wattle/contract/errors.ts';
import { TRANSFER_CODE } from '../../../ledger/ledger.ts';
import { openLedger } from '../../../ledger/open-ledger.ts';
import { type DebitedAccount, debitedSide, noteOwed, readDebited } from '../../debts/public.ts';
import { paymentKind } from '../../payments/public.ts';
import { findAccountIdOf } from './deposit-account.store.ts';
import { findSuspense, type SuspenseLine } from './suspense.store.ts';
import { leaveSuspense } from './leave-suspense.ts';

type Charge = { readonly answerId: string; readonly line: number; readonly accountNumber: string };
type Facts = {
  readonly inSuspense: SuspenseLine | undefined;
  readonly memberAccountId: bigint | undefined;
  readonly debited: DebitedAccount | undefined;
  readonly suspense: bigint;
};
type Answer = { readonly receiptNumber: string };

const ledger = openLedger();

/** Charges a debit in suspense to the account that two members of staff identified. */
export const suspenseCharge = paymentKind<Charge, Facts, Answer, 'not_found'>({
  name: 'settlement.charge',
  isMoneyOut: false,

  async read({ input }, within) {
    const { tx, tenantId } = within;
    const [inSuspense, memberAccountId, suspense] = await Promise.all([
      findSuspense(tx, tenantId, input),
      findAccountIdOf(tx, tenantId, input.accountNumber),
      ledger.settlementAccount(tx, tenantId, 'suspense'),
    ]);
    const debited = memberAccountId === undefined ? undefined : await readDebited(within, memberAccountId);
    return { inSuspense, memberAccountId, debited, suspense };
  },

  decide({ input, facts: { inSuspense, memberAccountId, debited, suspense }, now }) {
    if (inSuspense?.kind !== 'debitReturn') return err('not_found', 'line');
    if (memberAccountId === undefined || !debited) return err('not_found', 'account');
    const { cents: amount } = inSuspense;
    const cause = 'autoTopUp' as const;
    const reference = `bank line ${input.answerId}-${input.line}`;
    return ok({
      from: debitedSide(memberAccountId, cause, debited),
      to: { ledgerAccountId: suspense },
      amount,
      code: TRANSFER_CODE.comeBack,
      forced: true,
      effects: [leaveSuspense({ of: input, event: 'release', by: 'desk' })],
      writes: (within, { transferId }) =>
        noteOwed(within, debited, { memberAccountId, transferId, amount, cause, reference, atMs: now }),
      answer: ({ number }) => ({ receiptNumber: number }),
    });
  },
});
