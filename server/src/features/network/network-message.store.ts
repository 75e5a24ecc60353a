import { KEEP_APART } from '../../platform/database/keep-apart.ts';
import type { NetworkAnswer } from '@wattle/contract/network/message.ts';
import { arrayRows } from '../../platform/database/array-rows.ts';
import type { Tx } from '../../platform/database/database.ts';
import { lockNames } from '../../platform/database/named-locks.ts';
import type { CardKey } from './card-key.ts';

export type MessageKind =
  | 'authorisation'
  | 'advice'
  | 'clearing'
  | 'reversal'
  | 'refund'
  | 'notice'
  | 'hold'
  | 'expiry'
  | 'correction'
  | 'refundAuthorisation'
  | 'refundReversal';

const TENANTS_OF_PANS = `
SELECT asked.n, tenant_of_pan_hash(asked.hash) AS tenant_id FROM unnest($1::integer[], $2::bytea[]) AS asked (n, hash)`;
const TENANTS_OF_IDS = `
SELECT asked.n, tenant_of_processor_card(asked.connection, asked.id) AS tenant_id
FROM unnest($1::integer[], $2::integer[], $3::text[]) AS asked (n, connection, id)`;

type TenantRow = { readonly n: number; readonly tenant_id: number | null };

/** The tenant of each card. Networks and processors do not know tenants. */
export async function findTenantsOfCards(tx: Tx, keys: readonly CardKey[]): Promise<(number | undefined)[]> {
  const hashes = keys.flatMap((key, n) => ('panHashes' in key ? key.panHashes.map((hash) => ({ n, hash })) : []));
  const ids = keys.flatMap((key, n) => ('panHashes' in key ? [] : [{ n, ...key }]));
  const numbersOf = (all: readonly { readonly n: number }[]) => all.map(({ n }) => n);
  const rows = await Promise.all([
    hashes.length > 0 && tx.query<TenantRow>(TENANTS_OF_PANS, [numbersOf(hashes), hashes.map(({ hash }) => hash)]),
    ids.length > 0 &&
      tx.query<TenantRow>(TENANTS_OF_IDS, [
        numbersOf(ids),
        ids.map(({ connection }) => connection),
        ids.map(({ id }) => id),
      ]),
  ]);
  const found = new Map(
    rows.flatMap((of) => of || []).flatMap(({ n, tenant_id }) => (tenant_id ? [[n, tenant_id]] : [])),
  );
  return keys.map((_, n) => found.get(n));
}

const TENANT_OF_REFERENCE = `SELECT tenant_of_network_reference($1) AS tenant_id`;

/** The tenant of the message with that reference. */
export async function findTenantOfReference(tx: Tx, reference: string): Promise<number | undefined> {
  return (await tx.first<{ tenant_id: number | null }>(TENANT_OF_REFERENCE, [reference]))?.tenant_id ?? undefined;
}

/** Locks the references, so that of concurrent repeats all but the first find the message. */
export function lockReferences(tx: Tx, references: readonly string[]): Promise<void> {
  return lockNames(
    tx,
    references.map((reference) => `network:${reference}`),
  );
}

export type StoredMessage = {
  readonly reference: string;
  /** Null when the reference belongs to another tenant. */
  readonly request_hash: Buffer | null;
  readonly response: NetworkAnswer | null;
};

// Message by message (KEEP_APART): a plan for many messages together may read all messages of the tenant.
const MESSAGES = `
SELECT known.reference, own.request_hash, own.response
FROM tenants_of_network_references($2) AS known (reference, tenant_id)
LEFT JOIN LATERAL (
  SELECT request_hash, response FROM network_message
  WHERE tenant_id = $1 AND reference = known.reference AND known.tenant_id = $1
  ${KEEP_APART}
) AS own ON true`;

/** References that already have a message, in any tenant. */
export function findMessages(tx: Tx, tenantId: number, references: readonly string[]): Promise<StoredMessage[]> {
  return tx.query(MESSAGES, [tenantId, references]);
}

const ADD_MESSAGES = `
INSERT INTO network_message (reference, tenant_id, kind, request_hash, response, authorisation_id, transfer_id, original,
                             is_final, at)
SELECT reference, $1, kind, request_hash, response, authorisation_id, transfer_id, original, is_final, $2
FROM ${arrayRows('new', 3, {
  reference: 'text',
  kind: 'text',
  request_hash: 'bytea',
  response: 'jsonb',
  authorisation_id: 'bigint',
  transfer_id: 'bigint',
  original: 'text',
  is_final: 'boolean',
})}`;

export type NewMessage = {
  readonly kind: MessageKind;
  readonly requestHash: Buffer;
  readonly response: NetworkAnswer;
  readonly authorisationId: bigint | null;
  readonly transferId: bigint | null;
  readonly original: string | null;
  readonly isFinal: boolean | null;
};

export function addMessages(tx: Tx, tenantId: number, messages: readonly NewMessage[], at: number): void {
  const column = <T>(of: (message: NewMessage) => T): T[] => messages.map(of);
  tx.later(ADD_MESSAGES, [
    tenantId,
    new Date(at),
    column(({ response }) => response.reference),
    column(({ kind }) => kind),
    column(({ requestHash }) => requestHash),
    column(({ response }) => JSON.stringify(response)),
    column(({ authorisationId }) => authorisationId),
    column(({ transferId }) => transferId),
    column(({ original }) => original),
    column(({ isFinal }) => isFinal),
  ]);
}

// Messages of a purchase: the one with its reference, its increments, and the clearings that name one of these.
const OF_PURCHASE = `
WITH named AS MATERIALIZED (
  SELECT reference FROM network_message WHERE tenant_id = $1 AND original = $2 AND kind = 'authorisation'
  UNION ALL SELECT $2
)`;

// The clearing that a refund names is first.
const ROWS_OF_PURCHASE = `${OF_PURCHASE}, clearing AS (
  SELECT n.reference, n.transfer_id FROM named d
    JOIN network_message n ON n.tenant_id = $1 AND n.original = d.reference AND n.kind = 'clearing'
  UNION SELECT reference, transfer_id FROM network_message WHERE tenant_id = $1 AND reference = $2 AND kind = 'clearing'
)
SELECT t.debit_seq AS seq, t.amount
FROM clearing n JOIN transfer t ON t.tenant_id = $1 AND t.id = n.transfer_id
WHERE t.debit_account_id = $3
ORDER BY n.reference = $4 DESC, t.debit_seq`;

/** Rows that the clearings of a purchase posted to an account. `named`: the reference that a refund names. */
export function findRowsOfPurchase(
  tx: Tx,
  tenantId: number,
  { purchase, named }: { readonly purchase: string; readonly named: string },
  ledgerAccountId: bigint,
): Promise<{ readonly seq: bigint; readonly amount: bigint }[]> {
  return tx.query(ROWS_OF_PURCHASE, [tenantId, purchase, ledgerAccountId, named]);
}

/** Cents of a refund, the message of an alias, that its shop has reversed. Amount of the refund itself at most. */
const takenBackOf = (refund: string) => `
least(t.amount, (SELECT coalesce(sum(back.amount), 0) FROM network_message r
                   JOIN transfer back ON back.tenant_id = r.tenant_id AND back.id = r.transfer_id
                  WHERE r.tenant_id = ${refund}.tenant_id AND r.original = ${refund}.reference AND r.kind = 'refundReversal'))`;

const REFUNDED = `${OF_PURCHASE}, messages AS (
  SELECT reference FROM named
  UNION SELECT reference FROM network_message
         WHERE tenant_id = $1 AND original IN (SELECT reference FROM named) AND kind = 'clearing'
)
SELECT EXISTS (SELECT FROM network_message WHERE tenant_id = $1 AND reference = $2) AS is_known,
       coalesce(sum(t.amount - ${takenBackOf('n')}), 0)::bigint AS cents
FROM network_message n
JOIN transfer t ON t.tenant_id = n.tenant_id AND t.id = n.transfer_id
WHERE n.tenant_id = $1 AND n.kind = 'refund' AND n.original IN (SELECT reference FROM messages)`;

/**
 * Cents of all refunds that name a purchase or a message of it, less what was reversed of them. Undefined where no
 * message has its reference.
 */
export async function readRefunded(tx: Tx, tenantId: number, purchase: string): Promise<bigint | undefined> {
  const row = await tx.first<{ is_known: boolean; cents: bigint }>(REFUNDED, [tenantId, purchase]);
  return row?.is_known === true ? row.cents : undefined;
}

const WAS_CHECK = `
SELECT EXISTS (
  SELECT FROM network_message
  WHERE tenant_id = $1 AND reference = $2 AND kind IN ('authorisation', 'advice') AND authorisation_id IS NULL
) AS was_check`;

/** Whether a message left no purchase because it only verified a card. */
export async function wasCheck(tx: Tx, tenantId: number, reference: string): Promise<boolean> {
  return (await tx.first<{ was_check: boolean }>(WAS_CHECK, [tenantId, reference]))?.was_check === true;
}

const PURCHASE_NAMED = `
SELECT original FROM network_message
WHERE tenant_id = $1 AND reference = $2 AND kind IN ('clearing', 'authorisation') AND original IS NOT NULL`;

/** Purchase of a reference: its own, or the one that the clearing or increment with this reference names. */
export async function readPurchaseNamed(tx: Tx, tenantId: number, reference: string): Promise<string> {
  return (await tx.first<{ original: string }>(PURCHASE_NAMED, [tenantId, reference]))?.original ?? reference;
}

const IS_APPROVED_FOR_US = `
SELECT EXISTS (
  SELECT FROM network_message n
  JOIN authorisation o ON o.tenant_id = n.tenant_id AND o.id = n.authorisation_id
  WHERE n.tenant_id = $1 AND n.reference = ANY ($2::text[]) AND n.kind = 'advice' AND o.status <> 'declined'
) AS is_there`;

/** Whether one of the references belongs to a purchase that was approved on our behalf. */
export async function isApprovedForUs(tx: Tx, tenantId: number, references: readonly string[]): Promise<boolean> {
  return (await tx.first<{ is_there: boolean }>(IS_APPROVED_FOR_US, [tenantId, references]))?.is_there === true;
}
