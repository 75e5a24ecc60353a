import type { Tx } from '../../platform/database/database.ts';

/** `from` is the first day and `to` the last, in the zone of the programme; given as the instants that bound them. */
export type Period = { readonly fromMs: number; readonly untilMs: number };

export type ReportedRow = {
  readonly reference: string;
  readonly product: string;
  readonly subject: string;
  readonly state: string;
  readonly outcome: string | null;
  readonly is_taken: boolean;
  readonly opened_at: string;
  readonly acknowledged_at: string | null;
  readonly acknowledge_by: string;
  readonly answered_at: string | null;
  readonly ended_at: string | null;
  readonly referred_at: string | null;
  readonly remedy: bigint | null;
  readonly handler: string | null;
};

const REPORTED = `
SELECT c.reference, c.subject, c.state, c.outcome, c.taken_by IS NOT NULL AS is_taken, c.opened_at, c.acknowledged_at,
       c.acknowledge_by, c.answered_at, c.ended_at, c.referred_at, c.remedy, s.full_name AS handler,
       coalesce((SELECT p.name FROM card k
                   JOIN product p ON p.tenant_id = k.tenant_id AND p.id = k.product_id
                  WHERE k.tenant_id = c.tenant_id AND k.holder_id = c.holder_id ORDER BY k.id DESC LIMIT 1), '') AS product
  FROM complaint c LEFT JOIN staff s ON s.tenant_id = c.tenant_id AND s.id = c.handler
 WHERE c.tenant_id = $1 AND c.opened_at >= $2 AND c.opened_at < $3
 ORDER BY c.opened_at, c.reference LIMIT $4`;

/** Complaints that were opened in a period, the first one first. */
export function listReported(tx: Tx, tenantId: number, { fromMs, untilMs }: Period, most: number) {
  return tx.query<ReportedRow>(REPORTED, [tenantId, new Date(fromMs), new Date(untilMs), most]);
}

export type FiguresRow = Readonly<
  Record<
    'open' | 'overdue' | 'afca' | 'acknowledged' | 'acknowledged_in_time' | 'answered' | 'answered_in_time',
    number
  >
>;

const FIGURES = `
SELECT (count(*) FILTER (WHERE state IN ('Received', 'Working')))::int AS open,
       (count(*) FILTER (WHERE (state = 'Received' AND acknowledge_by < $2)
                            OR (state = 'Working' AND answer_by < $3::date)))::int AS overdue,
       (count(*) FILTER (WHERE state = 'WithAfca'))::int AS afca,
       (count(*) FILTER (WHERE acknowledged_at >= $4))::int AS acknowledged,
       (count(*) FILTER (WHERE acknowledged_at >= $4 AND acknowledged_at <= acknowledge_by))::int AS acknowledged_in_time,
       (count(*) FILTER (WHERE answered_at >= $4))::int AS answered,
       (count(*) FILTER (WHERE answered_at >= $4 AND answered_at < opened_at + interval '31 days'))::int AS answered_in_time
  FROM complaint WHERE tenant_id = $1 AND (opened_at >= $4 - interval '1 year' OR state IN ('Received', 'Working', 'WithAfca'))`;

type Now = { readonly ms: number; readonly day: string };

/** Counts of complaints that are open, and of what was in time since a moment. */
export async function readFigures(tx: Tx, tenantId: number, now: Now, sinceMs: number): Promise<FiguresRow> {
  const row = await tx.first<FiguresRow>(FIGURES, [tenantId, new Date(now.ms), now.day, new Date(sinceMs)]);
  if (!row) throw new Error('a count has a row');
  return row;
}

export type ComplaintState = Readonly<Record<'open' | 'overdue', bigint>>;

/** Complaints that wait, over all programmes. */
export function readComplaintState(tx: Tx, now: Now): Promise<ComplaintState | undefined> {
  return tx.first<ComplaintState>('SELECT * FROM complaint_state($1, $2)', [new Date(now.ms), now.day]);
}
