import { randomUUID } from 'node:crypto';
import type { Tx } from '../../../platform/database/database.ts';

const FIND =
  'SELECT until FROM pay_id_stop WHERE tenant_id = $1 AND asker = $2 AND until > $3 ORDER BY until DESC LIMIT 1';

/** Until when a person may look up no PayID; undefined: they may. */
export async function findStop(tx: Tx, tenantId: number, asker: string, now: number): Promise<number | undefined> {
  const row = await tx.first<{ until: string }>(FIND, [tenantId, asker, new Date(now)]);
  return row && Date.parse(row.until);
}

export type LookUpStop = {
  readonly asker: string;
  readonly holderId: bigint | null;
  readonly why: 'withoutPayment' | 'closePhones';
  readonly at: number;
  readonly until: number;
};

const INSERT = `
INSERT INTO pay_id_stop (id, tenant_id, asker, holder_id, why, at, until) VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (tenant_id, asker, until) DO NOTHING`;

export async function insertStop(tx: Tx, tenantId: number, stop: LookUpStop): Promise<void> {
  await tx.run(INSERT, [
    randomUUID(),
    tenantId,
    stop.asker,
    stop.holderId,
    stop.why,
    new Date(stop.at),
    new Date(stop.until),
  ]);
}

export type StopRow = {
  readonly id: string;
  readonly holder_id: bigint | null;
  readonly card_id: bigint | null;
  readonly person: string | null;
  readonly why: LookUpStop['why'];
  readonly at: string;
  readonly until: string;
  /** Look-ups of that person in the 24 hours before. */
  readonly look_ups: number;
};

const LIST = `
SELECT s.id, s.holder_id, CASE WHEN s.asker LIKE 'card:%' THEN substr(s.asker, 6)::bigint END AS card_id,
       nullif(trim(concat_ws(' ', h.first_name, h.surname)), '') AS person, s.why, s.at, s.until,
       (SELECT count(*)::int FROM pay_id_look_up l
         WHERE l.tenant_id = $1 AND l.asker = s.asker AND l.at > s.at - interval '24 hours' AND l.at <= s.at) AS look_ups
  FROM pay_id_stop s LEFT JOIN holder h ON h.tenant_id = s.tenant_id AND h.id = s.holder_id
 WHERE s.tenant_id = $1 ORDER BY s.at DESC, s.id LIMIT $2`;

/** People whose look-ups were stopped, the latest first. */
export function listStops(tx: Tx, tenantId: number, most: number): Promise<StopRow[]> {
  return tx.query(LIST, [tenantId, most]);
}

const TIDY = `
DELETE FROM pay_id_stop WHERE id IN (SELECT id FROM pay_id_stop WHERE tenant_id = $1 AND at < $2 LIMIT $3)`;

export function deleteOldStops(tx: Tx, tenantId: number, before: number, most: number): Promise<number> {
  return tx.run(TIDY, [tenantId, new Date(before), most]);
}
