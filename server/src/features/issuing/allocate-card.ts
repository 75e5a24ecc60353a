import { nameOnCardOf } from '@wattle/contract/rules/name-on-card.ts';
import { calledBy } from '@wattle/contract/rules/person-name.ts';
import { randomInt } from 'node:crypto';
import { err, ok, type Result } from '@wattle/contract/errors.ts';
import { isYounger } from '@wattle/contract/rules/date-of-birth.ts';
import type { AppContext } from '../../compose/context.ts';
import { audit } from '../../platform/sealed-log/audit.ts';
import { canonicalJson } from '../../platform/text/canonical-json.ts';
import { dayAt, monthAt } from '../../platform/time/clock.ts';
import { drawPrintedId, insertCard, maskedNumberOf, monthAfter, numberFor } from '../cards/public.ts';
import { contactForCode } from '../contact-marks/public.ts';
import { queueRequested, type Recipient } from '../messages/public.ts';
import { queueLetter } from '../activation/public.ts';
import { type AccountToServe, findAccountToServe, readLastFoursOf } from './allocate-card.store.ts';
import { openAccountOf } from './open-account.ts';
import { addIssuedRow, findIssuedRow, findProductOfRow, lockPeople, type ProductOfRow } from './people.store.ts';

type Allocating = Pick<
  AppContext,
  'database' | 'clocks' | 'secrets' | 'config' | 'outboxWakeUp' | 'live' | 'dueWork' | 'programmes'
>;
type Given = {
  readonly tenantId: number;
  readonly account: string;
  readonly product: number;
  /** Whether the card gets a separate account, in addition to the one that names its holder. */
  readonly isOnNewAccount?: boolean;
  /** Embossed. Without it, the name follows from the holder's name, or from another card of the holder. */
  readonly nameOnCard?: string;
  /** Identifies this card: repeated, it returns the card that was issued. */
  readonly reference: string;
  readonly actor: string;
};
export type Allocated = { readonly account: string; readonly maskedNumber: string; readonly cardId: string };

/**
 * Gives the primary holder of an account another card, on the same or a separate account. A holder with a login
 * activates it from the list of cards. Its letter goes to the address on record, and its code to the contact in a
 * separate message.
 */
export async function allocateCard(
  ctx: Allocating,
  given: Given,
): Promise<Result<Allocated, 'not_found' | 'card_problem' | 'required_field'>> {
  const { tenantId, reference } = given;
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const codeHash = await ctx.secrets.hashSecret(code);
  return ctx.database.transact(tenantId, async (tx) => {
    await lockPeople(tx, tenantId);
    const known = await findIssuedRow(tx, tenantId, reference);
    if (known) return ok({ account: known.account_number, maskedNumber: known.masked_number, cardId: known.card_id });
    const account = await findAccountToServe(tx, tenantId, given.account);
    if (!account) return err('not_found');
    const place = { tenantId, brandId: account.brand_id };
    const product = await findProductOfRow(tx, place, given.product);
    if (!product?.is_reloadable || !hasNumbers(product.settings)) return err('card_problem');
    const at = ctx.clocks.business.now();
    if (isTooYoung(account, product, dayAt(at))) return err('card_problem');
    const embossedName = given.nameOnCard || nameOnCardOf(nameOf(account)) || account.embossed_name;
    if (embossedName === '' && !product.is_virtual) return err('required_field', 'nameOnCard');
    const { settings } = product;
    const own = given.isOnNewAccount ? await openAccountOf(tx, place, account.holder_id) : account;
    const number = await numberFor(tx, ctx.secrets, settings, async () => ({
      prefix: '',
      length: 16,
      ...settings.cardNumbers,
      taken: await readLastFoursOf(tx, tenantId, own.id),
    }));
    const cardId = await drawPrintedId(tx, tenantId);
    const id = await insertCard(tx, ctx.secrets, {
      ...place,
      productId: given.product,
      memberAccountId: own.id,
      holderId: account.holder_id,
      number,
      cardId,
      expiry: monthAfter(monthAt(at), settings.validMonths),
      status: product.is_virtual ? 'NotIssued' : 'Ordered',
      cardName: product.name,
      embossedName,
      isAllocated: true,
      activationCodeHash: codeHash,
      activationCheck: settings.activation.check,
      createdAt: at,
    });
    const hash = ctx.secrets.identifierHash(`issued:${tenantId}`, canonicalJson(given));
    await addIssuedRow(tx, tenantId, { reference, hash, cardId: id, at });
    const contact = contactForCode(ctx, tenantId, account);
    if (contact) await queueRequested(tx, ctx, { ...place, ...codeMessage(account, product, { contact, id, code }) });
    if (account.has_address) await queueLetter(tx, ctx, { tenantId, cardId: id, days: settings.activation.letterDays });
    ctx.live.publishChanged(tx, tenantId, account.id);
    audit(tx, ctx.clocks, {
      tenantId,
      actor: given.actor,
      action: 'card.issued',
      object: `card:${id}`,
      outcome: 'ok',
      details: { codeBy: contact?.channel ?? null },
    });
    return ok({ account: own.number, maskedNumber: maskedNumberOf(number, cardId), cardId });
  });
}

/** Whether cards of a product can be made: it has numbers to draw from, or a processor. */
export const hasNumbers = ({ cardNumbers, processor }: ProductOfRow['settings']): boolean =>
  cardNumbers !== null || processor !== null;

const nameOf = (account: AccountToServe) => ({ firstName: account.first_name, surname: account.surname });

/** A holder may have been imported with a card for people of any age. */
export function isTooYoung(
  holder: Pick<AccountToServe, 'date_of_birth'>,
  { minimum_age: age }: Pick<ProductOfRow, 'minimum_age'>,
  today: string,
): boolean {
  return age !== null && isYounger(holder.date_of_birth, age, today);
}

function codeMessage(
  account: AccountToServe,
  product: ProductOfRow,
  card: { readonly contact: Recipient; readonly id: bigint; readonly code: string },
) {
  return {
    ...card.contact,
    holderId: account.holder_id,
    template: product.is_virtual ? ('cardActivationCode' as const) : ('firstActivationCode' as const),
    language: account.language,
    params: { code: card.code, firstName: calledBy(nameOf(account)) },
    dedupKey: `activation-code:${card.id}:issued`,
  };
}
