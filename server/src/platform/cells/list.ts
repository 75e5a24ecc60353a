import type pg from 'pg';
import { inOne, notifyPlacesChanged } from './cells.ts';
import { type CellClient, type CellDatabases, connectTo, MoveError } from './connect.ts';
import { dropSlotsOfStandbys } from './replicate.ts';

type Row = { readonly id: number; readonly state: string; readonly cluster: string | null; readonly epoch: string };

const PLACES = `
SELECT coalesce(t.id, p.tenant_id) AS id, coalesce(p.state, 'here') AS state, p.cluster, coalesce(p.epoch, 0)::text AS epoch
FROM tenant t FULL JOIN tenant_place p ON p.tenant_id = t.id ORDER BY 1`;

type Owner = { readonly name: string; readonly epoch: bigint };

/** Cells that claim each tenant, the most recent owner first. */
async function readOwners(
  open: ReadonlyMap<string, pg.Client>,
  onRow: (name: string, row: Row) => void = () => {},
): Promise<Map<number, Owner[]>> {
  const owners = new Map<number, Owner[]>();
  for (const [name, client] of open) {
    for (const row of (await client.query<Row>(PLACES)).rows) {
      onRow(name, row);
      if (row.state !== 'here' && row.state !== 'frozen') continue;
      owners.set(row.id, [...(owners.get(row.id) ?? []), { name, epoch: BigInt(row.epoch) }]);
    }
  }
  for (const having of owners.values()) having.sort((one, other) => Number(other.epoch - one.epoch));
  return owners;
}

async function atAll(databases: CellDatabases, work: (open: ReadonlyMap<string, CellClient>) => Promise<void>) {
  const open = new Map<string, CellClient>();
  try {
    for (const name of databases.keys()) open.set(name, await connectTo(name, databases));
    await work(open);
  } finally {
    await Promise.all([...open.values()].map((client) => client.end()));
  }
}

/**
 * Reports the places of tenants, and tenants claimed by several cells after a restore of one. Removes what a move left
 * on nodes that are no longer primary.
 */
export async function listPlaces(databases: CellDatabases, say: (line: string) => void): Promise<void> {
  await atAll(databases, async (open) => {
    const owners = await readOwners(open, (name, { id, state, cluster, epoch }) => {
      const at = state === 'gone' || state === 'arriving' ? `, at ${cluster}` : '';
      say(`${name}: tenant ${id} ${state}${at}, epoch ${epoch}`);
    });
    for (const [id, having] of owners) {
      if (having.length < 2) continue;
      say(`TENANT ${id} IS AT ${having.map(({ name }) => name).join(' AND ')}: ${having[0]?.name} had it last`);
    }
    for (const [name, client] of open) for (const line of await dropSlotsOfStandbys(client)) say(`${name}: ${line}`);
  });
}

/** The most recent owner keeps a tenant; in other cells that claim it, it is marked as gone. */
export async function settlePlace(databases: CellDatabases, tenantId: number, say: (line: string) => void) {
  await atAll(databases, async (open) => {
    const [last, ...others] = (await readOwners(open)).get(tenantId) ?? [];
    if (!last) throw new MoveError(`No cluster has tenant ${tenantId}.`);
    if (others.some(({ epoch }) => epoch === last.epoch))
      throw new MoveError(`Nobody can say who had tenant ${tenantId} last: their epochs are the same.`);
    for (const { name } of others) {
      const client = open.get(name);
      if (!client) continue;
      await inOne(client, async () => {
        await client.query(
          `INSERT INTO tenant_place (tenant_id, state, cluster, epoch) VALUES ($1, 'gone', $2, $3)
           ON CONFLICT (tenant_id) DO UPDATE SET state = 'gone', cluster = excluded.cluster, epoch = excluded.epoch`,
          [tenantId, last.name, String(last.epoch)],
        );
        await client.query('DELETE FROM tenant_move WHERE tenant_id = $1', [tenantId]);
      });
      await notifyPlacesChanged(client);
    }
    say(`tenant ${tenantId} is at ${last.name}, and nowhere else`);
  });
}
