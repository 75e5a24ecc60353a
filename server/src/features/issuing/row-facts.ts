import { isYounger } from '@wattle/contract/rules/date-of-birth.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { dollarsOf } from '../../platform/money.ts';
import { maximumOf } from '../card-facts/public.ts';
import { takenCardIds, takenNumbers } from '../cards/public.ts';
import { hasNumbers } from './allocate-card.ts';
import { findSharedAccount, type SharedAccount } from './allocate-card.store.ts';
import { type CardRow, openingOf, type RowFinding } from './card-row.ts';
import { findProductOfRow, type Place, type ProductOfRow, takenAccounts } from './people.store.ts';

const LAST_FOUR = 4;

/** Records of the database that decide whether a row can be issued. */
export type RowFacts = {
  /** Undefined: the brand has no such product. */
  readonly product: ProductOfRow | undefined;
  /** The account that a nominee's card spends from. */
  readonly shared: SharedAccount | undefined;
  readonly isNumberTaken: boolean;
  readonly isCardIdTaken: boolean;
  readonly isAccountTaken: boolean;
};

/** Facts of rows, with one statement for each kind of number. */
export async function readFacts(
  tx: Tx,
  secrets: Pick<Secrets, 'panHashes'>,
  place: Place,
  rows: readonly CardRow[],
): Promise<readonly RowFacts[]> {
  const given = (field: 'cardNumber' | 'cardId' | 'account' | 'nomineeOf') =>
    [...new Set(rows.map((row) => row[field]))].filter((value) => value !== '');
  const numbers = given('cardNumber');
  const products = new Map<number, ProductOfRow | undefined>();
  for (const { product } of rows)
    if (!products.has(product)) products.set(product, await findProductOfRow(tx, place, product));
  const taken = await takenNumbers(
    tx,
    numbers.map((number) => secrets.panHashes(number)),
  );
  const takenPans = new Set(numbers.filter((_, at) => taken.has(at)));
  const cardIds = await takenCardIds(tx, place.tenantId, given('cardId'));
  const accounts = await takenAccounts(tx, place.tenantId, given('account'));
  const shared = new Map<string, SharedAccount | undefined>();
  for (const number of given('nomineeOf')) shared.set(number, await findSharedAccount(tx, place, number));
  return rows.map((row) => ({
    product: products.get(row.product),
    shared: shared.get(row.nomineeOf),
    isNumberTaken: takenPans.has(row.cardNumber),
    isCardIdTaken: cardIds.has(row.cardId),
    isAccountTaken: accounts.has(row.account),
  }));
}

/** Reasons why a row cannot be issued beside what is there; `today` is the business day. */
export function conflictsOf(row: CardRow, facts: RowFacts, today: string): readonly RowFinding[] {
  const { product, shared } = facts;
  if (!product) return [{ field: 'product', reason: 'is none of the brand' }];
  const found: RowFinding[] = [];
  const note = (field: string, reason: string) => found.push({ field, reason });
  const numbers = product.settings.cardNumbers;
  if (row.cardNumber !== '' && product.settings.processor)
    note('cardNumber', 'is not taken: the processor of the product makes its numbers');
  if (row.cardNumber === '' && !hasNumbers(product.settings))
    note('cardNumber', 'is missing: the product has no cardNumbers to draw from');
  if (row.cardNumber !== '') {
    if (numbers && !(row.cardNumber.startsWith(numbers.prefix) && row.cardNumber.length === numbers.length))
      note('cardNumber', 'is none of the product: see its cardNumbers');
    else if (facts.isNumberTaken) note('cardNumber', 'is taken');
  }
  if (facts.isCardIdTaken) note('cardId', 'is taken');
  if (facts.isAccountTaken) note('account', 'is taken');
  if (row.nomineeOf !== '' && !shared) note('nomineeOf', 'is no open account of the brand with a holder');
  if (shared?.lastFours.has(row.cardNumber.slice(-LAST_FOUR)))
    note('cardNumber', 'ends like another card of the account');
  if (row.nomineeOf !== '' && !product.is_reloadable) note('product', 'is not reloadable: a nominee cannot have it');
  if (row.accessCode !== '' && product.is_reloadable)
    note('accessCode', 'a reloadable card is activated: give an activation code');
  if (row.plastic === 'yes' && product.is_virtual) note('plastic', 'is none of the product: its cards are virtual');
  // Someone new is not verified.
  const most = maximumOf([product.settings], false);
  if (openingOf(row) > most) note('opening', `is over the limit of $${dollarsOf(most)}`);
  if (product.minimum_age !== null && isYounger(row.dateOfBirth, product.minimum_age, today))
    note('dateOfBirth', `is of somebody under ${product.minimum_age}: the product is for older people`);
  return found;
}
