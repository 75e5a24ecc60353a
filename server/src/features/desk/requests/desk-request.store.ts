import type { Tx } from '../../../platform/database/database.ts';
import type { DeskRow, Effect } from '../desk-command.ts';
import type { GivenInput } from '../given-input.domain.ts';
import { may, ROLES } from '../staff/role.domain.ts';
import type { DeskRequestState } from './desk-request.states.domain.ts';

/** How a request was carried out: the rows of its answer, or why it was refused. */
export type StoredOutcome =
  | { readonly ok: true; readonly rows: readonly DeskRow[]; readonly object?: string }
  | { readonly ok: false; readonly error: string; readonly field?: string };

export type DeskRequest = {
  readonly id: bigint;
  readonly command: string;
  readonly input: GivenInput;
  readonly input_hash: Buffer;
  readonly object: string | null;
  readonly reason: string;
  readonly asked_by: bigint;
  readonly asked_by_name: string;
  readonly asked_by_full_name: string;
  readonly asked_by_role: string;
  /** Names of both people who added the asker to the staff, and the time. Null for the first members. */
  readonly asker_added_by: string | null;
  readonly asker_added_at: string | null;
  readonly asked_at: string;
  readonly expires_at: string;
  /**
   * An approved request that was not carried out is Requested again when its approver is gone; `decided_by` is the
   * former approver.
   */
  readonly state: DeskRequestState;
  readonly decided_by: bigint | null;
  readonly decided_by_name: string | null;
  readonly decided_by_full_name: string | null;
  readonly decided_at: string | null;
  readonly decision_reason: string | null;
  readonly ended_at: string | null;
  readonly outcome: StoredOutcome | null;
  /** Effect when the request was made. Null: made before effects were stored, or about an erased person. */
  readonly effect: readonly Effect[] | null;
  /** How many documents are attached to it. */
  readonly attachments: number;
};

/**
 * Whether a request waits for a decision. A request whose time has passed does not, even before due work marks it
 * Expired.
 */
export const isWaiting = ({ state, decided_by, expires_at }: DeskRequest, nowMs: number): boolean =>
  state === 'Requested' && (decided_by !== null || Date.parse(expires_at) > nowMs);

const iso = (ms: number) => new Date(ms).toISOString();

const DECIDERS = ROLES.filter((role) => may(role, 'decide')).map((role) => `'${role}'`);

/**
 * State of a request. An approved request that was not carried out waits for another approver when its approver is
 * gone.
 */
const STATE = `CASE WHEN r.state = 'Approved' AND (d.ended_at IS NOT NULL OR d.role NOT IN (${DECIDERS.join()}))
  THEN 'Requested' ELSE r.state END`;

const columns = (
  state: string,
) => `r.id, r.command, r.input, r.input_hash, r.object, r.reason, r.asked_by, a.name AS asked_by_name,
  a.full_name AS asked_by_full_name, a.role AS asked_by_role, s.added_by AS asker_added_by, s.added_at AS asker_added_at, r.asked_at, r.expires_at, ${state} AS state, r.decided_by, d.name AS decided_by_name,
  d.full_name AS decided_by_full_name, r.decided_at, r.decision_reason, r.ended_at, r.outcome, r.effect,
  (SELECT count(*)::int FROM desk_attachment f WHERE f.tenant_id = r.tenant_id AND f.request_id = r.id) AS attachments`;
const COLUMNS = columns(STATE);

const REQUESTS = `FROM desk_request r
  JOIN staff a ON a.tenant_id = r.tenant_id AND a.id = r.asked_by
  LEFT JOIN staff d ON d.tenant_id = r.tenant_id AND d.id = r.decided_by
  LEFT JOIN LATERAL (
    SELECT concat_ws(', ', x.full_name, y.full_name) AS added_by, q.ended_at AS added_at
      FROM desk_request q JOIN staff x ON x.tenant_id = q.tenant_id AND x.id = q.asked_by
      JOIN staff y ON y.tenant_id = q.tenant_id AND y.id = q.decided_by
     WHERE q.tenant_id = r.tenant_id AND q.command = 'add-staff' AND q.state = 'Done' AND q.input->>'name' = a.name
  ) s ON true`;

export type NewRequest = {
  readonly tenantId: number;
  readonly command: string;
  readonly input: GivenInput;
  readonly inputHash: Buffer;
  readonly object: string | undefined;
  readonly reason: string;
  readonly effect: readonly Effect[];
  readonly clientKey: string;
  readonly askedBy: bigint;
  readonly nowMs: number;
  readonly expiresAtMs: number;
};

/** Adds a request; undefined if the same is open already, or the key was used before. */
export async function addRequest(tx: Tx, request: NewRequest): Promise<bigint | undefined> {
  const row = await tx.first<{ id: bigint }>(
    `INSERT INTO desk_request (tenant_id, command, input, input_hash, object, reason, client_key, asked_by, asked_at,
                               expires_at, state, effect)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'Requested', $11)
     ON CONFLICT DO NOTHING RETURNING id`,
    [
      request.tenantId,
      request.command,
      JSON.stringify(request.input),
      request.inputHash,
      request.object ?? null,
      request.reason,
      request.clientKey,
      request.askedBy,
      iso(request.nowMs),
      iso(request.expiresAtMs),
      JSON.stringify(request.effect),
    ],
  );
  return row?.id;
}

/** The request that this key of the asker made. */
export function findRequestByKey(
  tx: Tx,
  tenantId: number,
  askedBy: bigint,
  clientKey: string,
): Promise<DeskRequest | undefined> {
  return tx.first<DeskRequest>(
    `SELECT ${COLUMNS} ${REQUESTS} WHERE r.tenant_id = $1 AND r.asked_by = $2 AND r.client_key = $3`,
    [tenantId, askedBy, clientKey],
  );
}

export function findRequest(tx: Tx, tenantId: number, id: bigint): Promise<DeskRequest | undefined> {
  return tx.first<DeskRequest>(`SELECT ${COLUMNS} ${REQUESTS} WHERE r.tenant_id = $1 AND r.id = $2`, [tenantId, id]);
}

export type RequestSums = {
  readonly command: string;
  readonly asked: number;
  readonly done: number;
  readonly refused: number;
  /** Sum in dollars of the requests that were carried out and have an amount. */
  readonly amount_done: string | null;
};

/** Counts the requests of a member since a time by command, the most frequent first. */
export function sumRequestsOf(
  tx: Tx,
  tenantId: number,
  which: { readonly askedBy: bigint; readonly besides: bigint; readonly sinceMs: number },
): Promise<RequestSums[]> {
  return tx.query<RequestSums>(
    `SELECT command, count(*)::int AS asked, count(*) FILTER (WHERE state = 'Done')::int AS done,
            count(*) FILTER (WHERE state = 'Refused')::int AS refused,
            sum(CASE WHEN input->>'amount' ~ '^[0-9]+[.][0-9]{2}$' THEN (input->>'amount')::numeric END)
              FILTER (WHERE state = 'Done')::text AS amount_done
       FROM desk_request
      WHERE tenant_id = $1 AND asked_by = $2 AND asked_at >= $3 AND id <> $4
      GROUP BY command ORDER BY asked DESC, command`,
    [tenantId, which.askedBy, iso(which.sinceMs), which.besides],
  );
}

/** A request, locked until the transaction ends. */
export function lockRequest(tx: Tx, tenantId: number, id: bigint): Promise<DeskRequest | undefined> {
  return tx.first<DeskRequest>(
    `SELECT ${COLUMNS} ${REQUESTS} WHERE r.tenant_id = $1 AND r.id = $2 FOR NO KEY UPDATE OF r`,
    [tenantId, id],
  );
}

/** A request whose time has passed counts as Expired, even before due work marks it. */
const stateAt = (now: string) =>
  `CASE WHEN r.state = 'Requested' AND r.expires_at <= ${now} THEN 'Expired' ELSE ${STATE} END`;
const columnsAt = (now: string) => columns(stateAt(now));

/** Requests in these states, the newest first. It only reads, because a standby may answer it. */
export function listRequests(
  tx: Tx,
  tenantId: number,
  which: {
    readonly states: readonly DeskRequestState[];
    readonly id?: bigint;
    readonly askedBy?: bigint;
    readonly decidedBy?: bigint;
    readonly limit: number;
    readonly nowMs: number;
  },
): Promise<DeskRequest[]> {
  const { states, id = null, askedBy = null, decidedBy = null } = which;
  return tx.query<DeskRequest>(
    `SELECT ${columnsAt('$5')} ${REQUESTS}
      WHERE r.tenant_id = $1 AND ${stateAt('$5')} = ANY ($2) AND ($3::bigint IS NULL OR r.id = $3)
        AND ($6::bigint IS NULL OR r.asked_by = $6) AND ($7::bigint IS NULL OR r.decided_by = $7)
      ORDER BY r.id DESC LIMIT $4`,
    [tenantId, states, id, which.limit, iso(which.nowMs), askedBy, decidedBy],
  );
}

/** Requests that ended since a moment, the last ended first. It only reads, because a standby may answer it. */
export function listEndedRequests(
  tx: Tx,
  tenantId: number,
  which: { readonly sinceMs: number; readonly limit: number; readonly nowMs: number },
): Promise<DeskRequest[]> {
  return tx.query<DeskRequest>(
    `SELECT ${columnsAt('$4')} ${REQUESTS}
      WHERE r.tenant_id = $1
        AND (r.ended_at >= $2 OR r.state = 'Requested' AND r.expires_at BETWEEN $2 AND $4)
      ORDER BY coalesce(r.ended_at, r.expires_at) DESC, r.id DESC LIMIT $3`,
    [tenantId, iso(which.sinceMs), which.limit, iso(which.nowMs)],
  );
}

export type Decided = {
  readonly id: bigint;
  readonly state: 'Approved' | 'Refused';
  readonly by: bigint;
  readonly reason: string | undefined;
  readonly nowMs: number;
};

export async function saveDecision(tx: Tx, tenantId: number, decided: Decided): Promise<void> {
  const { id, state, by, reason, nowMs } = decided;
  await tx.run(
    `UPDATE desk_request
        SET state = $3, decided_by = $4, decided_at = $5, decision_reason = $6,
            ended_at = CASE WHEN $3 = 'Refused' THEN $5::timestamptz END
      WHERE tenant_id = $1 AND id = $2`,
    [tenantId, id, state, by, iso(nowMs), reason ?? null],
  );
}

export async function saveOutcome(
  tx: Tx,
  tenantId: number,
  ended: {
    readonly id: bigint;
    readonly state: 'Done' | 'Failed';
    readonly outcome: StoredOutcome;
    readonly nowMs: number;
  },
): Promise<void> {
  await tx.run('UPDATE desk_request SET state = $3, outcome = $4, ended_at = $5 WHERE tenant_id = $1 AND id = $2', [
    tenantId,
    ended.id,
    ended.state,
    JSON.stringify(ended.outcome),
    iso(ended.nowMs),
  ]);
}

/** Ends requests that were not decided in time. Returns their ids. */
export async function expireOverdue(tx: Tx, tenantId: number, nowMs: number): Promise<bigint[]> {
  const rows = await tx.query<{ id: bigint }>(
    `UPDATE desk_request SET state = 'Expired', ended_at = $2
      WHERE tenant_id = $1 AND state = 'Requested' AND expires_at <= $2 RETURNING id`,
    [tenantId, iso(nowMs)],
  );
  return rows.map(({ id }) => id);
}

/** Refuses the undecided requests of a member. Returns their number. */
export function refuseRequestsOf(
  tx: Tx,
  tenantId: number,
  { askedBy, by, nowMs }: { readonly askedBy: bigint; readonly by: bigint; readonly nowMs: number },
): Promise<number> {
  return tx.run(
    `UPDATE desk_request SET state = 'Refused', decided_by = $3, decided_at = $4, ended_at = $4
      WHERE tenant_id = $1 AND asked_by = $2 AND state = 'Requested'`,
    [tenantId, askedBy, by, iso(nowMs)],
  );
}
