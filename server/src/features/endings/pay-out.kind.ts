import { err, ok } from '@wattle/contract/errors.ts';
import { TRANSFER_CODE } from '../../ledger/ledger.ts';
import { monthAt } from '../../platform/clock.ts';
import { toDollars } from '../../platform/money.ts';
import { paymentKind } from '../payments/public.ts';
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

/** Whether nobody can use the account (its owner has died or it has no working card) and nothing is held. */
export function mayBePaidOut({ has_died, has_card_in_use, held }: EndingAccount): boolean {
  return (has_died || !has_card_in_use) && held === 0n;
}

/** Pays the whole balance of an unusable account to a bank account. */
export const payOut = paymentKind<PayOut, Facts, Answer, PayOutRefused>({
  name: 'desk.payOut',
  // A payment of the programme, which restrictions on the person's payments, such as a death, do not affect.
  isMoneyOut: false,

  async read({ input, now }, within) {
    const { tx, tenantId } = within;
    const account = await findEndingAccount(tx, tenantId, input.accountNumber, monthAt(now));
    return { account, way: account && (await readWay(within, account, input, now)) };
  },

  decide({ facts: { account, way }, now, today }) {
    if (!account || !way) return err('not_found', 'account');
    if (!mayBePaidOut(account)) return err('card_problem', 'account');
    const amount = account.balance;
    const leaves = leaveBy(way, { amount, now, today, words: 'Card balance' });
    if (!leaves.ok) return leaves;
    const { to, name, writes } = leaves.value;
    if (amount <= 0n) return err('insufficient_funds', 'account');
    return ok({
      from: debitedSide(account, name),
      to,
      amount,
      code: TRANSFER_CODE.transferOut,
      refusals: { insufficient_funds: err('insufficient_funds', 'account') },
      writes,
      answer: ({ number }) => ({ receiptNumber: number, amount: toDollars(amount).toFixed(2) }),
    });
  },
});
