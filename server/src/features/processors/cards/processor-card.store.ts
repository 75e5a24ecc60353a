import { fullNameIn } from '../../../platform/text/full-name.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { ProcessorCardState } from '../../../outside/processors/port.ts';
import type { InnerStatus } from '../../card-facts/public.ts';
import type { StateAtProcessor } from './state-at-processor.domain.ts';

const TAKE_NEW = `
UPDATE processor_card SET asked_at = $3
WHERE tenant_id = $1 AND card_id IN (
  SELECT card_id FROM processor_card WHERE tenant_id = $1 AND asked_at IS NULL ORDER BY card_id LIMIT $2)
RETURNING card_id`;

/** Takes cards that a processor is to make, up to a limit, and returns their ids. */
export async function takeNewCards(tx: Tx, tenantId: number, atMost: number, atMs: number): Promise<bigint[]> {
  const rows = await tx.query<{ card_id: bigint }>(TAKE_NEW, [tenantId, atMost, new Date(atMs)]);
  return rows.map(({ card_id }) => card_id);
}

type Address = Readonly<Partial<Record<'AddressLine1' | 'AddressLine2' | 'Suburb' | 'State' | 'PostCode', string>>>;

export type CardToMake = {
  readonly connection_id: number;
  /** Security time in ms at which it was taken to be made. */
  readonly asked_ms: bigint;
  /** Whether an order to make it may have reached the processor. */
  readonly is_make_sent: boolean;
  readonly embossed_name: string;
  readonly is_virtual: boolean;
  readonly holder_name: string | null;
  readonly first_name: string | null;
  readonly surname: string | null;
  readonly address: Address | null;
  /** The processor's id of the card that it replaces, and why. */
  readonly replaces: string | null;
  readonly because: 'damaged' | 'expired' | 'lost' | 'stolen';
};

const TO_MAKE = `
SELECT p.connection_id, (extract(epoch FROM p.asked_at) * 1000)::bigint AS asked_ms, p.is_make_sent,
       c.embossed_name, pr.is_virtual, coalesce(d.name, ${fullNameIn('h')}) AS holder_name, h.first_name, h.surname,
       coalesce(d.address, h.correspondence_address, h.address) AS address, old.external_id AS replaces,
       coalesce(
         (SELECT r.kind FROM card_report r
           WHERE r.tenant_id = c.tenant_id AND r.card_id = c.replaces_id AND r.kind IN ('lost', 'stolen')
           ORDER BY r.id DESC LIMIT 1),
         CASE WHEN before.expiry <= $3 THEN 'expired' ELSE 'damaged' END) AS because
FROM processor_card p
JOIN card c ON c.tenant_id = p.tenant_id AND c.id = p.card_id
JOIN product pr ON pr.tenant_id = c.tenant_id AND pr.id = c.product_id
LEFT JOIN holder h ON h.tenant_id = c.tenant_id AND h.id = c.holder_id
LEFT JOIN card_delivery d ON d.tenant_id = c.tenant_id AND d.card_id = c.id AND c.holder_id IS NULL
LEFT JOIN card before ON before.tenant_id = c.tenant_id AND before.id = c.replaces_id
LEFT JOIN processor_card old ON old.tenant_id = c.tenant_id AND old.card_id = c.replaces_id
  AND old.connection_id = p.connection_id
WHERE p.tenant_id = $1 AND p.card_id = $2 AND p.external_id IS NULL
  AND c.status NOT IN ('Lost', 'Stolen', 'Replaced', 'Closed')`;

/**
 * Facts about a card for its processor; undefined if it was made, or is no longer to be made. A card that ends in
 * `lastMonth` or before is replaced because it expires.
 */
export function readToMake(
  tx: Tx,
  tenantId: number,
  cardId: bigint,
  lastMonth: string,
): Promise<CardToMake | undefined> {
  return tx.first<CardToMake>(TO_MAKE, [tenantId, cardId, lastMonth]);
}

const MAKE_SENT = `
UPDATE processor_card SET is_make_sent = $3 WHERE tenant_id = $1 AND card_id = $2 AND is_make_sent <> $3`;

/** Notes whether an order to make a card may have reached its processor. False: that was noted before. */
export async function saveMakeSent(
  tx: Tx,
  { tenantId, cardId, isSent }: { readonly tenantId: number; readonly cardId: bigint; readonly isSent: boolean },
): Promise<boolean> {
  return (await tx.run(MAKE_SENT, [tenantId, cardId, isSent])) === 1;
}

const LOCK_ACCOUNT = `
SELECT FROM ledger_account
WHERE tenant_id = $1 AND id = (
  SELECT a.ledger_account_id
    FROM processor_card p
    JOIN card c ON c.tenant_id = p.tenant_id AND c.id = p.card_id
    JOIN member_account a ON a.tenant_id = c.tenant_id AND a.id = c.member_account_id
   WHERE p.tenant_id = $1 AND p.connection_id = $2 AND p.external_id = $3)
FOR UPDATE`;

/** Locks the account of a card by its id at the processor, as the sandbox does it. False: the card is not known. */
export async function lockAccountOf(
  tx: Tx,
  { tenantId, id: connectionId }: { readonly tenantId: number; readonly id: number },
  externalId: string,
): Promise<boolean> {
  return (await tx.first(LOCK_ACCOUNT, [tenantId, connectionId, externalId])) !== undefined;
}

export type MadeCard = {
  readonly externalId: string;
  readonly state: StateAtProcessor;
  readonly maskedNumber: string;
  readonly last4: string;
  readonly expiry: string;
  readonly index: { readonly hash: Buffer; readonly keyVersion: number } | null;
};

// A processor that renews a card may keep its id, which then belongs to the newer card.
const TAKE_ID = `
DELETE FROM processor_card o USING processor_card p
WHERE p.tenant_id = $1 AND p.card_id = $2 AND o.tenant_id = $1 AND o.connection_id = p.connection_id
  AND o.external_id = $3 AND o.card_id <> $2`;
const SAVE_MADE = `
UPDATE processor_card SET external_id = $3, state = $4, is_due = true, differs = NULL, differs_since = NULL
WHERE tenant_id = $1 AND card_id = $2`;
const SAVE_NUMBER = `
UPDATE card SET masked_number = $3, last4 = $4, expiry = $5, pan_hash = $6, pan_hash_key_version = $7
WHERE tenant_id = $1 AND id = $2 RETURNING member_account_id`;

/** Saves a card that its processor has made; answers its account. */
export async function saveMade(tx: Tx, tenantId: number, cardId: bigint, made: MadeCard): Promise<bigint> {
  const { externalId, state, maskedNumber, last4, expiry, index } = made;
  // The card first, as a change of its status locks them.
  const number = [maskedNumber, last4, expiry, index?.hash ?? null, index?.keyVersion ?? null];
  const row = await tx.first<{ member_account_id: bigint }>(SAVE_NUMBER, [tenantId, cardId, ...number]);
  if (!row) throw new Error(`card ${cardId} is gone`);
  await tx.run(TAKE_ID, [tenantId, cardId, externalId]);
  await tx.run(SAVE_MADE, [tenantId, cardId, externalId, state]);
  return row.member_account_id;
}

const IS_MASK_TAKEN = `
SELECT EXISTS (
  SELECT FROM card o JOIN card c ON c.tenant_id = o.tenant_id AND c.member_account_id = o.member_account_id
  WHERE c.tenant_id = $1 AND c.id = $2 AND o.id <> c.id AND o.masked_number = $3 AND o.expiry = $4) AS taken`;

/** Whether another card of the account is shown by the same number and expiry. */
export async function isMaskTaken(
  tx: Tx,
  tenantId: number,
  cardId: bigint,
  shown: { readonly maskedNumber: string; readonly expiry: string },
): Promise<boolean> {
  const row = await tx.first<{ taken: boolean }>(IS_MASK_TAKEN, [tenantId, cardId, shown.maskedNumber, shown.expiry]);
  return row?.taken ?? false;
}

export type CardToTell = {
  readonly card_id: bigint;
  readonly connection_id: number;
  readonly status: InnerStatus;
  readonly is_used_up: boolean;
  readonly state: StateAtProcessor;
  /** Number of its next command. */
  readonly command: number;
};

const LOCK_DUE = `
SELECT p.card_id, p.connection_id, c.status, c.used_by IS NOT NULL AS is_used_up, p.state, p.commands + 1 AS command
FROM processor_card p JOIN card c ON c.tenant_id = p.tenant_id AND c.id = p.card_id
WHERE p.tenant_id = $1 AND p.is_due AND p.wanted IS NULL AND p.external_id IS NOT NULL
ORDER BY p.card_id LIMIT $2
FOR NO KEY UPDATE OF p, c SKIP LOCKED`;

/** Cards whose status has changed and that no command is on its way for, locked. */
export function lockDueCards(tx: Tx, tenantId: number, atMost: number): Promise<CardToTell[]> {
  return tx.query<CardToTell>(LOCK_DUE, [tenantId, atMost]);
}

const COMPARED = 'UPDATE processor_card SET is_due = false WHERE tenant_id = $1 AND card_id = $2';
const SENT = `
UPDATE processor_card SET is_due = false, wanted = $3, commands = commands + 1 WHERE tenant_id = $1 AND card_id = $2`;

/** Saves that the state of a card was compared, and which command goes out for it, if one does. */
export async function saveCompared(
  tx: Tx,
  tenantId: number,
  cardId: bigint,
  wanted: StateAtProcessor | undefined,
): Promise<void> {
  if (wanted === undefined) await tx.run(COMPARED, [tenantId, cardId]);
  else await tx.run(SENT, [tenantId, cardId, wanted]);
}

const COMMANDED = `
SELECT external_id FROM processor_card
WHERE tenant_id = $1 AND card_id = $2 AND commands = $3 AND wanted IS NOT NULL AND external_id IS NOT NULL`;

/** The processor's id of a card, while a command is its last one and has not ended. */
export async function readCommanded(
  tx: Tx,
  tenantId: number,
  cardId: bigint,
  command: number,
): Promise<string | undefined> {
  return (await tx.first<{ external_id: string }>(COMMANDED, [tenantId, cardId, command]))?.external_id;
}

const DONE = `
UPDATE processor_card SET state = $3, wanted = NULL, differs = NULL, differs_since = NULL
WHERE tenant_id = $1 AND card_id = $2`;
const FAILED = `
UPDATE processor_card SET wanted = NULL, differs = $3, differs_since = coalesce(differs_since, $4)
WHERE tenant_id = $1 AND card_id = $2`;

/** Saves the state that a processor has confirmed. */
export async function saveState(tx: Tx, tenantId: number, cardId: bigint, state: StateAtProcessor): Promise<void> {
  await tx.run(DONE, [tenantId, cardId, state]);
}

const UNREACHED = `
UPDATE processor_card SET differs = 'not reached', differs_since = coalesce(differs_since, $3)
WHERE tenant_id = $1 AND card_id = $2 AND differs IS DISTINCT FROM 'not reached'`;

/** Saves that the processor is not reached for a card. It is still tried. False where that is known. */
export async function saveUnreached(tx: Tx, tenantId: number, cardId: bigint, atMs: number): Promise<boolean> {
  return (await tx.run(UNREACHED, [tenantId, cardId, new Date(atMs)])) === 1;
}

/** Saves that a command was refused: the card differs at its processor until another one is carried out. */
export async function saveRefused(
  tx: Tx,
  tenantId: number,
  cardId: bigint,
  { code, atMs }: { readonly code: string; readonly atMs: number },
): Promise<void> {
  await tx.run(FAILED, [tenantId, cardId, code, new Date(atMs)]);
}

const OTHER = `
UPDATE processor_card
   SET state = CASE WHEN $3 = 'beingMade' THEN state ELSE $3 END, wanted = NULL, differs = $3,
       differs_since = coalesce(differs_since, $4)
 WHERE tenant_id = $1 AND card_id = $2`;

/** Saves that a processor took a command and answered another state: the card differs there until it is sent again. */
export async function saveOtherState(
  tx: Tx,
  tenantId: number,
  cardId: bigint,
  { state, atMs }: { readonly state: ProcessorCardState; readonly atMs: number },
): Promise<void> {
  await tx.run(OTHER, [tenantId, cardId, state, new Date(atMs)]);
}
