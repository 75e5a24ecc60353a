import { arrayRows } from '../../platform/database/array-rows.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { Doubt, Finding, RowState } from './judged-row.domain.ts';

/** Values of a row by column, as they were typed. */
export type Cells = Readonly<Record<string, string>>;

/** Things that would be made of a row. */
export type RowPlan = {
  readonly productId: number | null;
  readonly isPerson: boolean;
  /** Its plastic is ordered. */
  readonly isMade: boolean;
  readonly hasLetter: boolean;
  /** Channel of its activation code; `off`: none of its channels works. Null: no code is sent. */
  readonly codeBy: 'sms' | 'email' | 'off' | null;
  readonly openingCents: bigint;
};

export type NewRow = RowPlan & {
  readonly number: number;
  readonly line: number;
  readonly state: RowState;
  readonly reference: string;
  /** Null: it could not be read. */
  readonly cells: Cells | null;
  readonly findings: readonly Finding[];
  readonly doubts: readonly Doubt[];
  readonly marks: readonly string[];
  readonly cardId: bigint | null;
};

type OfFile = { readonly tenantId: number; readonly fileId: bigint };

const ROWS_OF_A_FILE = 1_000_000n;
/** A row is sealed under the id of its file and its place. */
const sealIdOf = (fileId: bigint, number: number) => fileId * ROWS_OF_A_FILE + BigInt(number);

function sealed(secrets: Secrets, { fileId }: OfFile, number: number, cells: Cells | null) {
  if (!cells) return { cipher: null, keyVersion: null };
  return secrets.encrypt(JSON.stringify(cells), 'peopleRow', sealIdOf(fileId, number));
}

const INSERT = `
INSERT INTO people_file_row (tenant_id, file_id, number, line, state, reference, cells_cipher, cells_key_version, findings,
                             doubts, marks, product_id, is_person, is_made, has_letter, code_by, card_id,
                             opening_cents)
SELECT $1, $2, r.number, r.line, r.state, r.reference, r.cipher, r.version, r.findings, r.doubts,
       ARRAY(SELECT jsonb_array_elements_text(r.marks)), r.product_id, r.is_person, r.is_made, r.has_letter, r.code_by,
       r.card_id, r.opening_cents
  FROM ${arrayRows('r', 3, {
    number: 'integer',
    line: 'integer',
    state: 'text',
    reference: 'text',
    cipher: 'bytea',
    version: 'smallint',
    findings: 'jsonb',
    doubts: 'jsonb',
    marks: 'jsonb',
    product_id: 'integer',
    is_person: 'boolean',
    is_made: 'boolean',
    has_letter: 'boolean',
    code_by: 'text',
    card_id: 'bigint',
    opening_cents: 'bigint',
  })}`;

/** Rows with their values sealed, to be inserted by `insertRows`. */
export function sealRows(secrets: Secrets, of: OfFile, rows: readonly NewRow[]): readonly unknown[] {
  const seals = rows.map(({ number, cells }) => sealed(secrets, of, number, cells));
  const json = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value));
  return [
    of.tenantId,
    of.fileId,
    rows.map(({ number }) => number),
    rows.map(({ line }) => line),
    rows.map(({ state }) => state),
    rows.map(({ reference }) => reference),
    seals.map(({ cipher }) => cipher),
    seals.map(({ keyVersion }) => keyVersion),
    json(rows.map(({ findings }) => findings)),
    json(rows.map(({ doubts }) => doubts)),
    json(rows.map(({ marks }) => marks)),
    rows.map(({ productId }) => productId),
    rows.map(({ isPerson }) => isPerson),
    rows.map(({ isMade }) => isMade),
    rows.map(({ hasLetter }) => hasLetter),
    rows.map(({ codeBy }) => codeBy),
    rows.map(({ cardId }) => cardId),
    rows.map(({ openingCents }) => openingCents),
  ];
}

export async function insertRows(tx: Tx, values: readonly unknown[]): Promise<void> {
  await tx.run(INSERT, values);
}

export type StoredRow = {
  readonly number: number;
  readonly line: number;
  readonly state: RowState;
  readonly is_kept: boolean;
  readonly reference: string;
  readonly cells_cipher: Buffer | null;
  readonly cells_key_version: number | null;
  readonly findings: readonly Finding[];
  readonly doubts: readonly Doubt[];
  readonly account: string | null;
  readonly masked_number: string | null;
  readonly card_id: string | null;
};

const SELECT = `
SELECT r.number, r.line, r.state, r.is_kept, r.reference, r.cells_cipher, r.cells_key_version, r.findings, r.doubts,
       a.account_number AS account, c.masked_number, c.card_id
  FROM people_file_row r
  LEFT JOIN card c ON c.tenant_id = r.tenant_id AND c.id = r.card_id
  LEFT JOIN member_account a ON a.tenant_id = c.tenant_id AND a.id = c.member_account_id
 WHERE r.tenant_id = $1 AND r.file_id = $2`;

/** Rows in some states, in their order. */
export function listRows(
  tx: Tx,
  { tenantId, fileId }: OfFile,
  states: readonly RowState[],
  most: number,
): Promise<StoredRow[]> {
  return tx.query(`${SELECT} AND r.state = ANY ($3::text[]) ORDER BY r.number LIMIT $4`, [
    tenantId,
    fileId,
    states,
    most,
  ]);
}

export function findRow(tx: Tx, { tenantId, fileId }: OfFile, number: number): Promise<StoredRow | undefined> {
  return tx.first(`${SELECT} AND r.number = $3`, [tenantId, fileId, number]);
}

/** Values of a row; null: it could not be read, was added, or was erased. */
export function cellsOf(
  secrets: Secrets,
  { fileId }: OfFile,
  { number, cells_cipher: cipher, cells_key_version: version }: StoredRow,
): Cells | null {
  if (cipher === null || version === null) return null;
  return JSON.parse(secrets.decrypt(cipher, version, 'peopleRow', sealIdOf(fileId, number))) as Cells;
}

const SAVE = `
UPDATE people_file_row
   SET state = $4, is_kept = $5, reference = $6, cells_cipher = $7, cells_key_version = $8, findings = $9, doubts = $10,
       marks = $11, product_id = $12, is_person = $13, is_made = $14, has_letter = $15, code_by = $16, card_id = $17,
       opening_cents = $18
 WHERE tenant_id = $1 AND file_id = $2 AND number = $3`;

/** Writes a row that was corrected or kept, and judged by it. */
export async function saveRow(
  tx: Tx,
  secrets: Secrets,
  of: OfFile,
  row: NewRow & { readonly isKept: boolean },
): Promise<void> {
  const { cipher, keyVersion } = sealed(secrets, of, row.number, row.cells);
  await tx.run(SAVE, [
    of.tenantId,
    of.fileId,
    row.number,
    row.state,
    row.isKept,
    row.reference,
    cipher,
    keyVersion,
    JSON.stringify(row.findings),
    JSON.stringify(row.doubts),
    row.marks,
    row.productId,
    row.isPerson,
    row.isMade,
    row.hasLetter,
    row.codeBy,
    row.cardId,
    row.openingCents,
  ]);
}

/** First other row of the file that has each mark. */
export async function rowsWithMarks(
  tx: Tx,
  { tenantId, fileId }: OfFile,
  number: number,
  marks: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.query<{ mark: string; number: number }>(
    `SELECT m.mark, min(r.number) AS number
       FROM people_file_row r CROSS JOIN LATERAL unnest(r.marks) AS m (mark)
      WHERE r.tenant_id = $1 AND r.file_id = $2 AND r.number <> $3 AND m.mark = ANY ($4::text[]) GROUP BY m.mark`,
    [tenantId, fileId, number, marks],
  );
  return new Map(rows.map(({ mark, number: first }) => [mark, first]));
}

export type RowEnd =
  /** Its opening balance could not be loaded: why. */
  | { readonly number: number; readonly cardId: bigint; readonly unloaded?: Finding | undefined }
  | { readonly number: number; readonly findings: readonly Finding[] };

const ADDED = `
UPDATE people_file_row
   SET state = 'Added', card_id = $4, findings = $5, cells_cipher = NULL, cells_key_version = NULL, marks = '{}', doubts = '[]'
 WHERE tenant_id = $1 AND file_id = $2 AND number = $3 AND state = 'Good'`;
const REFUSED = `
UPDATE people_file_row SET state = 'Refused', findings = $4
 WHERE tenant_id = $1 AND file_id = $2 AND number = $3 AND state = 'Good'`;

/** Writes what became of a row. What an added row says of a person is erased: the person has it now. */
export async function saveEnd(tx: Tx, { tenantId, fileId }: OfFile, end: RowEnd): Promise<void> {
  const row = [tenantId, fileId, end.number];
  if ('cardId' in end) await tx.run(ADDED, [...row, end.cardId, JSON.stringify(end.unloaded ? [end.unloaded] : [])]);
  else await tx.run(REFUSED, [...row, JSON.stringify(end.findings)]);
}

/** Rows that a second person agrees to, by product and kind. */
export type PlannedRows = {
  readonly product: string;
  readonly is_person: boolean;
  readonly rows: number;
  readonly made: number;
  readonly letters: number;
  readonly texts: number;
  readonly mails: number;
  readonly off: number;
  readonly loads: number;
  readonly cents: bigint;
};

const PLANNED = `
SELECT p.name AS product, n.* FROM (
  SELECT product_id, is_person, count(*)::int AS rows, count(*) FILTER (WHERE is_made)::int AS made,
         count(*) FILTER (WHERE has_letter)::int AS letters, count(*) FILTER (WHERE code_by = 'sms')::int AS texts,
         count(*) FILTER (WHERE code_by = 'email')::int AS mails, count(*) FILTER (WHERE code_by = 'off')::int AS off,
         count(*) FILTER (WHERE opening_cents > 0)::int AS loads, sum(opening_cents)::bigint AS cents
    FROM people_file_row WHERE tenant_id = $1 AND file_id = $2 AND state = 'Good' GROUP BY product_id, is_person) n
  JOIN product p ON p.tenant_id = $1 AND p.id = n.product_id
 ORDER BY n.product_id, n.is_person DESC`;

export function readPlanned(tx: Tx, { tenantId, fileId }: OfFile): Promise<PlannedRows[]> {
  return tx.query(PLANNED, [tenantId, fileId]);
}
