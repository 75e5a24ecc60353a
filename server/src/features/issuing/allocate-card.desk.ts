import * as z from 'zod';
import { fullNameOf } from '@wattle/contract/rules/person-name.ts';
import { dayAt } from '../../platform/time/clock.ts';
import {
  accountNumber,
  becomes,
  type DeskCallInTransaction,
  deskCommand,
  type DeskOutcome,
  inGroups,
  productNumber,
  refused,
} from '../desk/public.ts';
import { allocateCard, hasNumbers, isTooYoung } from './allocate-card.ts';
import { countCardsInUse, findAccountToServe } from './allocate-card.store.ts';
import { NAME_ON_CARD_FIELD } from './card-row.ts';
import { findProductOfRow } from './people.store.ts';

const input = z.object({
  account: accountNumber,
  product: productNumber,
  nameOnCard: NAME_ON_CARD_FIELD,
});
type Input = z.output<typeof input>;

async function check({ ctx, tx, staff, input: given }: DeskCallInTransaction<Input>): Promise<DeskOutcome> {
  const { tenantId } = staff;
  const account = await findAccountToServe(tx, tenantId, given.account);
  if (!account) return refused('not_found', { field: 'account' });
  const product = await findProductOfRow(tx, { tenantId, brandId: account.brand_id }, given.product);
  if (!product) return refused('not_found', { field: 'product' });
  const isServed =
    product.is_reloadable &&
    hasNumbers(product.settings) &&
    !isTooYoung(account, product, dayAt(ctx.clocks.business.now()));
  return isServed
    ? { ok: true, rows: [], object: `account:${given.account}` }
    : refused('card_problem', { field: 'product' });
}

/** A second person approves it, because another card gives access to the money of the account. */
export const allocateCardCommand = deskCommand({
  name: 'allocate-card',
  title: 'Give an account another card',
  summary: 'Give an account another card of its holder, and send its activation code to the contact on record',
  permission: 'act',
  done: (row) => ({
    words: `The card ending ${row.number.slice(-4)} is issued on account ${inGroups(row.account)}.`,
    next: 'Its activation code was sent to the contact on record.',
  }),
  positional: 'account',
  input,
  answer: z.object({ account: z.string(), number: z.string(), cardId: z.string() }),
  check,
  async effect({ tx, staff: { tenantId }, input: given }) {
    const account = await findAccountToServe(tx, tenantId, given.account);
    if (!account) return [];
    const product = await findProductOfRow(tx, { tenantId, brandId: account.brand_id }, given.product);
    if (!product) return [];
    const before = await countCardsInUse(tx, tenantId, account.id);
    const name = fullNameOf({ firstName: account.first_name, surname: account.surname });
    return [
      becomes(`Cards of account ${given.account}`, String(before), String(before + 1), '+1'),
      becomes(`New card, ${name}`, 'none', product.is_virtual ? 'virtual' : 'Ordered', product.name),
    ];
  },
  async runAlone({ ctx, staff, input: { account, product, nameOnCard }, key }) {
    const reference = `desk-${ctx.secrets.identifierHash('desk.allocate-card', key).toString('hex').slice(0, 32)}`;
    const { tenantId } = staff;
    const actor = `staff:${staff.id}`;
    const allocated = await allocateCard(ctx, { tenantId, account, product, nameOnCard, reference, actor });
    if (!allocated.ok) {
      const isUnnamed = allocated.error === 'required_field';
      return isUnnamed
        ? refused('input_invalid', { field: 'nameOnCard' })
        : refused(allocated.error, { field: 'account' });
    }
    const { maskedNumber: number, cardId } = allocated.value;
    return { ok: true, rows: [{ account, number, cardId }], object: `account:${account}` };
  },
});
