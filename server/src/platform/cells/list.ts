import { type CellDatabases, connectTo } from './cells.ts';

type Row = { readonly id: number; readonly state: string; readonly cluster: string | null; readonly epoch: string };

const PLACES = `
SELECT coalesce(t.id, p.tenant_id) AS id, coalesce(p.state, 'here') AS state, p.cluster, coalesce(p.epoch, 0)::text AS epoch
FROM tenant t FULL JOIN tenant_place p ON p.tenant_id = t.id ORDER BY 1`;

/** Says where tenants are, and which more than one cluster believes to have: after a restore of one of them. */
export async function listPlaces(databases: CellDatabases, say: (line: string) => void): Promise<void> {
  const owners = new Map<number, { readonly name: string; readonly epoch: bigint }[]>();
  for (const name of databases.keys()) {
    const client = await connectTo(name, databases);
    try {
      for (const { id, state, cluster, epoch } of (await client.query<Row>(PLACES)).rows) {
        say(
          `${name}: tenant ${id} ${state}${state === 'gone' || state === 'arriving' ? `, at ${cluster}` : ''}, epoch ${epoch}`,
        );
        if (state === 'here' || state === 'frozen')
          owners.set(id, [...(owners.get(id) ?? []), { name, epoch: BigInt(epoch) }]);
      }
    } finally {
      await client.end();
    }
  }
  for (const [id, having] of owners) {
    if (having.length < 2) continue;
    const newest = having.reduce((one, other) => (other.epoch > one.epoch ? other : one));
    say(`TENANT ${id} IS AT ${having.map(({ name }) => name).join(' AND ')}: ${newest.name} had it last`);
  }
}
