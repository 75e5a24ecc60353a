import { namesOf } from '@wattle/contract/rules/typed-names.ts';
import * as z from 'zod';
import { dayAt } from '../../platform/time/clock.ts';
import { queueLetter } from '../activation/public.ts';
import { type Brand, findBrand } from '../brands/public.ts';
import {
  accountNumber,
  brandIdentifier,
  type DeskCall,
  deskCommand,
  type DeskOutcome,
  inGroups,
  productNumber,
  refused,
} from '../desk/public.ts';
import { allocateCard } from './allocate-card.ts';
import { findAccountToServe } from './allocate-card.store.ts';
import { CARD_FIELDS, checkRow } from './card-row.ts';
import { issueRow } from './issue-row.ts';

const input = z.object({
  /** Identifier of the brand, as in its address. */
  brand: brandIdentifier,
  product: productNumber.transform(String),
  /** An account of a known holder. The card is theirs, so no other details are given. */
  holderOf: z.union([z.literal(''), accountNumber]).default(''),
  ...CARD_FIELDS,
});
type Input = z.output<typeof input>;

const row = z.object({ account: z.string(), number: z.string(), cardId: z.string(), letter: z.boolean() });

/**
 * Issues a card on a separate account, for a new or a known holder. Plastic goes to the card maker and the letter to
 * the printer. The code is sent in a separate message. The account is empty, so no second person is needed.
 */
export const issueCardCommand = deskCommand({
  name: 'issue-card',
  title: 'Issue a card',
  summary:
    'Issue a card on a new account, for a new holder or that of an account (--holder-of), with its letter and code',
  permission: 'act',
  done: (row) => ({
    words: `The card ending ${row.number.slice(-4)} is issued on account ${inGroups(row.account)}.`,
    reference: row.account,
    next: row.letter
      ? 'The card goes to its maker, the letter to the printer, and the activation code was sent.'
      : 'The card goes to its maker and the activation code was sent. Without an address there is no letter.',
  }),
  positional: 'product',
  input,
  answer: row,
  async runAlone(call) {
    const { ctx, staff, input: given, key } = call;
    const brand = await findBrand(ctx, given.brand, '');
    if (!brand || brand.tenantId !== staff.tenantId || brand.identifier !== given.brand) {
      return refused('not_found', { field: 'brand' });
    }
    const reference = `desk-${ctx.secrets.identifierHash('desk.issue-card', key).toString('hex').slice(0, 32)}`;
    return given.holderOf === '' ? issueToNew(call, brand, reference) : issueToKnown(call, brand, reference);
  },
});

type Call = DeskCall<Input>;

async function issueToNew({ ctx, staff, input: given }: Call, brand: Brand, reference: string): Promise<DeskOutcome> {
  const { brand: _, holderOf: __, ...values } = given;
  const checked = checkRow(
    { ...values, reference },
    { today: dayAt(ctx.clocks.business.now()), country: brand.settings.DefaultCountry },
  );
  if (!checked.ok) return refused('input_invalid', { field: checked.findings[0]?.field });
  const { tenantId } = staff;
  const issued = await issueRow(ctx, { tenantId, brandId: brand.id }, checked.row, `staff:${staff.id}`, (tx, letter) =>
    queueLetter(tx, ctx, { tenantId, ...letter }),
  );
  if (!issued.ok) {
    const field = issued.findings[0]?.field;
    return refused(field === 'product' ? 'not_found' : 'input_invalid', { field });
  }
  const { account, maskedNumber: number, cardId } = issued.card;
  const letter = checked.row.addressLine1 !== '';
  return { ok: true, rows: [{ account, number, cardId, letter }], object: `account:${account}` };
}

/** Fields about a holder. */
const OF_A_HOLDER = namesOf(CARD_FIELDS).filter((name) => name !== 'check' && name !== 'nameOnCard');

async function issueToKnown({ ctx, staff, input: given }: Call, brand: Brand, reference: string): Promise<DeskOutcome> {
  const said = OF_A_HOLDER.find((name) => given[name] !== '');
  if (said !== undefined) return refused('input_invalid', { field: said });
  const { tenantId } = staff;
  const known = await ctx.database.read(tenantId, (tx) => findAccountToServe(tx, tenantId, given.holderOf));
  if (known?.brand_id !== brand.id) return refused('not_found', { field: 'holderOf' });
  const issued = await allocateCard(ctx, {
    tenantId,
    account: given.holderOf,
    product: Number(given.product),
    isOnNewAccount: true,
    nameOnCard: given.nameOnCard,
    reference,
    actor: `staff:${staff.id}`,
  });
  if (!issued.ok) {
    if (issued.error === 'required_field') return refused('input_invalid', { field: 'nameOnCard' });
    return refused(issued.error, { field: issued.error === 'card_problem' ? 'product' : 'holderOf' });
  }
  const { account, maskedNumber: number, cardId } = issued.value;
  return { ok: true, rows: [{ account, number, cardId, letter: known.has_address }], object: `account:${account}` };
}
