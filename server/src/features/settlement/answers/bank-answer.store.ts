import { arrayRows } from '../../../platform/database/array-rows.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Secrets } from '../../../platform/secrets/secrets.ts';
import { keepReference, keepText, openText } from '../../../platform/secrets/typed-card-numbers.ts';

export type AnswerKind = 'outcome' | 'returns' | 'bpayResults' | 'deposits' | 'instant' | 'unknown';
export type LineState = 'Open' | 'Done' | 'Suspense' | 'GoingBack' | 'FormerHolder' | 'Released' | 'SentBack';

export type NewAnswer = {
  readonly tenantId: number;
  readonly name: string;
  readonly digest: Buffer;
  /** Digest of its records without the header; null: other files may have the same. */
  readonly records: Buffer | null;
  readonly kind: AnswerKind;
  readonly state: 'Taken' | 'Waiting' | 'Refused';
  readonly reason: string | null;
  readonly cents: bigint;
  readonly text: string;
  readonly readAt: number;
  readonly lines: readonly NewLine[];
};

type LineKind = 'return' | 'debitReturn' | 'paid' | 'unpaid' | 'deposit';

export type NewLine = {
  readonly line: number;
  readonly kind: LineKind;
  readonly bsb: string;
  readonly accountNumber: string;
  readonly reference: string;
  readonly cents: bigint;
  readonly day: number | null;
  readonly namedId: bigint | null;
  readonly code: string;
  /** Date of the file of a return, and our account in the trace record. */
  readonly fileDay?: string;
  readonly payerAccount?: string | null;
  /** Sender of a deposit, or payer of a returned payment, as the line names them. */
  readonly remitter?: string;
  /** Account that a deposit came from. */
  readonly from?: { readonly bsb: string; readonly accountNumber: string } | null;
};

const READ = `
SELECT name FROM bank_answer WHERE tenant_id = $1 AND name = ANY ($2::text[])
 GROUP BY name HAVING bool_or(state <> 'Refused') OR max(read_at) <= $3`;

/** The names that were read before. A file that was refused since `refusedSinceMs` counts as unread. */
export async function namesRead(
  tx: Tx,
  tenantId: number,
  names: readonly string[],
  refusedSinceMs: number,
): Promise<Set<string>> {
  const rows = await tx.query<{ name: string }>(READ, [tenantId, names, new Date(refusedSinceMs)]);
  return new Set(rows.map(({ name }) => name));
}

const INSERT = `
INSERT INTO bank_answer (id, tenant_id, name, digest, kind, state, reason, lines, cents, content_cipher,
                         content_key_version, read_at, records)
OVERRIDING SYSTEM VALUE VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
ON CONFLICT (tenant_id, digest) DO NOTHING`;
const INSERT_LINES = `
INSERT INTO bank_answer_line (tenant_id, bank_answer_id, line, kind, bsb, account_number, reference, cents, day,
                              named_id, code, remitter, from_bsb, from_account, file_day, payer_account, state)
SELECT $1, $2, l.line, l.kind, l.bsb, l.account_number, l.reference, l.cents, l.day, l.named_id, l.code, l.remitter,
       l.from_bsb, l.from_account, l.file_day, l.payer_account, 'Open'
  FROM ${arrayRows('l', 3, {
    line: 'integer',
    kind: 'text',
    bsb: 'text',
    account_number: 'text',
    reference: 'text',
    cents: 'bigint',
    day: 'smallint',
    named_id: 'bigint',
    code: 'text',
    remitter: 'text',
    from_bsb: 'text',
    from_account: 'text',
    file_day: 'date',
    payer_account: 'text',
  })}`;

/** Stores a file of the bank with its lines. False: one with the same digest is stored already. */
export async function insertAnswer(tx: Tx, secrets: Secrets, answer: NewAnswer): Promise<boolean> {
  const drawn = await tx.first<{ id: bigint }>("SELECT nextval('bank_answer_id_seq') AS id");
  if (!drawn) throw new Error('a sequence answers one row');
  const { id } = drawn;
  const { cipher, keyVersion } = secrets.encrypt(answer.text, 'bankFile', id);
  const { tenantId, name, digest, kind, state, reason, cents, lines } = answer;
  const readAt = new Date(answer.readAt);
  const values = [
    id,
    tenantId,
    name,
    digest,
    kind,
    state,
    reason,
    lines.length,
    cents,
    cipher,
    keyVersion,
    readAt,
    answer.records,
  ];
  if ((await tx.run(INSERT, values)) === 0) return false;
  for (let at = 0; at < lines.length; at += LINES_AT_ONCE)
    insertLines(tx, secrets, { tenantId, id, lines: lines.slice(at, at + LINES_AT_ONCE) });
  return true;
}

const BY_RECORDS = `
SELECT name FROM bank_answer WHERE tenant_id = $1 AND records = $2 AND read_at > $3 AND state <> 'Refused' LIMIT 1`;

/** Name of a file that was read since a moment and has the same records. */
export async function findNameOfRecords(
  tx: Tx,
  tenantId: number,
  records: Buffer,
  sinceMs: number,
): Promise<string | undefined> {
  return (await tx.first<{ name: string }>(BY_RECORDS, [tenantId, records, new Date(sinceMs)]))?.name;
}

const BY_DIGEST = 'SELECT name FROM bank_answer WHERE tenant_id = $1 AND digest = $2';

/** Name under which a file with this digest was stored. */
export async function findNameOfDigest(tx: Tx, tenantId: number, digest: Buffer): Promise<string | undefined> {
  return (await tx.first<{ name: string }>(BY_DIGEST, [tenantId, digest]))?.name;
}

/** PostgreSQL finds an array element of variable length by scanning, so long arrays of texts are slow. */
const LINES_AT_ONCE = 500;

function insertLines(
  tx: Tx,
  secrets: Secrets,
  { tenantId, id, lines }: { readonly tenantId: number; readonly id: bigint; readonly lines: readonly NewLine[] },
): void {
  const kept = (text: string | undefined) => (text === undefined ? null : keepText(secrets, text));
  tx.later(INSERT_LINES, [
    tenantId,
    id,
    lines.map(({ line }) => line),
    lines.map((line) => line.kind),
    lines.map(({ bsb }) => bsb),
    lines.map(({ kind, accountNumber }) =>
      (kind === 'paid' || kind === 'unpaid' ? keepReference : keepText)(secrets, accountNumber),
    ),
    lines.map(({ reference }) => kept(reference)),
    lines.map((line) => line.cents),
    lines.map(({ day }) => day),
    lines.map(({ namedId }) => namedId),
    lines.map(({ code }) => code),
    lines.map(({ remitter }) => kept(remitter)),
    lines.map(({ from }) => from?.bsb ?? null),
    lines.map(({ from }) => from?.accountNumber ?? null),
    lines.map(({ fileDay }) => fileDay ?? null),
    lines.map(({ payerAccount }) => payerAccount ?? null),
  ]);
}

export type AnswerLine = {
  readonly bank_answer_id: bigint;
  readonly line: number;
  readonly kind: LineKind;
  readonly bsb: string;
  readonly account_number: string;
  readonly reference: string;
  readonly cents: bigint;
  readonly day: number | null;
  readonly named_id: bigint | null;
  readonly code: string;
  readonly remitter: string | null;
  /** Date of its file, or the day on which it was read. */
  readonly file_day: string;
  readonly payer_account: string | null;
  readonly from_bsb: string | null;
  readonly from_account: string | null;
  readonly state: LineState;
  readonly transfer_id: bigint | null;
};

const LINE = `l.bank_answer_id, l.line, l.kind, l.bsb, l.account_number, l.reference, l.cents, l.day, l.named_id, l.code,
       l.remitter, l.from_bsb, l.from_account, l.state, l.transfer_id, l.payer_account,
       coalesce(l.file_day, (a.read_at AT TIME ZONE 'Australia/Melbourne')::date)::text AS file_day`;
const OPEN = `
SELECT ${LINE} FROM bank_answer_line l JOIN bank_answer a ON a.tenant_id = l.tenant_id AND a.id = l.bank_answer_id
 WHERE l.tenant_id = $1 AND l.state = 'Open' AND a.state = 'Taken' AND a.kind <> 'instant'
 ORDER BY l.bank_answer_id, l.line LIMIT $2`;

/** Lines of files that are not processed yet. */
export async function listOpenLines(tx: Tx, secrets: Secrets, tenantId: number, most: number): Promise<AnswerLine[]> {
  const rows = await tx.query<AnswerLine>(OPEN, [tenantId, most]);
  return rows.map((row) => ({
    ...row,
    account_number: openText(secrets, row.account_number),
    reference: openText(secrets, row.reference),
    remitter: row.remitter === null ? null : openText(secrets, row.remitter),
  }));
}

const FINISH = `
UPDATE bank_answer_line SET state = $4, transfer_id = $5, done_at = $6, posted_id = $7
 WHERE tenant_id = $1 AND bank_answer_id = $2 AND line = $3 AND state = 'Open'`;

type LineId = Pick<AnswerLine, 'bank_answer_id' | 'line'>;

/** Saves the outcome of a line. `postedId`: what it posted at the bank; undefined: nothing. */
export function finishLine(
  tx: Tx,
  tenantId: number,
  { bank_answer_id: answer, line }: LineId,
  end: {
    readonly state: LineState;
    readonly transferId: bigint | null;
    readonly postedId?: bigint;
    readonly atMs: number;
  },
): void {
  const { state, transferId, postedId = null, atMs } = end;
  tx.later(FINISH, [tenantId, answer, line, state, transferId, new Date(atMs), postedId]);
}

const LINE_STATE = 'SELECT state FROM bank_answer_line WHERE tenant_id = $1 AND bank_answer_id = $2 AND line = $3';

export async function readLineState(tx: Tx, tenantId: number, of: LineId): Promise<LineState | undefined> {
  return (await tx.first<{ state: LineState }>(LINE_STATE, [tenantId, of.bank_answer_id, of.line]))?.state;
}

const BILL = `
SELECT p.transfer_id, p.state, f.name AS file_name, f.state AS file_state, p.account_number
  FROM payment_out p
  JOIN bank_file_line l ON l.tenant_id = p.tenant_id AND l.transfer_id = p.transfer_id AND NOT l.is_void
  JOIN bank_file f ON f.tenant_id = l.tenant_id AND f.id = l.bank_file_id
 WHERE p.tenant_id = $1 AND p.method = ANY ($5::text[]) AND p.transfer_id = $2 AND ltrim(p.bsb, '0') = $3
   AND p.amount = $4`;

export type Bill = {
  readonly transfer_id: bigint;
  readonly state: string;
  readonly file_name: string;
  readonly file_state: string;
};

/** Bill that a result names, if all of its other fields match. */
export async function findBill(
  tx: Tx,
  secrets: Secrets,
  tenantId: number,
  methods: readonly string[],
  line: AnswerLine,
): Promise<Bill | undefined> {
  const asked = [tenantId, line.named_id, line.bsb, line.cents, methods];
  const bill = await tx.first<Bill & { readonly account_number: string }>(BILL, asked);
  return bill && openText(secrets, bill.account_number) === line.account_number ? bill : undefined;
}
