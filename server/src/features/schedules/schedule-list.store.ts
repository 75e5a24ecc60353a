import type { ErrorName } from '@wattle/contract/errors.ts';
import { type Clocks, monthAt } from '../../platform/time/clock.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Session } from '../../http/handle.ts';
import { seesAccount } from '../card-facts/public.ts';
import type { Person } from '../payments/public.ts';
import type { RunState } from './schedule.store.ts';

type Caller = Pick<Session, 'tenantId' | 'brandId' | 'holderId' | 'cardId'>;

const OWN = `
SELECT a.id AS member_account_id, coalesce(c.holder_id, $4::bigint, 0) AS holder_id
FROM member_account a
LEFT JOIN card c ON c.tenant_id = $1 AND c.id = $5::bigint AND c.member_account_id = a.id
WHERE a.tenant_id = $1 AND a.brand_id = $2 AND a.account_number = $3
  AND CASE WHEN $5::bigint IS NULL THEN ${seesAccount('a', '$4::bigint', '$6')} ELSE c.id IS NOT NULL END`;

/** An account of the caller's, and who the caller is as a holder. */
export function findOwnAccount(
  tx: Tx,
  { tenantId, brandId, holderId, cardId }: Caller,
  accountNumber: string,
  { business }: Pick<Clocks, 'business'>,
): Promise<{ member_account_id: bigint; holder_id: bigint } | undefined> {
  return tx.first(OWN, [tenantId, brandId, accountNumber, holderId, cardId, monthAt(business.now())]);
}

export type ListedRun = {
  readonly planned_day: string;
  readonly state: RunState;
  readonly error: ErrorName | null;
  readonly available: number | null;
  readonly receipt: string | null;
  readonly at: string;
};

const RUNS_SHOWN = 12;

/** SQL: a schedule, and the last ones that it replaced. */
const SELF_AND_BEFORE = `
WITH RECURSIVE own (id, replaces, depth) AS (
  SELECT s.id, s.replaces, 1
  UNION ALL
  SELECT before.id, before.replaces, own.depth + 1 FROM own
    JOIN schedule before ON before.tenant_id = $1 AND before.id = own.replaces
   WHERE own.depth < ${RUNS_SHOWN})
SELECT id FROM own`;

const IDS = `
SELECT s.id,
       (SELECT coalesce(json_agg(r ORDER BY r.planned_day DESC), '[]') FROM (
          SELECT planned_day::text, state, error, available, receipt, at FROM schedule_run
          WHERE tenant_id = $1 AND schedule_id IN (${SELF_AND_BEFORE})
          ORDER BY planned_day DESC LIMIT ${RUNS_SHOWN}) AS r) AS runs
FROM schedule s
WHERE s.tenant_id = $1 AND s.member_account_id = $2 AND s.holder_id = $3
  AND (s.state = 'Active' OR (s.state IN ('Completed', 'Cancelled') AND EXISTS (
        SELECT FROM schedule_run last
        WHERE last.tenant_id = $1 AND last.schedule_id = s.id AND last.at > $4 AND last.state IN ('Failed', 'Missed')
          AND last.planned_day = (SELECT max(planned_day) FROM schedule_run m WHERE m.tenant_id = $1 AND m.schedule_id = s.id))))
ORDER BY s.state <> 'Active', s.due_at, s.age`;

/** Schedules of the caller that are listed, with their last runs. */
export function listSchedules(
  tx: Tx,
  tenantId: number,
  { memberAccountId, holderId }: { readonly memberAccountId: bigint; readonly holderId: bigint },
  endedSinceMs: number,
): Promise<{ id: string; runs: readonly ListedRun[] }[]> {
  return tx.query(IDS, [tenantId, memberAccountId, holderId, new Date(endedSinceMs).toISOString()]);
}

const PLANNED = `
SELECT s.id FROM schedule s
WHERE s.tenant_id = $1 AND s.member_account_id = $2 AND s.holder_id = $3 AND s.receipt = $4 AND s.state = 'Active'
  AND s.hold_id IS NULL AND s.waits_since IS NULL`;

/** The caller's scheduled payment with this receipt number that will be paid on its days: neither held nor waiting. */
export async function findPlannedId(
  tx: Tx,
  tenantId: number,
  { memberAccountId, holderId }: { readonly memberAccountId: bigint; readonly holderId: bigint },
  receipt: string,
): Promise<string | undefined> {
  return (await tx.first<{ id: string }>(PLANNED, [tenantId, memberAccountId, holderId, receipt]))?.id;
}

const COUNT_SCHEDULED = `
SELECT c.id AS card_id, count(s.id)::integer AS count
FROM card c
LEFT JOIN schedule s ON s.tenant_id = $1 AND s.member_account_id = c.member_account_id AND s.holder_id = c.holder_id
  AND s.state = 'Active'
WHERE c.tenant_id = $1 AND c.id = ANY ($2::bigint[])
GROUP BY c.id`;

/** Number of payments that the holders of cards have scheduled from the accounts of those cards. */
export function countScheduled(
  tx: Tx,
  tenantId: number,
  cardIds: readonly bigint[],
): Promise<{ card_id: bigint; count: number }[]> {
  return tx.query(COUNT_SCHEDULED, [tenantId, cardIds]);
}

const REFERENCES = `
SELECT s.id, s.body->>'customerReference' AS reference FROM schedule s
 WHERE s.tenant_id = $1 AND s.kind = 'bpay' AND ltrim(s.body->>'billerCode', '0') = ltrim($2, '0')
   AND s.holder_id = coalesce($3::bigint, (SELECT holder_id FROM card WHERE tenant_id = $1 AND id = $4))`;

/** References with which a person scheduled bills of a biller, in their stored form. */
export function listBillReferences(
  tx: Tx,
  tenantId: number,
  billerCode: string,
  { holderId, cardId }: Pick<Person, 'holderId' | 'cardId'>,
): Promise<{ readonly id: string; readonly reference: string }[]> {
  return tx.query(REFERENCES, [tenantId, billerCode, holderId, cardId]);
}
