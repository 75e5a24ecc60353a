import { err, ok } from '@wattle/contract/errors.ts';
import { TRANSFER_CODE } from '../../ledger/ledger.ts';
import { toDollars } from '../../platform/money.ts';
import { type Effect, paymentKind } from '../payments/public.ts';
import { moneyWaitsFor } from './close.ts';
import { type EndingAccount, findEndingAccount } from './ending.store.ts';
import { debitedSide, leaveBy, type PayOutRefused, readWay, type Way } from './paid-to.ts';

/** Payout of a whole balance: to its owner, or to the estate. */
export type PayOut = {
  readonly accountNumber: string;
  readonly bsb: string;
  readonly to: string;
  readonly name: string;
};

type Facts = { readonly account: EndingAccount | undefined; readonly way: Way | undefined };
/** The amount in dollars, as text, because a response is stored as JSON. */
type Answer = { readonly receiptNumber: string; readonly amount: string };

/** Whether no one can use the account (its owner has died or it has no working card) and none of its money waits. */
function mayBePaidOut(account: EndingAccount): boolean {
  return (account.has_died || !account.has_card_in_use) && moneyWaitsFor(account) === undefined;
}

/** Checks again under the lock of the account, because a dispute or a card payment may have changed it. */
function stillMay({
  id,
  account_number: accountNumber,
}: EndingAccount): Effect<'card_problem', EndingAccount | undefined> {
  return {
    lock: `accountEnd:${id}`,
    read: (within) => findEndingAccount(within, accountNumber),
    decide: (account) => (account && mayBePaidOut(account) ? ok({ state: account }) : err('card_problem', 'account')),
  };
}

/** Pays the whole balance of an unusable account to a bank account. */
export const payOut = paymentKind<PayOut, Facts, Answer, PayOutRefused>({
  name: 'desk.payOut',
  // A payment of the programme, which restrictions on the person's payments, such as a death, do not affect.
  isMoneyOut: false,
  leavesAs: 'external',

  async read({ input }, within) {
    const account = await findEndingAccount(within, input.accountNumber);
    return { account, way: account && (await readWay(within, account, input)) };
  },

  decide({ facts: { account, way }, atBank, today }) {
    if (!account || !way) return err('not_found', 'account');
    if (!mayBePaidOut(account)) return err('card_problem', 'account');
    const amount = account.balance;
    const leaves = leaveBy(way, { amount, today, atBank, words: 'Card balance' });
    if (!leaves.ok) return leaves;
    const { to, name, writes } = leaves.value;
    if (amount <= 0n) return err('insufficient_funds', 'account');
    return ok({
      from: debitedSide(account, name),
      to,
      amount,
      code: TRANSFER_CODE.transferOut,
      refusals: { insufficient_funds: err('insufficient_funds', 'account') },
      effects: [stillMay(account)],
      writes,
      answer: ({ number }) => ({ receiptNumber: number, amount: toDollars(amount).toFixed(2) }),
    });
  },
});
