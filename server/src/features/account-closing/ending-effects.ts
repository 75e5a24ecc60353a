import type { Cents } from '../../platform/money.ts';
import {
  becomes,
  type DeskCallInTransaction,
  type Effect,
  effectOnAccount,
  effectOnBook,
  effectOnCards,
  ends,
  sumOf,
} from '../desk/public.ts';
import { countActive } from '../schedules/public.ts';
import { countAutoTopups } from '../topup/public.ts';
import type { EndingAccount, EndingPerson } from './ending.store.ts';
import type { PaidTo } from './paid-to.ts';

type Reading = Pick<DeskCallInTransaction<unknown>, 'tx' | 'staff'>;

/** Destination of money that leaves an account when it ends. */
export async function effectOfWay(
  reading: Reading,
  { toAccount, bsb = '', to = '', name = '' }: PaidTo,
  amount: Cents,
): Promise<readonly Effect[]> {
  if (toAccount !== undefined) return effectOnAccount(reading, { number: toAccount }, amount);
  return [
    sumOf(`To ${name}, BSB ${bsb}, account ending ${to.slice(-3)}`, amount, '', 'with the next file'),
    await effectOnBook(reading, 'directEntry', amount),
  ];
}

/** Effect of the end of accounts and people: cards, scheduled payments and automatic top-ups. */
async function effectOfEnd(
  reading: Reading,
  of: { readonly memberAccountIds: readonly bigint[]; readonly holderIds: readonly bigint[] },
): Promise<readonly Effect[]> {
  const { tx, staff } = reading;
  return [
    ...(await effectOnCards(reading, of)),
    ...ends('Scheduled payments', await countActive(tx, staff.tenantId, of)),
    ...ends('Automatic top-ups', await countAutoTopups(tx, staff.tenantId, of.memberAccountIds)),
  ];
}

/** Effect of closing an account. */
export async function effectOfClosing(reading: Reading, account: EndingAccount): Promise<readonly Effect[]> {
  return [
    becomes(`Account ${account.account_number}, ${account.holder_name}`, 'open', 'closed', 'closes'),
    ...(await effectOfEnd(reading, { memberAccountIds: [account.id], holderIds: [] })),
  ];
}

/** Effect of the end of a person on their sign-ins and on everything in their accounts. */
export async function effectOfPerson(reading: Reading, person: EndingPerson): Promise<readonly Effect[]> {
  const of = { memberAccountIds: person.member_account_ids, holderIds: [person.id] };
  return [...ends('Sign-ins', person.web_account_ids.length), ...(await effectOfEnd(reading, of))];
}
