import type { TestContext } from './database.ts';

/** Every row of every table as text, except the record of migrations. */
export async function dump(ctx: Pick<TestContext, 'asOwner'>): Promise<string> {
  const tables = await ctx.asOwner<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'migration'",
  );
  const parts = [];
  for (const { name } of tables) {
    const rows = await ctx.asOwner<{ line: string }>(`SELECT t::text AS line FROM ${name} t`);
    parts.push(...rows.map(({ line }) => line));
  }
  return parts.join('\n');
}
