import { isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import { arrayRows } from '../database/array-rows.ts';
import type { Tx } from '../database/database.ts';

/** Maximum number of requests whose addresses are remembered, far above those in flight. */
const REMEMBERED = 20_000;

/** Addresses of requests in flight. By id, because a transaction may carry out several requests. */
const addresses = new LRUCache<string, string>({ max: REMEMBERED });

/** Remembers the address of a request for its audit lines. */
export function noteClientAddress(requestId: string, address: string): void {
  const plain = toPlainAddress(address);
  if (plain !== undefined) addresses.set(requestId, plain);
}

/** Address in the format of PostgreSQL: without a zone, and IPv4 in its own form. Undefined: invalid. */
export function toPlainAddress(address: string): string | undefined {
  const [withoutZone = ''] = address.split('%');
  const plain = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(withoutZone)?.[1] ?? withoutZone;
  return isIP(plain) === 0 ? undefined : plain;
}

const INSERT = `
INSERT INTO client_address (tenant_id, request_id, address, at)
SELECT line.tenant_id, line.request_id, line.address::inet, to_timestamp($1::float8 / 1000)
FROM ${arrayRows('line', 2, { tenant_id: 'integer', request_id: 'text', address: 'text' })}
ON CONFLICT DO NOTHING`;

type Audited = { readonly tenantId: number; readonly requestId?: string | undefined };

/** Stores the addresses of audited requests with a deferred statement. Security time. */
export function keepClientAddresses(tx: Tx, audited: readonly Audited[], nowMs: number): void {
  const rows = audited.flatMap(({ tenantId, requestId }) => {
    const address = requestId === undefined ? undefined : addresses.get(requestId);
    return address === undefined ? [] : [{ tenantId, requestId, address }];
  });
  if (rows.length === 0) return;
  tx.later(INSERT, [
    nowMs,
    rows.map((row) => row.tenantId),
    rows.map((row) => row.requestId),
    rows.map((row) => row.address),
  ]);
}

/**
 * Truncates addresses from before a moment of the security clock to the network: 24 bits of IPv4, 48 of IPv6. Returns
 * how many, `limit` at most.
 */
export function truncateClientAddresses(tx: Tx, tenantId: number, beforeMs: number, limit: number): Promise<number> {
  return tx.run(
    `UPDATE client_address
        SET address = network(set_masklen(address, CASE family(address) WHEN 4 THEN 24 ELSE 48 END))::inet,
            is_truncated = true
      WHERE tenant_id = $1 AND request_id = ANY
        (ARRAY(SELECT request_id FROM client_address
          WHERE tenant_id = $1 AND NOT is_truncated AND at < $2 ORDER BY at LIMIT $3 FOR UPDATE SKIP LOCKED))`,
    [tenantId, new Date(beforeMs).toISOString(), limit],
  );
}

/** Deletes truncated addresses from before a moment of the security clock. Returns how many, `limit` at most. */
export function deleteClientAddresses(tx: Tx, tenantId: number, beforeMs: number, limit: number): Promise<number> {
  return tx.run(
    `DELETE FROM client_address WHERE tenant_id = $1 AND request_id = ANY
        (ARRAY(SELECT request_id FROM client_address
          WHERE tenant_id = $1 AND is_truncated AND at < $2 ORDER BY at LIMIT $3 FOR UPDATE SKIP LOCKED))`,
    [tenantId, new Date(beforeMs).toISOString(), limit],
  );
}
