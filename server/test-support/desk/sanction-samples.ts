import { givenBrand, givenHolder, givenTenant } from '../factories.ts';
import type { TestApp } from '../app.ts';
import type { DeskSample, Sample } from './desk-sample.ts';

/** A programme with a list, and a person whose name is like one of it. */
const givenHit =
  (inputOf: (hit: string) => DeskSample['input']) =>
  async ({ ctx }: TestApp): Promise<DeskSample> => {
    const tenant = await givenTenant(ctx);
    const holder = await givenHolder(ctx, { brand: await givenBrand(ctx, { tenant }) });
    await ctx.asOwner(
      `INSERT INTO sanction_list (tenant_id, source, entries, threshold, loaded_by, loaded_at)
       VALUES ($1, 'List', 1, 85, 'kate', '2026-11-20')`,
      [tenant.id],
    );
    const [hit] = await ctx.asOwner<{ id: bigint }>(
      `INSERT INTO sanction_hit (tenant_id, kind, object_id, name, reference, listed_name, likeness, threshold, source,
                                 found_at)
       VALUES ($1, 'person', $2, 'Ana Ruiz', '101', 'Anna Ruiz', 95, 85, 'List', '2026-11-18') RETURNING id`,
      [tenant.id, holder.id],
    );
    const sql = `SELECT h.state, (SELECT count(*) FROM sanction_list l WHERE l.tenant_id = h.tenant_id) AS lists
                   FROM sanction_hit h WHERE h.tenant_id = $1`;
    return {
      tenantId: tenant.id,
      input: inputOf(String(hit?.id)),
      state: async () => JSON.stringify(await ctx.asOwner(sql, [tenant.id])),
      marked: [],
    };
  };

const MANAGER = { roles: ['manager'], needsApproval: false, elsewhere: 'no rows' } as const;
const BY_TWO = { ...MANAGER, needsApproval: true, elsewhere: 'not_found' } as const;

export const SANCTION_SAMPLES: Readonly<Record<string, Sample>> = {
  'sanctions-list': { ...MANAGER, given: givenHit(() => ({})) },
  'sanctions-hits': { ...MANAGER, given: givenHit(() => ({})) },
  'load-sanctions': {
    ...MANAGER,
    elsewhere: 'own figures',
    given: givenHit(() => ({ source: 'Another list', names: 'firstName', reference: 'reference' })),
  },
  'clear-hit': { ...BY_TWO, given: givenHit((hit) => ({ hit })) },
  'confirm-hit': { ...BY_TWO, given: givenHit((hit) => ({ hit })) },
};
