import type { Tx } from '../../platform/database/database.ts';
import type { Judgement } from './marks.domain.ts';

const iso = (ms: number) => new Date(ms).toISOString();

const hashesOf = (holder: string, isMarked: string) => `ARRAY(
  SELECT encode(k.contact_hash, 'hex') FROM contact_mark k
   WHERE k.tenant_id = ${holder}.tenant_id AND k.holder_id = ${holder}.id AND (${isMarked}))`;

const UNREACHED = 'k.failing_since IS NOT NULL OR k.opted_out_at IS NOT NULL';

/** SQL: hashes of a holder's contacts that messages do not reach, as hexadecimal text. */
export const unreachedOf = (holder: string): string => hashesOf(holder, UNREACHED);

/** SQL: the same, with those whose reader reported a mail as unwanted. They get what the law or safety asks for alone. */
export const unwantedOf = (holder: string): string => hashesOf(holder, `${UNREACHED} OR k.complained_at IS NOT NULL`);

type Contacted = { readonly tenantId: number; readonly holderId: bigint; readonly channel: 'email' | 'sms' };
type Marked = Contacted & { readonly contactHash: Buffer };

export type Mark = {
  readonly channel: 'email' | 'sms';
  readonly contact_hash: Buffer;
  readonly failing_since: string | null;
  readonly opted_out_at: string | null;
  readonly complained_at: string | null;
  readonly counts_from: string | null;
  readonly put_off_at: string | null;
  readonly case_opened_at: string | null;
};

const MARKS = `
SELECT holder_id, channel, contact_hash, failing_since, opted_out_at, complained_at, counts_from, put_off_at, case_opened_at
  FROM contact_mark WHERE tenant_id = $1 AND holder_id = ANY ($2::bigint[]) ORDER BY channel`;

/** The marks of a holder. One says something about a contact of its hash alone. */
export function readMarks(tx: Tx, tenantId: number, holderId: bigint): Promise<Mark[]> {
  return tx.query<Mark>(MARKS, [tenantId, [holderId]]);
}

/** The marks of several holders, by holder. */
export async function readMarksOfAll(
  tx: Tx,
  tenantId: number,
  holderIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, readonly Mark[]>> {
  const rows = await tx.query<Mark & { readonly holder_id: bigint }>(MARKS, [tenantId, holderIds]);
  return Map.groupBy(rows, ({ holder_id: id }) => id);
}

/**
 * Lets all that changes the marks of one holder wait for each other until the transaction ends. The row of the holder is
 * not locked: others lock it before rows of the outbox. Rows of the outbox are locked before this, never after it.
 */
export async function lockMarks(tx: Tx, tenantId: number, holderId: bigint): Promise<void> {
  await tx.first('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`contact mark:${tenantId}:${holderId}`]);
}

/** The moment from which messages to a contact count, at the earliest the given one. */
export async function readCountsFrom(
  tx: Tx,
  { tenantId, holderId, channel, contactHash }: Marked,
  earliest: string,
): Promise<string> {
  const row = await tx.first<{ counts_from: string }>(
    `SELECT greatest(counts_from, $5) AS counts_from FROM contact_mark
      WHERE tenant_id = $1 AND holder_id = $2 AND channel = $3 AND contact_hash = $4`,
    [tenantId, holderId, channel, contactHash, earliest],
  );
  return row?.counts_from ?? earliest;
}

const SAVE = `
INSERT INTO contact_mark AS k (tenant_id, holder_id, channel, contact_hash, failing_since, opted_out_at, complained_at)
VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (tenant_id, holder_id, channel) DO UPDATE SET
  contact_hash = excluded.contact_hash,
  failing_since = CASE WHEN k.contact_hash <> excluded.contact_hash THEN excluded.failing_since
                       WHEN $8 THEN NULL ELSE coalesce(k.failing_since, excluded.failing_since) END,
  opted_out_at = CASE WHEN k.contact_hash <> excluded.contact_hash THEN excluded.opted_out_at
                      WHEN $8 THEN NULL ELSE coalesce(k.opted_out_at, excluded.opted_out_at) END,
  complained_at = CASE WHEN k.contact_hash <> excluded.contact_hash THEN excluded.complained_at
                       ELSE coalesce(k.complained_at, excluded.complained_at) END,
  counts_from = CASE WHEN k.contact_hash = excluded.contact_hash THEN k.counts_from END,
  put_off_at = CASE WHEN k.contact_hash = excluded.contact_hash THEN k.put_off_at END`;

/** Saves what receipts say about a contact. A contact without a mark gets one where it is judged to need one. */
export async function saveJudgement(
  tx: Tx,
  { tenantId, holderId, channel, contactHash }: Marked,
  { isFailing, isOptedOut, hasArrived, hasComplained }: Judgement & { readonly hasComplained: boolean },
  nowMs: number,
): Promise<void> {
  const since = (is: boolean) => (is ? iso(nowMs) : null);
  const isCleared = hasArrived && !isFailing && !isOptedOut;
  if (!(isFailing || isOptedOut || hasComplained)) {
    if (!isCleared) return;
    await tx.run(
      `UPDATE contact_mark SET failing_since = NULL, opted_out_at = NULL
        WHERE tenant_id = $1 AND holder_id = $2 AND channel = $3 AND contact_hash = $4`,
      [tenantId, holderId, channel, contactHash],
    );
    return;
  }
  await tx.run(SAVE, [
    tenantId,
    holderId,
    channel,
    contactHash,
    since(isFailing),
    since(isOptedOut),
    since(hasComplained),
    isCleared,
  ]);
}

/** Ends the marks of a holder's contact. Messages of before do not count any more. Returns whether there was one. */
export async function endMark(tx: Tx, { tenantId, holderId, channel }: Contacted, nowMs: number): Promise<boolean> {
  await lockMarks(tx, tenantId, holderId);
  const ended = await tx.run(
    `UPDATE contact_mark SET failing_since = NULL, opted_out_at = NULL, complained_at = NULL, put_off_at = NULL,
            counts_from = $4
      WHERE tenant_id = $1 AND holder_id = $2 AND channel = $3
        AND coalesce(failing_since, opted_out_at, complained_at) IS NOT NULL`,
    [tenantId, holderId, channel, iso(nowMs)],
  );
  return ended > 0;
}

/** Notes that the person does not want to be asked about a contact now. */
export async function putOffMark(tx: Tx, { tenantId, holderId, channel }: Contacted, nowMs: number): Promise<void> {
  await tx.run('UPDATE contact_mark SET put_off_at = $4 WHERE tenant_id = $1 AND holder_id = $2 AND channel = $3', [
    tenantId,
    holderId,
    channel,
    iso(nowMs),
  ]);
}

/** Opens or ends the case of a holder whom no message reaches. Returns whether it was opened now. */
export async function saveCase(
  tx: Tx,
  { tenantId, holderId, isLost, nowMs }: { tenantId: number; holderId: bigint; isLost: boolean; nowMs: number },
): Promise<boolean> {
  if (!isLost) {
    await tx.run(
      `UPDATE contact_mark SET case_opened_at = NULL
        WHERE tenant_id = $1 AND holder_id = $2 AND case_opened_at IS NOT NULL`,
      [tenantId, holderId],
    );
    return false;
  }
  const opened = await tx.run(
    `UPDATE contact_mark k SET case_opened_at = $3
      WHERE k.tenant_id = $1 AND k.holder_id = $2 AND (${UNREACHED})
        AND NOT EXISTS (SELECT FROM contact_mark o
                         WHERE o.tenant_id = $1 AND o.holder_id = $2 AND o.case_opened_at IS NOT NULL)
        AND k.channel = (SELECT max(l.channel) FROM contact_mark l
                          WHERE l.tenant_id = $1 AND l.holder_id = $2
                            AND (l.failing_since IS NOT NULL OR l.opted_out_at IS NOT NULL))`,
    [tenantId, holderId, iso(nowMs)],
  );
  return opened > 0;
}
