import type { Tx } from '../../platform/database/database.ts';
import type { DayOrder } from '../issuing/public.ts';

export type FileState = 'Ready' | 'Adding' | 'Done' | 'Dropped';

/** A file of people and cards with its rows by their state. */
export type PeopleFile = {
  readonly id: bigint;
  readonly brand_id: number;
  readonly brand: string;
  readonly name: string;
  readonly columns: readonly string[];
  readonly days: DayOrder | null;
  readonly state: FileState;
  readonly version: number;
  readonly good: number;
  readonly doubtful: number;
  readonly wrong: number;
  readonly known: number;
  readonly added: number;
  readonly refused: number;
  /** Good and added rows without a person. */
  readonly cards: number;
  /** Cents that good rows would be given. */
  readonly opening_cents: bigint;
  /** Full name of the member who sent it. */
  readonly sender: string;
  /** timestamptz as text. */
  readonly sent_at: string;
  readonly ended_at: string | null;
  readonly erased_at: string | null;
};

const SELECT = `
SELECT f.id, f.brand_id, b.identifier AS brand, f.name, f.columns, f.days, f.state, f.version, f.good, f.doubtful, f.wrong,
       f.known, f.added, f.refused, f.cards, f.opening_cents, s.full_name AS sender, f.sent_at, f.ended_at, f.erased_at
  FROM people_file f
  JOIN brand b ON b.tenant_id = f.tenant_id AND b.id = f.brand_id
  JOIN staff s ON s.tenant_id = f.tenant_id AND s.id = f.sent_by
 WHERE f.tenant_id = $1`;

/** Files that were sent, the newest first. */
export function listPeopleFiles(tx: Tx, tenantId: number, most: number): Promise<PeopleFile[]> {
  return tx.query(`${SELECT} ORDER BY f.id DESC LIMIT $2`, [tenantId, most]);
}

export function findPeopleFile(tx: Tx, tenantId: number, id: bigint): Promise<PeopleFile | undefined> {
  return tx.first(`${SELECT} AND f.id = $2`, [tenantId, id]);
}

/** The file with its row locked until the transaction ends. */
export async function lockPeopleFile(tx: Tx, tenantId: number, id: bigint): Promise<PeopleFile | undefined> {
  await tx.run('SELECT FROM people_file WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE', [tenantId, id]);
  return findPeopleFile(tx, tenantId, id);
}

/** Id of the file with this digest that was not dropped. */
export async function findByDigest(
  tx: Tx,
  { tenantId, brandId }: { readonly tenantId: number; readonly brandId: number },
  digest: Buffer,
): Promise<bigint | undefined> {
  const row = await tx.first<{ id: bigint }>(
    `SELECT id FROM people_file WHERE tenant_id = $1 AND brand_id = $2 AND digest = $3 AND state <> 'Dropped'`,
    [tenantId, brandId, digest],
  );
  return row?.id;
}

/** Id for a new file, which its rows are sealed with. */
export async function drawFileId(tx: Tx): Promise<bigint> {
  const drawn = await tx.first<{ id: bigint }>("SELECT nextval('people_file_id_seq') AS id");
  if (!drawn) throw new Error('a sequence answers one row');
  return drawn.id;
}

export type NewPeopleFile = Pick<
  PeopleFile,
  'id' | 'name' | 'columns' | 'days' | 'good' | 'doubtful' | 'wrong' | 'known'
> & {
  readonly tenantId: number;
  readonly brandId: number;
  readonly digest: Buffer;
  readonly sentBy: bigint;
  readonly sentAt: number;
};

const INSERT = `
INSERT INTO people_file (id, tenant_id, brand_id, name, digest, columns, days, state, good, doubtful, wrong, known, sent_by,
                         sent_at)
OVERRIDING SYSTEM VALUE VALUES ($1, $2, $3, $4, $5, $6, $7, 'Ready', $8, $9, $10, $11, $12, $13)
ON CONFLICT (tenant_id, brand_id, digest) WHERE state <> 'Dropped' DO NOTHING`;

/** Adds a file. False: the same file was sent meanwhile. */
export async function addPeopleFile(tx: Tx, file: NewPeopleFile): Promise<boolean> {
  const { id, tenantId, brandId, name, digest, columns, days, good, doubtful, wrong, known, sentBy, sentAt } = file;
  const values = [id, tenantId, brandId, name, digest, columns, days, good, doubtful, wrong, known];
  return (await tx.run(INSERT, [...values, sentBy, new Date(sentAt)])) === 1;
}

const COUNT = `
UPDATE people_file f
   SET cards = n.cards, opening_cents = n.opening_cents, good = n.good, doubtful = n.doubtful, wrong = n.wrong, known = n.known, added = n.added, refused = n.refused
  FROM (SELECT count(*) FILTER (WHERE NOT is_person AND state IN ('Good', 'Added')) AS cards,
               count(*) FILTER (WHERE state = 'Good') AS good, count(*) FILTER (WHERE state = 'Doubtful') AS doubtful,
               count(*) FILTER (WHERE state = 'Wrong') AS wrong, count(*) FILTER (WHERE state = 'Known') AS known,
               count(*) FILTER (WHERE state = 'Added') AS added, count(*) FILTER (WHERE state = 'Refused') AS refused,
               coalesce(sum(opening_cents) FILTER (WHERE state = 'Good'), 0) AS opening_cents
          FROM people_file_row WHERE tenant_id = $1 AND file_id = $2) n
 WHERE f.tenant_id = $1 AND f.id = $2`;

/** Counts the rows of a file by their state. */
export async function countRows(tx: Tx, tenantId: number, id: bigint): Promise<void> {
  await tx.run(COUNT, [tenantId, id]);
}

/** Notes that rows have changed, with a column that a correction has added. */
export async function raiseVersion(tx: Tx, tenantId: number, file: PeopleFile, column?: string): Promise<void> {
  const columns = column === undefined || file.columns.includes(column) ? file.columns : [...file.columns, column];
  await tx.run('UPDATE people_file SET version = version + 1, columns = $3 WHERE tenant_id = $1 AND id = $2', [
    tenantId,
    file.id,
    columns,
  ]);
  await countRows(tx, tenantId, file.id);
}

export async function saveFileState(
  tx: Tx,
  tenantId: number,
  id: bigint,
  state: FileState,
  endedAt: number | null = null,
): Promise<void> {
  await tx.run('UPDATE people_file SET state = $3, ended_at = $4 WHERE tenant_id = $1 AND id = $2', [
    tenantId,
    id,
    state,
    endedAt === null ? null : new Date(endedAt),
  ]);
}

const ERASE = `
WITH old AS (
  UPDATE people_file f
     SET erased_at = $3, state = CASE WHEN f.state = 'Ready' THEN 'Dropped' ELSE f.state END,
         ended_at = coalesce(f.ended_at, $3)
   WHERE f.tenant_id = $1 AND f.id IN (
     SELECT id FROM people_file
      WHERE tenant_id = $1 AND erased_at IS NULL AND sent_at < $2 AND state <> 'Adding' ORDER BY sent_at LIMIT $4)
  RETURNING f.id)
UPDATE people_file_row r SET cells_cipher = NULL, cells_key_version = NULL, marks = '{}', doubts = '[]'
  FROM old WHERE r.tenant_id = $1 AND r.file_id = old.id`;
const LEFT = `
SELECT 1 AS one FROM people_file WHERE tenant_id = $1 AND erased_at IS NULL AND sent_at < $2 AND state <> 'Adding' LIMIT 1`;

/** Erases what files say of people that were sent before a moment. Whether there are more. */
export async function eraseBefore(
  tx: Tx,
  tenantId: number,
  { before, now, most }: { readonly before: number; readonly now: number; readonly most: number },
): Promise<boolean> {
  await tx.run(ERASE, [tenantId, new Date(before), new Date(now), most]);
  return (await tx.first(LEFT, [tenantId, new Date(before)])) !== undefined;
}

/** Erases what a dropped file says of people. */
export async function eraseCells(tx: Tx, tenantId: number, id: bigint, now: number): Promise<void> {
  await tx.run(
    `UPDATE people_file_row SET cells_cipher = NULL, cells_key_version = NULL, marks = '{}', doubts = '[]'
      WHERE tenant_id = $1 AND file_id = $2`,
    [tenantId, id],
  );
  await tx.run('UPDATE people_file SET erased_at = $3 WHERE tenant_id = $1 AND id = $2', [tenantId, id, new Date(now)]);
}
