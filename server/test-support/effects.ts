import type { Tx } from '../src/platform/database/database.ts';
import type { TestContext } from './processes/database.ts';

/** Table in which work inserts a row each time it is carried out. */
export async function givenEffects(ctx: Pick<TestContext, 'asOwner'>): Promise<void> {
  await ctx.asOwner('CREATE TABLE effect (id bigint GENERATED ALWAYS AS IDENTITY, tenant_id integer, what text)');
  await ctx.asOwner('GRANT SELECT, INSERT ON effect TO wattle_app');
}

export async function effect(tx: Tx, tenantId: number, what: string): Promise<void> {
  await tx.run('INSERT INTO effect (tenant_id, what) VALUES ($1, $2)', [tenantId, what]);
}

/** Recorded effects, in order. */
export async function effects(ctx: Pick<TestContext, 'asOwner'>): Promise<string[]> {
  return (await ctx.asOwner<{ what: string }>('SELECT what FROM effect ORDER BY id')).map(({ what }) => what);
}
