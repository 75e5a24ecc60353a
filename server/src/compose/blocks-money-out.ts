import { debt } from '../features/debts/public.ts';
import { deceased } from '../features/account-closing/public.ts';
import { cardMoney } from '../features/gateway/public.ts';
import { frozen } from '../features/sanctions/public.ts';
import { closedAccount, type Restriction, type Retention } from '../features/payments/public.ts';

/**
 * All checks that can block outgoing payments of an account. Features add checks; the payments engine runs
 * all of them for every outgoing kind of payment. The first that applies is the refusal, and every operation
 * of such a kind declares it.
 */
export const blocksMoneyOut: readonly Restriction[] = [closedAccount, deceased, frozen, debt];

/**
 * Restrictions that keep money of an account in the programme. The engine checks them for every outgoing kind of
 * payment whose payee has no account of the programme, and the operations of such kinds declare the refusals.
 */
export const keepsMoneyIn: readonly Retention[] = [cardMoney];
