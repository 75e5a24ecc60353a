import { DEFAULT_LANGUAGE } from '@wattle/contract/rules/languages.ts';
import { randomInt } from 'node:crypto';
import { calledBy } from '@wattle/contract/rules/person-name.ts';
import { isYounger } from '@wattle/contract/rules/date-of-birth.ts';
import type { AppContext } from '../../compose/context.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { audit } from '../../platform/sealed-log/audit.ts';
import { canonicalJson } from '../../platform/text/canonical-json.ts';
import { dayAt, monthAt } from '../../platform/time/clock.ts';
import type { Tx } from '../../platform/database/database.ts';
import { hashAnswer } from '../security-questions/public.ts';
import {
  drawPrintedId,
  insertCard,
  isCardIdTaken,
  isNumberTaken,
  maskedNumberOf,
  monthAfter,
  type NewNumber,
  numberFor,
  orderPlastic,
} from '../cards/public.ts';
import { contactForCode, contactsOnRecord } from '../contact-marks/public.ts';
import { queueRequested } from '../messages/public.ts';
import { type CardRow, embossedNameOf, isCardToBeMade, isCodeSent, type RowFinding } from './card-row.ts';
import { hasNumbers } from './allocate-card.ts';
import { findSharedAccount, type SharedAccount } from './allocate-card.store.ts';
import { drawAccountNumber } from './open-account.ts';
import {
  addAccountOfRow,
  addHolderOfRow,
  addIssuedRow,
  findIssuedRow,
  findProductOfRow,
  isAccountTaken,
  lockPeople,
  type Place,
  type ProductOfRow,
} from './people.store.ts';

const ledger = openLedger();
const LAST_FOUR = 4;

type Issuing = Pick<
  AppContext,
  'database' | 'clocks' | 'secrets' | 'config' | 'outboxWakeUp' | 'dueWork' | 'programmes'
>;

export type IssuedCard = {
  readonly account: string;
  readonly maskedNumber: string;
  readonly cardId: string;
  /** The plastic was ordered without an address, so the order waits at the desk. */
  readonly lacksAddress?: boolean;
};
export type RowOutcome =
  | { readonly ok: true; readonly card: IssuedCard; readonly wasKnown: boolean }
  | { readonly ok: false; readonly findings: readonly RowFinding[] };

/** Queues the letter of a card whose holder has an address. */
export type SendLetter = (tx: Tx, letter: { cardId: bigint; days: number }) => Promise<void>;

type Hashes = {
  readonly maidenName: string | undefined;
  readonly activationCode: { readonly code: string; readonly hash: string; readonly isSent: boolean } | undefined;
  readonly accessCode: string | undefined;
};

/**
 * Issues holder, account and card of a checked row in one transaction. A repeated row returns the card that was issued.
 * Hashes are computed before the transaction.
 */
export async function issueRow(
  ctx: Issuing,
  place: Place,
  row: CardRow,
  actor: string,
  sendLetter?: SendLetter,
): Promise<RowOutcome> {
  const hash = ctx.secrets.identifierHash(`issued:${place.tenantId}`, canonicalJson(contentOf(row)));
  const known = await ctx.database.read(place.tenantId, (tx) => answerKnown(tx, place, row, hash));
  if (known) return known;
  const hashes = await hashSecrets(ctx, row);
  return ctx.database.transact(place.tenantId, async (tx) => {
    await lockPeople(tx, place.tenantId);
    const meanwhile = await answerKnown(tx, place, row, hash);
    if (meanwhile) return meanwhile;
    const product = await findProductOfRow(tx, place, row.product);
    if (!product) return { ok: false, findings: [{ field: 'product', reason: 'is none of the brand' }] };
    const shared = row.nomineeOf === '' ? undefined : await findSharedAccount(tx, place, row.nomineeOf);
    const findings = await findConflicts(tx, ctx, place, { row, product, shared });
    if (findings.length > 0) return { ok: false, findings };
    const isOrdered = isCardToBeMade(row) && !product.is_virtual;
    return write(tx, ctx, { place, row, product, shared, hashes, hash, actor, isOrdered, sendLetter });
  });
}

/** Content that a reference stands for. Rows from before a column existed are compared without it. */
function contentOf({ nomineeOf, letter, plastic, nameOnCard, mobileNumber: _read, ...rest }: CardRow) {
  const later = Object.entries({ nomineeOf, letter, plastic, nameOnCard }).filter(([, value]) => value !== '');
  return { ...rest, ...Object.fromEntries(later) };
}

async function answerKnown(tx: Tx, place: Place, row: CardRow, hash: Buffer): Promise<RowOutcome | undefined> {
  const known = await findIssuedRow(tx, place.tenantId, row.reference);
  if (!known) return undefined;
  if (!known.content_hash.equals(hash))
    return { ok: false, findings: [{ field: 'reference', reason: 'was used for another row' }] };
  const card = { account: known.account_number, maskedNumber: known.masked_number, cardId: known.card_id };
  return { ok: true, card, wasKnown: true };
}

async function hashSecrets({ secrets }: Issuing, row: CardRow): Promise<Hashes> {
  const code = row.activationCode || String(randomInt(1_000_000)).padStart(6, '0');
  const hashOf = async (plain: string) => (plain === '' ? undefined : secrets.hashSecret(plain));
  const [maidenName, activationHash, accessCode] = await Promise.all([
    row.maidenName === '' ? undefined : hashAnswer(secrets, row.maidenName),
    hashOf(row.accessCode === '' ? code : ''),
    hashOf(row.accessCode),
  ]);
  return {
    maidenName,
    accessCode,
    activationCode: activationHash === undefined ? undefined : { code, hash: activationHash, isSent: isCodeSent(row) },
  };
}

async function findConflicts(
  tx: Tx,
  { secrets, clocks }: Issuing,
  { tenantId }: Place,
  { row, product, shared }: Pick<Writing, 'row' | 'product' | 'shared'>,
): Promise<RowFinding[]> {
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
    else if (await isNumberTaken(tx, secrets.panHashes(row.cardNumber))) note('cardNumber', 'is taken');
  }
  if (row.cardId !== '' && (await isCardIdTaken(tx, tenantId, row.cardId))) note('cardId', 'is taken');
  if (row.account !== '' && (await isAccountTaken(tx, tenantId, row.account))) note('account', 'is taken');
  if (row.nomineeOf !== '' && !shared) note('nomineeOf', 'is no open account of the brand with a holder');
  if (shared?.lastFours.has(row.cardNumber.slice(-LAST_FOUR)))
    note('cardNumber', 'ends like another card of the account');
  if (row.nomineeOf !== '' && !product.is_reloadable) note('product', 'is not reloadable: a nominee cannot have it');
  if (row.accessCode !== '' && product.is_reloadable)
    note('accessCode', 'a reloadable card is activated: give an activation code');
  if (row.plastic === 'yes' && product.is_virtual) note('plastic', 'is none of the product: its cards are virtual');
  if (product.minimum_age !== null && isYounger(row.dateOfBirth, product.minimum_age, dayAt(clocks.business.now())))
    note('dateOfBirth', `is of somebody under ${product.minimum_age}: the product is for older people`);
  return found;
}

type Writing = {
  readonly place: Place;
  readonly row: CardRow;
  readonly product: ProductOfRow;
  /** The account that a nominee's card spends from. */
  readonly shared: SharedAccount | undefined;
  readonly hashes: Hashes;
  readonly hash: Buffer;
  readonly actor: string;
  /** Whether our card maker makes the plastic. */
  readonly isOrdered: boolean;
  readonly sendLetter: SendLetter | undefined;
};

async function write(tx: Tx, ctx: Issuing, given: Writing): Promise<RowOutcome> {
  const { place, row, product, hashes } = given;
  const { tenantId, brandId } = place;
  const at = ctx.clocks.business.now();
  const { settings } = product;
  const number = row.account || row.nomineeOf || (await drawAccountNumber(tx, tenantId));
  const cardNumber: NewNumber =
    row.cardNumber === ''
      ? await numberFor(tx, ctx.secrets, settings, () => ({
          prefix: '',
          length: 16,
          ...settings.cardNumbers,
          taken: given.shared?.lastFours ?? new Set(),
        }))
      : { pan: row.cardNumber };
  const cardId = row.cardId || (await drawPrintedId(tx, tenantId));
  const holderId = row.surname === '' ? null : await addHolderOfRow(tx, place, row, hashes.maidenName);
  const memberAccountId = given.shared?.id ?? (await openAccount(tx, place, { number, holderId }));
  const id = await insertCard(tx, ctx.secrets, {
    tenantId,
    brandId,
    productId: row.product,
    memberAccountId,
    holderId,
    number: cardNumber,
    cardId,
    expiry: row.expiry || monthAfter(monthAt(at), settings.validMonths),
    status: hashes.accessCode !== undefined ? 'Active' : given.isOrdered ? 'Ordered' : 'NotIssued',
    cardName: product.name,
    embossedName: embossedNameOf(row),
    isDefault: true,
    accessCodeHash: hashes.accessCode,
    activationCodeHash: hashes.activationCode?.hash,
    activationCheck: row.check || settings.activation.check,
    createdAt: at,
  });
  await addIssuedRow(tx, tenantId, { reference: row.reference, hash: given.hash, cardId: id, at });
  // An access code also opens a card that is on its way, so its status does not show that it is ordered.
  if (given.isOrdered && hashes.accessCode !== undefined) await orderPlastic(tx, ctx, { tenantId, cardId: id });
  if (row.addressLine1 !== '') await given.sendLetter?.(tx, { cardId: id, days: settings.activation.letterDays });
  if (hashes.activationCode?.isSent) await sendCode(tx, ctx, given, { id, holderId, code: hashes.activationCode.code });
  audit(tx, ctx.clocks, { tenantId, actor: given.actor, action: 'card.issued', object: `card:${id}`, outcome: 'ok' });
  const lacksAddress = given.isOrdered && row.addressLine1 === '';
  return {
    ok: true,
    wasKnown: false,
    card: { account: number, maskedNumber: maskedNumberOf(cardNumber, cardId), cardId, lacksAddress },
  };
}

async function openAccount(
  tx: Tx,
  place: Place,
  account: { readonly number: string; readonly holderId: bigint | null },
): Promise<bigint> {
  const ledgerAccountId = await ledger.openAccount(tx, { tenantId: place.tenantId, kind: 'cardholder', floor: 0n });
  return addAccountOfRow(tx, place, { ...account, ledgerAccountId });
}

/** Sends the code in a separate message, never with the card. */
async function sendCode(
  tx: Tx,
  ctx: Issuing,
  { place, row, isOrdered }: Writing,
  card: { readonly id: bigint; readonly holderId: bigint | null; readonly code: string },
): Promise<void> {
  // The person is new, so nothing has been heard of their contacts, and no one has changed them.
  const known = { email_changed_at: null, mobile_changed_at: null, unreached: [] };
  const given = { mobile: row.mobileNumber, email: row.email };
  // A file may be read where the channels of the server are not known. The server sends it.
  const contact = contactForCode(ctx, place.tenantId, { ...given, ...known }) ?? contactsOnRecord(given)[0];
  if (!contact) return;
  await queueRequested(tx, ctx, {
    ...place,
    ...contact,
    holderId: card.holderId,
    template: isOrdered ? 'firstActivationCode' : 'cardActivationCode',
    language: row.language || DEFAULT_LANGUAGE,
    params: { code: card.code, firstName: calledBy(row) },
    dedupKey: `activation-code:${card.id}:issued`,
  });
}
