import type { Tx } from '../../platform/database/database.ts';

/** One line of a source, before it is put into words. `mark` is its place in its own source. */
export type Event = {
  readonly source: string;
  readonly mark: string;
  readonly at: string;
  readonly kind: TimelineKind;
  readonly event: string;
  readonly what: string;
  readonly detail: string;
  readonly cents: bigint | null;
  readonly state: string;
  readonly card: string;
  readonly by: string;
  readonly reason: string;
  /** Account of a posted row. */
  readonly account?: string;
  /** Request of staff. */
  readonly request?: string | null;
  /** Browser and network of a sign-in. */
  readonly user_agent?: string | null;
  readonly network?: string | null;
};

export const TIMELINE_KINDS = ['card', 'money', 'signIn', 'message', 'staff'] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

type Read = { readonly tenantId: number; readonly kind: TimelineKind | null; readonly limit: number };

/** SQL: the network of an address. The desk sees no more of an address. */
export function networkOf(address: string): string {
  return `network(set_masklen(${address}, CASE family(${address}) WHEN 4 THEN 24 ELSE 48 END))::text`;
}

const POSTED = `
SELECT e.seq::text AS mark, e.effective_at AS at,
       CASE WHEN d.kind IN ('purchase', 'cash', 'refund') THEN 'card' ELSE 'money' END AS kind,
       coalesce(d.kind, 'erased') AS event, coalesce(d.description, '') AS what,
       coalesce(nullif(d.channel, ''), d.counterparty, '') AS detail, e.amount AS cents,
       coalesce(p.state, '') AS state, coalesce(d.card_last4, '') AS card, '' AS by,
       coalesce(d.reference, '') AS reason
  FROM entry e
  LEFT JOIN transaction_detail d ON d.ledger_account_id = $2 AND d.seq = e.seq AND d.seq > $3 AND d.seq <= $4
  LEFT JOIN payment_out p ON p.tenant_id = $1 AND p.transfer_id = e.transfer_id
 WHERE e.tenant_id = $1 AND e.account_id = $2 AND e.seq > $3 AND e.seq <= $4
 ORDER BY e.seq DESC`;

/** Number of rows read in one step if most may be of another kind. */
const WINDOW = 200n;

/** Posted rows of an account up to a sequence, newest first: ranges of its gapless sequence, never a count of rows. */
export async function readPosted(
  tx: Tx,
  { tenantId, kind, limit }: Read,
  { ledgerAccountId, upTo }: { readonly ledgerAccountId: bigint; readonly upTo: bigint },
): Promise<Event[]> {
  if (kind !== null && kind !== 'card' && kind !== 'money') return [];
  const found: Event[] = [];
  const step = kind === null ? BigInt(limit) : WINDOW;
  for (let top = upTo; top > 0n && found.length < limit; top -= step) {
    const rows = await tx.query<Omit<Event, 'source'>>(POSTED, [tenantId, ledgerAccountId, top - step, top]);
    const source = `rows:${ledgerAccountId}`;
    found.push(...rows.filter((row) => kind === null || row.kind === kind).map((row) => ({ ...row, source })));
  }
  return found.slice(0, limit);
}

const PURCHASES = (status: string) => `
SELECT (extract(epoch FROM o.at) * 1000000)::bigint || '/' || o.id AS mark, o.at, 'card' AS kind,
       o.status AS event, o.merchant_name AS what, o.channel AS detail,
       -(CASE WHEN o.status = 'approved' THEN o.current_amount ELSE o.amount END) AS cents,
       coalesce(o.decline_reason, '') AS state, c.last4 AS card, o.receipt AS reason,
       coalesce((SELECT string_agg(r.name, ', ' ORDER BY r.name) FROM purchase_rule_decision d
                   JOIN purchase_rule r ON r.tenant_id = d.tenant_id AND r.id = d.rule_id
                  WHERE d.tenant_id = $1 AND d.authorisation_id = o.id), '') AS by
  FROM authorisation o JOIN card c ON c.tenant_id = o.tenant_id AND c.id = o.card_id
 WHERE o.tenant_id = $1 AND o.member_account_id = $2 AND ${status}
   AND (o.at, o.id) < (timestamptz 'epoch' + $3::bigint * interval '1 microsecond', $4::bigint)
 ORDER BY o.at DESC, o.id DESC LIMIT $5`;

/** Each has an index. Cleared purchases are among the posted rows. */
export const PURCHASES_BY_STATUS = {
  pending: PURCHASES("o.status = 'approved'"),
  declined: PURCHASES("o.status = 'declined'"),
  lapsed: PURCHASES("o.status IN ('reversed', 'expired')"),
} as const;

export async function readPurchases(
  tx: Tx,
  { tenantId, kind, limit }: Read,
  account: { readonly id: bigint; readonly status: keyof typeof PURCHASES_BY_STATUS; readonly before: string },
): Promise<Event[]> {
  if (kind !== null && kind !== 'card') return [];
  const [at = '', id = ''] = account.before.split('/');
  const values = [tenantId, account.id, at, id, limit];
  const rows = await tx.query<Omit<Event, 'source'>>(PURCHASES_BY_STATUS[account.status], values);
  return rows.map((row) => ({ ...row, source: `${account.status}:${account.id}` }));
}

const MESSAGES = `
SELECT m.id::text AS mark, m.queued_at AS at, 'message' AS kind, m.template AS event, '' AS what, m.channel AS detail,
       NULL::bigint AS cents, ${deliveryOf('m')} AS state, '' AS card, '' AS by,
       coalesce(m.undelivered_reason, m.last_error, '') AS reason
  FROM outbox_message m
 WHERE m.tenant_id = $1 AND m.holder_id = $2 AND m.id < $3
 ORDER BY m.id DESC LIMIT $4`;

/** SQL: how far a message has got. */
export function deliveryOf(message: string): string {
  return `CASE WHEN ${message}.complained_at IS NOT NULL THEN 'complained'
               WHEN ${message}.undelivered_at IS NOT NULL AND (${message}.arrived_at IS NULL
                    OR ${message}.channel = 'email' AND ${message}.undelivered_for_good) THEN 'undelivered'
               WHEN ${message}.arrived_at IS NOT NULL THEN 'delivered'
               WHEN ${message}.delivered_at IS NOT NULL THEN 'accepted'
               WHEN ${message}.dead_at IS NOT NULL AND ${message}.last_error = 'replaced' THEN 'withdrawn'
               WHEN ${message}.dead_at IS NOT NULL THEN 'failed'
               WHEN ${message}.last_error IS NOT NULL THEN 'trying again' ELSE 'waiting' END`;
}

export async function readMessages(
  tx: Tx,
  { tenantId, kind, limit }: Read,
  { holderId, before }: { readonly holderId: bigint; readonly before: string },
): Promise<Event[]> {
  if (kind !== null && kind !== 'message') return [];
  const rows = await tx.query<Omit<Event, 'source'>>(MESSAGES, [tenantId, holderId, before, limit]);
  return rows.map((row) => ({ ...row, source: 'messages' }));
}

const kindOfLine = (line: string) =>
  `CASE WHEN ${line}.action ~ '^desk[.]' THEN 'staff' WHEN ${line}.action ~ '^card[.]' THEN 'card' ELSE 'signIn' END`;

/** Audit lines about a person, their sign-ins and cards: acts of staff with their reason, refused sign-ins. */
const ABOUT = `
SELECT l.id::text AS mark, l.at, ${kindOfLine('l')} AS kind,
       CASE WHEN l.outcome = 'requested' THEN 'asked.' ELSE '' END || l.action AS event,
       CASE WHEN l.object ~ '^card:' THEN coalesce((SELECT last4 FROM card c WHERE c.tenant_id = $1
              AND c.id = substring(l.object FROM '^card:([0-9]+)$')::bigint), '') ELSE '' END AS card,
       coalesce(l.details->>'detail', l.details->>'checked', '') AS what,
       r.id::text AS request, coalesce(asker.full_name, '') AS detail, NULL::bigint AS cents,
       CASE WHEN l.outcome <> 'requested' THEN l.outcome
            WHEN r.state = 'Requested' AND r.expires_at <= $6 THEN 'expired'
            ELSE coalesce(lower(r.state), 'requested') END AS state,
       coalesce(s.full_name, '') AS by,
       coalesce(r.reason, note.text, '') AS reason, ${networkOf('a.address')} AS network
  FROM unnest($2::text[]) AS about (object)
  CROSS JOIN LATERAL (
    SELECT * FROM audit_log x
     WHERE x.tenant_id = $1 AND x.object = about.object AND x.id < $3
       AND x.object ~ '^(holder|web|card):' AND NOT x.details ? 'look' AND x.action <> 'desk.approve'
       AND ($5::text IS NULL OR $5 = ${kindOfLine('x')})
     ORDER BY x.id DESC LIMIT $4) l
  LEFT JOIN staff s ON s.tenant_id = $1 AND s.id = substring(l.actor FROM '^staff:([0-9]+)$')::bigint
  LEFT JOIN desk_request r ON r.tenant_id = $1 AND r.id = (l.details->>'request')::bigint
  LEFT JOIN staff asker ON asker.tenant_id = $1 AND asker.id = r.asked_by AND l.outcome <> 'requested'
  LEFT JOIN staff_note note ON note.tenant_id = $1 AND note.id = (l.details->>'note')::bigint
  LEFT JOIN client_address a ON a.tenant_id = $1 AND a.request_id = l.request_id AND l.actor = 'visitor'
 ORDER BY l.id DESC LIMIT $4`;

/** Sign-ins of a person, and the changes that they made while signed in. */
const BY_THEM = `
SELECT l.id::text AS mark, l.at, 'signIn' AS kind, l.action AS event, '' AS card, '' AS what,
       coalesce(l.details->>'scope', '') AS detail, NULL::bigint AS cents, l.outcome AS state, '' AS by, '' AS reason,
       s.user_agent, ${networkOf('a.address')} AS network
  FROM unnest($2::text[]) AS own (actor)
  CROSS JOIN LATERAL (
    SELECT * FROM audit_log x
     WHERE x.tenant_id = $1 AND x.actor = own.actor AND x.id < $3
       AND x.object ~ '^session:' AND x.actor ~ '^(web|card):' AND x.action <> 'session.closed'
     ORDER BY x.id DESC LIMIT $4) l
  LEFT JOIN session s ON s.tenant_id = $1 AND s.id = substring(l.object FROM '^session:([0-9a-f-]{36})$')::uuid
  LEFT JOIN client_address a ON a.tenant_id = $1 AND a.request_id = l.request_id
 ORDER BY l.id DESC LIMIT $4`;

type Lines = { readonly objects: readonly string[]; readonly before: string };

/** Acts about a person. One that was asked for has the state of its request by now. Security time. */
export async function readAbout(
  tx: Tx,
  { tenantId, kind, limit }: Read,
  { objects, before, nowMs }: Lines & { readonly nowMs: number },
): Promise<Event[]> {
  if (kind === 'money' || kind === 'message') return [];
  const values = [tenantId, objects, before, limit, kind, new Date(nowMs)];
  const rows = await tx.query<Omit<Event, 'source'>>(ABOUT, values);
  return rows.map((row) => ({ ...row, source: 'about' }));
}

export async function readByThem(tx: Tx, { tenantId, kind, limit }: Read, lines: Lines): Promise<Event[]> {
  if (kind !== null && kind !== 'signIn') return [];
  const rows = await tx.query<Omit<Event, 'source'>>(BY_THEM, [tenantId, lines.objects, lines.before, limit]);
  return rows.map((row) => ({ ...row, source: 'session' }));
}
