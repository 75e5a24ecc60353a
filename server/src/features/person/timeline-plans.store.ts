import type { Tx } from '../../platform/database/database.ts';
import type { Event, TimelineKind } from './timeline.store.ts';

type Read = { readonly tenantId: number; readonly kind: TimelineKind | null; readonly limit: number };
type Account = { readonly id: bigint; readonly ledger_account_id: bigint };

const MICROS = (at: string) => `(extract(epoch FROM ${at}) * 1000000)::bigint`;
const BEFORE = (at: string, number: string) =>
  `(${at}, ${number}) < (timestamptz 'epoch' + $3::bigint * interval '1 microsecond', $4::bigint)`;
const NAME = `coalesce(s.body->>'DestinationAccountName', s.body->>'PayeeName', '')`;

/** When it was made, and what has become of it since. */
const PLANNED = `
SELECT ${MICROS('s.made_at')} || '/' || s.age AS mark, s.made_at AS at, 'money' AS kind,
       CASE WHEN s.hold_id IS NOT NULL THEN 'held' WHEN s.replaces IS NULL THEN 'scheduled' ELSE 'rescheduled' END AS event, ${NAME} AS what, s.kind AS detail,
       -s.amount AS cents,
       CASE WHEN EXISTS (SELECT FROM schedule n WHERE n.tenant_id = $1 AND n.replaces = s.id) THEN 'changed'
            WHEN s.state IN ('Cancelled', 'Deleted') THEN 'stopped' WHEN s.state = 'Completed' THEN 'over'
            WHEN s.waits_since IS NOT NULL THEN 'unconfirmed' WHEN s.hold_id IS NOT NULL THEN 'waiting'
            ELSE 'planned' END AS state,
       '' AS card, '' AS by, s.receipt AS reason
  FROM schedule s
 WHERE s.tenant_id = $1 AND s.member_account_id = $2 AND ${BEFORE('s.made_at', 's.age')}
 ORDER BY s.made_at DESC, s.age DESC LIMIT $5`;

/** A payment of a schedule that was not made. A payment that was made is a posted row. */
const FAILED = `
SELECT ${MICROS('at')} || '/' || number AS mark, at, 'money' AS kind, 'failed' AS event, what, detail, cents, state,
       '' AS card, '' AS by, reason
  FROM (SELECT r.at, s.age * 100000 + (r.planned_day - date '2000-01-01') AS number, ${NAME} AS what, s.kind AS detail,
               -s.amount AS cents, coalesce(r.error, lower(r.state)) AS state, s.receipt AS reason
          FROM schedule s JOIN schedule_run r ON r.tenant_id = $1 AND r.schedule_id = s.id AND r.state <> 'Paid'
         WHERE s.tenant_id = $1 AND s.member_account_id = $2) run
 WHERE ${BEFORE('at', 'number')}
 ORDER BY at DESC, number DESC LIMIT $5`;

const dispute = (event: string, at: string, state: string) => `
SELECT ${MICROS(at)} || '/' || d.reference AS mark, ${at} AS at, 'card' AS kind, '${event}' AS event,
       coalesce(t.description, '') AS what, '' AS detail, -d.amount AS cents, ${state} AS state,
       coalesce(t.card_last4, '') AS card, '' AS by, d.reference AS reason
  FROM dispute d
  LEFT JOIN transaction_detail t ON t.tenant_id = $1 AND t.ledger_account_id = d.ledger_account_id AND t.seq = d.seq
 WHERE d.tenant_id = $1 AND d.ledger_account_id = $2 AND ${at} IS NOT NULL
   AND ${BEFORE(at, 'd.reference::bigint')}
 ORDER BY ${at} DESC, d.reference::bigint DESC LIMIT $5`;

/** The lists of an account besides the posted rows, by their names in a place. */
const LISTS = {
  planned: { sql: PLANNED, kind: 'money', of: (account: Account) => account.id },
  failed: { sql: FAILED, kind: 'money', of: (account: Account) => account.id },
  disputed: { sql: dispute('disputed', 'd.opened_at', 'd.reason'), kind: 'card', of: ledgerOf },
  decided: {
    sql: dispute('decided', 'd.ended_at', 'coalesce(d.resolution, lower(d.state))'),
    kind: 'card',
    of: ledgerOf,
  },
} as const;

function ledgerOf(account: Account): bigint {
  return account.ledger_account_id;
}

/** Payments of an account that are planned, held, stopped or failed, and its disputes: each list newest first. */
export async function readPlans(
  tx: Tx,
  { tenantId, kind, limit }: Read,
  account: Account,
  before: (source: string) => string,
): Promise<Event[][]> {
  const lists: Event[][] = [];
  for (const [name, list] of Object.entries(LISTS)) {
    if (kind !== null && kind !== list.kind) continue;
    const source = `${name}:${account.id}`;
    const [at = '', number = ''] = before(source).split('/');
    const rows = await tx.query<Omit<Event, 'source'>>(list.sql, [tenantId, list.of(account), at, number, limit]);
    lists.push(rows.map((row) => ({ ...row, source })));
  }
  return lists;
}
