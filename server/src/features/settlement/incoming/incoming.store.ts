import type { Tx } from '../../../platform/database/database.ts';
import type { Secrets } from '../../../platform/secrets/secrets.ts';
import { openText } from '../../../platform/secrets/typed-card-numbers.ts';
import type { LineState } from '../answers/bank-answer.store.ts';

/** Digits and letters of a network id that fit into the reference of a line of direct entry. */
const SHORT = 18;

/** Form of a network id in such a reference. */
const NAMES_NETWORK = /^[A-Za-z0-9]{12,18}$/;

/** Network id as a line of direct entry names it; undefined: the reference names none. */
export const shortIdIn = (reference: string): string | undefined =>
  NAMES_NETWORK.test(reference) ? reference : undefined;

export const shortId = (networkId: string): string => networkId.slice(0, SHORT);

export type NewIncoming = {
  readonly networkId: string;
  /** Digest of its file, which has this one line. */
  readonly digest: Buffer;
  readonly bankId: string;
  /** Null: the PayID that was paid is none of ours. */
  readonly to: { readonly bsb: string; readonly accountNumber: string } | null;
  readonly cents: bigint;
  readonly settledAt: number;
  readonly namesPayer: boolean;
  readonly wentBack: boolean;
};

const INSERT = `
INSERT INTO instant_incoming (tenant_id, network_id, bank_answer_id, bank_id, bsb, account_number, cents, settled_at,
                              names_payer, went_back)
SELECT $1, $2, a.id, $4, $5, $6, $7, $8, $9, $10 FROM bank_answer a WHERE a.tenant_id = $1 AND a.digest = $3`;

/** Stores a payment of the network beside the file that it is. */
export async function insertIncoming(tx: Tx, tenantId: number, one: NewIncoming): Promise<void> {
  await tx.run(INSERT, [
    tenantId,
    one.networkId,
    one.digest,
    one.bankId,
    one.to?.bsb ?? null,
    one.to?.accountNumber ?? null,
    one.cents,
    new Date(one.settledAt),
    one.namesPayer,
    one.wentBack,
  ]);
}

const KNOWN = 'SELECT network_id AS id FROM instant_incoming WHERE tenant_id = $1 AND network_id = ANY ($2::text[])';

/** Payments of the network that are stored already. */
export async function listKnown(tx: Tx, tenantId: number, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ id: string }>(KNOWN, [tenantId, ids]);
  return new Set(rows.map(({ id }) => id));
}

/** Programmes of this instance that have an account of this number. */
export async function programmesOf(tx: Tx, accountNumber: string): Promise<number[]> {
  const rows = await tx.query<{ id: number }>('SELECT programmes_of_account($1) AS id', [accountNumber]);
  return rows.map(({ id }) => id);
}

/** Payment of the network that is not carried out yet. */
export type OpenIncoming = {
  readonly answerId: string;
  readonly networkId: string;
  readonly bsb: string;
  readonly accountNumber: string;
  readonly cents: bigint;
  readonly remitter: string;
  readonly reference: string;
  readonly wentBack: boolean;
};

const OPEN = `
SELECT l.bank_answer_id::text AS "answerId", i.network_id AS "networkId", l.bsb, l.account_number AS "accountNumber",
       l.cents, coalesce(l.remitter, '') AS remitter, l.reference, i.went_back AS "wentBack"
  FROM bank_answer_line l
  JOIN instant_incoming i ON i.tenant_id = l.tenant_id AND i.bank_answer_id = l.bank_answer_id
 WHERE l.tenant_id = $1 AND l.state = 'Open' ORDER BY l.bank_answer_id LIMIT $2`;

export async function listOpenIncoming(
  tx: Tx,
  secrets: Secrets,
  tenantId: number,
  most: number,
): Promise<OpenIncoming[]> {
  const rows = await tx.query<OpenIncoming>(OPEN, [tenantId, most]);
  const open = (text: string) => openText(secrets, text);
  return rows.map((row) => ({
    ...row,
    accountNumber: open(row.accountNumber),
    remitter: open(row.remitter),
    reference: open(row.reference),
  }));
}

/** Payment of the network, as a line of a file may name it. */
export type NamedIncoming = {
  readonly networkId: string;
  readonly bsb: string | null;
  readonly accountNumber: string | null;
  readonly cents: bigint;
  readonly fromBsb: string | null;
  readonly fromAccount: string | null;
  /** Line of a file that names it, `12:3`. */
  readonly file: string | null;
  readonly state: LineState;
  readonly transferId: bigint | null;
};

const NAMED = `i.network_id AS "networkId", i.bsb, i.account_number AS "accountNumber", i.cents, l.from_bsb AS "fromBsb",
       l.from_account AS "fromAccount", i.file_answer_id || ':' || i.file_line AS file, l.state,
       l.transfer_id AS "transferId"
  FROM instant_incoming i
  JOIN bank_answer_line l ON l.tenant_id = i.tenant_id AND l.bank_answer_id = i.bank_answer_id`;
const BY_SHORT = `SELECT ${NAMED} WHERE i.tenant_id = $1 AND left(i.network_id, ${SHORT}) = $2`;

/** Payments of the network whose number begins so. */
export function listByShortId(tx: Tx, tenantId: number, short: string): Promise<NamedIncoming[]> {
  return tx.query(BY_SHORT, [tenantId, short]);
}

const ALIKE = `
SELECT ${NAMED}
 WHERE i.tenant_id = $1 AND i.account_number = $3 AND i.bsb = $2 AND i.cents = $4 AND i.file_answer_id IS NULL
   AND l.from_bsb = $5 AND l.from_account = $6 AND (i.settled_at AT TIME ZONE 'Australia/Melbourne')::date = $7::date`;

export type Alike = {
  readonly bsb: string;
  readonly accountNumber: string;
  readonly cents: bigint;
  readonly fromBsb: string;
  readonly fromAccount: string;
  readonly day: string;
};

/** Payments of the network of a day with the accounts and the amount of a line, which no other line names. */
export function listAlike(tx: Tx, tenantId: number, like: Alike): Promise<NamedIncoming[]> {
  return tx.query(ALIKE, [
    tenantId,
    like.bsb,
    like.accountNumber,
    like.cents,
    like.fromBsb,
    like.fromAccount,
    like.day,
  ]);
}

const NOTE_FILE = `
UPDATE instant_incoming SET file_answer_id = $3, file_line = $4
 WHERE tenant_id = $1 AND network_id = $2 AND file_answer_id IS NULL`;

/** Notes the line of a file that names a payment of the network. False: another one did. */
export async function noteFileLine(
  tx: Tx,
  tenantId: number,
  networkId: string,
  of: { readonly answerId: bigint; readonly line: number },
): Promise<boolean> {
  return (await tx.run(NOTE_FILE, [tenantId, networkId, of.answerId, of.line])) === 1;
}

const FILE_LINES = `
SELECT bank_answer_id AS "answerId", line, bsb, account_number AS "accountNumber", cents, state
  FROM bank_answer_line
 WHERE tenant_id = $1 AND kind = 'deposit' AND reference = $2 AND reference ~ '${NAMES_NETWORK.source}'`;

export type FileLine = {
  readonly answerId: bigint;
  readonly line: number;
  readonly bsb: string;
  readonly accountNumber: string;
  readonly cents: bigint;
  readonly state: LineState;
};

/** Lines of files of deposits whose reference is this. */
export function listFileLines(tx: Tx, tenantId: number, short: string): Promise<FileLine[]> {
  return tx.query(FILE_LINES, [tenantId, short]);
}
