import { err, ok } from '@wattle/contract/errors.ts';
import { TRANSFER_CODE } from '../../../ledger/ledger.ts';
import { monthAt } from '../../../platform/time/clock.ts';
import { openLedger } from '../../../ledger/open-ledger.ts';
import { paymentKind } from '../../payments/public.ts';
import { type DepositAccount, findAccountOf } from './deposit-account.store.ts';
import { wordsOf } from './deposit.kind.ts';
import { findSuspense, type SuspenseLine, openSuspense } from './suspense.store.ts';
import { leaveSuspense } from './leave-suspense.ts';

type Release = { readonly answerId: string; readonly line: number; readonly accountNumber: string };
type Facts = {
  readonly inSuspense: SuspenseLine | undefined;
  readonly account: DepositAccount | undefined;
  readonly suspense: bigint;
};
type Answer = { readonly receiptNumber: string };

const ledger = openLedger();

/** Credits money in suspense to the account that two members of staff identified. */
export const suspenseRelease = paymentKind<Release, Facts, Answer, 'not_found' | 'outside_load_limits'>({
  name: 'settlement.release',
  isMoneyOut: false,

  async read({ input }, { ctx, tx, tenantId }) {
    const [inSuspense, account, suspense] = await Promise.all([
      findSuspense(tx, tenantId, input),
      findAccountOf(tx, tenantId, monthAt(ctx.clocks.business.now()), input.accountNumber),
      ledger.settlementAccount(tx, tenantId, 'suspense'),
    ]);
    return { inSuspense: inSuspense && openSuspense(ctx.secrets, inSuspense), account, suspense };
  },

  decide({ input, facts: { inSuspense, account, suspense } }) {
    // Money that the bank took is charged to an account, never credited.
    if (!inSuspense || inSuspense.kind === 'debitReturn') return err('not_found', 'line');
    if (!account || account.isClosed) return err('not_found', 'account');
    return ok({
      from: { ledgerAccountId: suspense },
      to: {
        ledgerAccountId: account.ledgerAccountId,
        memberAccountId: account.memberAccountId,
        field: 'account',
        ifClosed: 'not_found',
        kind: 'topUp',
        description: wordsOf(account.language, inSuspense.remitter),
      },
      amount: inSuspense.cents,
      code: TRANSFER_CODE.topUp,
      ceiling: account.maxBalance,
      effects: [leaveSuspense({ of: input, event: 'release', by: 'desk' })],
      refusals: { above_ceiling: err('outside_load_limits', 'account') },
      answer: ({ number }) => ({ receiptNumber: number }),
    });
  },
});
