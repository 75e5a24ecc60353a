import { makeStatements } from '../../server/src/features/statements/public.ts';
import type { AppContext } from '../../server/src/context.ts';
import { givenAccount, givenBrand, givenHolder } from '../../server/test-support/factories.ts';
import { givenCardholder } from '../fixture.ts';
import { runOn } from '../postgres.ts';
import type { Measurement } from '../stage.ts';

/** With what the fixture posts itself. */
const LINES = 498;
const AT_ONCE = 20;
const DAY_MS = 86_400_000;

/** A statement of 500 lines; and as many small ones as was asked for, with the memory that they take. */
export const measureStatements: Measurement = async (stage) => {
  const { ctx, database } = await stage.place('few');
  const { statements } = stage.options;
  const monthly = (tenantId: number) =>
    runOn(database.ownerUrl, 'UPDATE holder SET statement_frequency = 1 WHERE tenant_id = $1', [tenantId]);

  return async (note) => {
    const { card } = await givenCardholder(ctx, database.ownerUrl, LINES);
    await monthly(card.brand.tenantId);
    // The first turn opens the histories, the next one settles their first period.
    const after = Date.now() + 40 * DAY_MS;
    await makeStatements(ctx, card.brand.tenantId, after, AT_ONCE);
    const start = performance.now();
    await makeStatements(ctx, card.brand.tenantId, after, 1);
    note('a statement of 500 lines', performance.now() - start);

    const brand = await givenBrand(ctx);
    for (let made = 0; made < statements; made += AT_ONCE) {
      const some = Array.from({ length: Math.min(AT_ONCE, statements - made) });
      await Promise.all(
        some.map(async () => givenAccount(ctx, { holder: await givenHolder(ctx, { brand }), balance: 10_000n })),
      );
    }
    await monthly(brand.tenantId);
    const { took, memory } = await makeAll(ctx, brand.tenantId, after);
    note('2,000 statements', took / 1_000);
    note('2,000 statements, more memory', memory);
  };
};

/** How long it took, and by how many MB the heap of the second half was above that of the first. */
async function makeAll(ctx: AppContext, tenantId: number, at: number): Promise<{ took: number; memory: number }> {
  const heaps: number[] = [];
  const start = performance.now();
  while (await makeStatements(ctx, tenantId, at, AT_ONCE)) heaps.push(process.memoryUsage().heapUsed);
  const took = performance.now() - start;
  const half = Math.floor(heaps.length / 2);
  const highest = (some: readonly number[]) => Math.max(...some);
  return { took, memory: (highest(heaps.slice(half)) - highest(heaps.slice(0, half))) / 1_048_576 };
}
