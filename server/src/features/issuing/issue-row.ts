import { DEFAULT_LANGUAGE } from '@wattle/contract/rules/languages.ts';
import { randomInt } from 'node:crypto';
import { calledBy } from '@wattle/contract/rules/person-name.ts';
import type { AppContext } from '../../compose/context.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { audit } from '../../platform/sealed-log/audit.ts';
import { dayAt, monthAt } from '../../platform/time/clock.ts';
import type { Tx } from '../../platform/database/database.ts';
import { hashAnswer } from '../security-questions/public.ts';
import {
  addToStock,
  drawPrintedId,
  insertCard,
  maskedNumberOf,
  monthAfter,
  type NewNumber,
  numberFor,
  orderPlastic,
} from '../cards/public.ts';
import { contactForCode, contactsOnRecord } from '../contact-marks/public.ts';
import { queueRequested } from '../messages/public.ts';
import { type CardRow, embossedNameOf, isCardToBeMade, isCodeSent, type RowFinding } from './card-row.ts';
import type { SharedAccount } from './allocate-card.store.ts';
import { contentHashOf } from './content-hash.ts';
import { drawAccountNumber } from './open-account.ts';
import {
  addAccountOfRow,
  addHolderOfRow,
  addIssuedRow,
  findIssuedRow,
  lockPeople,
  type Place,
  type ProductOfRow,
} from './people.store.ts';
import { conflictsOf, readFacts, type RowFacts } from './row-facts.ts';

const ledger = openLedger();

type Issuing = Pick<
  AppContext,
  'database' | 'clocks' | 'secrets' | 'config' | 'outboxWakeUp' | 'dueWork' | 'programmes'
>;

export type IssuedCard = {
  readonly id: bigint;
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
  const hash = contentHashOf(ctx.secrets, place, row);
  const known = await ctx.database.read(place.tenantId, (tx) => answerKnown(tx, place, row, hash));
  if (known) return known;
  const hashes = await hashSecrets(ctx, row);
  return ctx.database.transact(place.tenantId, async (tx) => {
    await lockPeople(tx, place.tenantId);
    const meanwhile = await answerKnown(tx, place, row, hash);
    if (meanwhile) return meanwhile;
    const [facts] = (await readFacts(tx, ctx.secrets, place, [row])) as [RowFacts];
    const findings = conflictsOf(row, facts, dayAt(ctx.clocks.business.now()));
    const { product, shared } = facts;
    if (findings.length > 0 || !product) return { ok: false, findings };
    const isOrdered = isCardToBeMade(row) && !product.is_virtual;
    return write(tx, ctx, { place, row, product, shared, hashes, hash, actor, isOrdered, sendLetter });
  });
}

async function answerKnown(tx: Tx, place: Place, row: CardRow, hash: Buffer): Promise<RowOutcome | undefined> {
  const known = await findIssuedRow(tx, place.tenantId, row.reference);
  if (!known) return undefined;
  if (!known.content_hash.equals(hash))
    return { ok: false, findings: [{ field: 'reference', reason: 'was used for another row' }] };
  const card = {
    id: known.id,
    account: known.account_number,
    maskedNumber: known.masked_number,
    cardId: known.card_id,
  };
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
  if (holderId === null && !given.shared && !product.is_virtual)
    await addToStock(tx, tenantId, { id, productId: row.product, at });
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
    card: { id, account: number, maskedNumber: maskedNumberOf(cardNumber, cardId), cardId, lacksAddress },
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
