import { makeStatements } from '../../../server/src/features/statements/public.ts';
import type { AppContext } from '../../../server/src/compose/context.ts';
import { givenAccount, givenBrand, givenHolder } from '../../../server/test-support/factories.ts';
import { givenCardholder } from '../fixture.ts';
import { MEGABYTE, openMemoryLook } from '../memory.ts';
import { runOn } from '../postgres.ts';
import type { Measurement } from '../stage.ts';

/** Including the rows that the fixture posts itself. */
const LINES = 498;
const AT_ONCE = 20;
const DAY_MS = 86_400_000;

/** Measures a statement of 500 lines, and many small ones with their memory. */
export const measureStatements: Measurement = async (stage) => {
  const { ctx, database } = await stage.place('few');
  const { statements } = stage.options;
  const monthly = (tenantId: number) =>
    runOn(database.ownerUrl, 'UPDATE holder SET statement_frequency = 1 WHERE tenant_id = $1', [tenantId]);

  return async (note) => {
    const { card } = await givenCardholder(ctx, database.ownerUrl, LINES);
    await monthly(card.brand.tenantId);
    // The first run starts the histories, and the next settles their first period.
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

/** Rounds between two memory samples. */
const LOOK_EVERY = 20;

/** Duration, and growth of memory in MB from the first to the second half. */
async function makeAll(ctx: AppContext, tenantId: number, at: number): Promise<{ took: number; memory: number }> {
  const look = openMemoryLook();
  const looks: number[] = [];
  const start = performance.now();
  for (let round = 1; await makeStatements(ctx, tenantId, at, AT_ONCE); round += 1) {
    if (round % LOOK_EVERY === 0) looks.push(look.take());
  }
  const took = performance.now() - start - look.took();
  const half = Math.floor(looks.length / 2);
  const highest = (some: readonly number[]) => Math.max(...some);
  return { took, memory: (highest(looks.slice(half)) - highest(looks.slice(0, half))) / MEGABYTE };
}
