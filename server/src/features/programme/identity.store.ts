import type { Tx } from '../../platform/database/database.ts';
import { IDENTITY_PARTS, type IdentityPart, type PartSettings, type ProgrammeIdentity } from './identity.ts';

type Row = { readonly tenant_id: number; readonly part: IdentityPart; readonly settings: unknown };

/** The numbers of all programmes in their order, and the identities of those that have one. */
export async function readIdentities(
  tx: Tx,
): Promise<{ readonly tenants: readonly number[]; readonly own: ReadonlyMap<number, ProgrammeIdentity> }> {
  const [tenants, rows] = await Promise.all([
    tx.query<{ id: number }>('SELECT id FROM tenant ORDER BY id', []),
    tx.query<Row>('SELECT tenant_id, part, settings FROM programme_identity', []),
  ]);
  const own = new Map<number, ProgrammeIdentity>();
  for (const { tenant_id: tenantId, part, settings } of rows) {
    own.set(tenantId, { ...own.get(tenantId), [part]: IDENTITY_PARTS[part].parse(settings) });
  }
  return { tenants: tenants.map(({ id }) => id), own };
}

const SAVE = `
INSERT INTO programme_identity (tenant_id, part, settings, set_at, request_id) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (tenant_id, part) DO UPDATE
  SET settings = excluded.settings, set_at = excluded.set_at, request_id = excluded.request_id`;

export async function saveIdentity<Part extends IdentityPart>(
  tx: Tx,
  tenantId: number,
  part: Part,
  settings: PartSettings<Part>,
  { atMs, request }: { readonly atMs: number; readonly request: bigint },
): Promise<void> {
  await tx.run(SAVE, [tenantId, part, JSON.stringify(settings), new Date(atMs), request]);
}

const SET_BY = `
SELECT i.part, i.set_at, coalesce(a.full_name, '') AS asked_by, coalesce(d.full_name, '') AS approved_by
  FROM programme_identity i
  LEFT JOIN desk_request r ON r.tenant_id = i.tenant_id AND r.id = i.request_id
  LEFT JOIN staff a ON a.tenant_id = r.tenant_id AND a.id = r.asked_by
  LEFT JOIN staff d ON d.tenant_id = r.tenant_id AND d.id = r.decided_by
 WHERE i.tenant_id = $1`;

/** When a part was set (timestamptz as text) and by whom; no names: it was set before that was kept. */
export type PartSetBy = {
  readonly part: IdentityPart;
  readonly set_at: string;
  readonly asked_by: string;
  readonly approved_by: string;
};

/** The people who have set each part of a programme's identity. */
export function listSetBy(tx: Tx, tenantId: number): Promise<PartSetBy[]> {
  return tx.query(SET_BY, [tenantId]);
}

/** False if the programme does not have the part itself. */
export async function deleteIdentity(tx: Tx, tenantId: number, part: IdentityPart): Promise<boolean> {
  return (await tx.run('DELETE FROM programme_identity WHERE tenant_id = $1 AND part = $2', [tenantId, part])) === 1;
}

export async function hasIdentity(tx: Tx, tenantId: number, part: IdentityPart): Promise<boolean> {
  const sql = 'SELECT 1 AS one FROM programme_identity WHERE tenant_id = $1 AND part = $2';
  return (await tx.first(sql, [tenantId, part])) !== undefined;
}

const UNDER_WAY: Readonly<Record<IdentityPart, string | null>> = {
  bank: "SELECT 1 AS one FROM bank_file WHERE tenant_id = $1 AND state IN ('Made', 'Sent') LIMIT 1",
  gateway: `
SELECT 1 AS one FROM gateway_payment WHERE tenant_id = $1 AND state IN ('Opening', 'Open', 'Unknown')
 UNION ALL SELECT 1 FROM gateway_refund WHERE tenant_id = $1 AND state IN ('Asked', 'Pending') LIMIT 1`,
  mail: null,
  sms: null,
};

/** Whether something is under way that only the present account knows. */
export async function isUnderWay(tx: Tx, tenantId: number, part: IdentityPart): Promise<boolean> {
  const sql = UNDER_WAY[part];
  return sql !== null && (await tx.first(sql, [tenantId])) !== undefined;
}
