import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenContext, type TestContext } from '../../../../test-support/processes/database.ts';
import { sweep } from '../../../../test-support/due-work.ts';
import { givenBrand, givenSession, givenWebAccount, type TestBrand } from '../../../../test-support/factories.ts';
import { countCallOf } from '../../lockouts/address-rate.ts';
import { addChallenge } from '../passkeys/passkey.store.ts';
import { NO_FAILURES, type Guard } from '../../lockouts/sign-in-guard.domain.ts';
import { lockGuard, saveGuard } from '../../lockouts/sign-in-guard.store.ts';
import { tidyAccess, tidyAddresses } from '../due.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let ctx: TestContext;
beforeAll(async () => {
  ctx = await givenContext();
});
afterAll(() => ctx.close());

const sessions = async (): Promise<string[]> =>
  (await ctx.asOwner<{ id: string }>('SELECT id FROM session')).map(({ id }) => id);

describe('housekeeping', () => {
  it('deletes sessions of every tenant a day after their end, and no others', async () => {
    const ended = await Promise.all(
      [1, 2].map(async () => givenSession(ctx, { webAccount: await givenWebAccount(ctx) })),
    );
    ctx.advance(12 * HOUR + DAY);
    await sweep(ctx, tidyAccess);
    expect(await sessions()).toEqual(expect.arrayContaining(ended.map(({ id }) => id)));
    const live = await givenSession(ctx, { webAccount: await givenWebAccount(ctx) });
    ctx.advance(1);
    await sweep(ctx, tidyAccess);
    expect(await sessions()).toEqual([live.id]);
  });

  it('deletes more than one batch in a run', async () => {
    const webAccount = await givenWebAccount(ctx);
    await ctx.asOwner(
      `INSERT INTO session (id, tenant_id, brand_id, scope, web_account_id, created_at, last_active_at, refreshed_at, ends_at)
       SELECT gen_random_uuid(), $1, $2, 'password', $3, $4, $4, $4, $4 FROM generate_series(1, 1100)`,
      [webAccount.brand.tenantId, webAccount.brand.id, webAccount.id, new Date(ctx.clocks.security.now() - 2 * DAY)],
    );
    await sweep(ctx, tidyAccess);
    const left = await ctx.asOwner('SELECT FROM session WHERE web_account_id = $1', [webAccount.id]);
    expect(left).toHaveLength(0);
  });

  it('deletes guards without a failure for a month', async () => {
    const brand = await givenBrand(ctx);
    const now = ctx.clocks.security.now();
    const failed: Guard = { ...NO_FAILURES, failures: 1, dayFailures: 1, dayStartedAt: now };
    await keep(brand, 1, failed);
    await keep(brand, 2, { ...failed, locks: 7, lockedUntil: now + DAY });
    ctx.advance(31 * DAY);
    await sweep(ctx, tidyAccess);
    expect(await guards(brand)).toEqual([1, 2]);
    ctx.advance(1);
    await sweep(ctx, tidyAccess);
    expect(await guards(brand)).toEqual([2]);
    ctx.advance(DAY);
    await sweep(ctx, tidyAccess);
    expect(await guards(brand)).toEqual([]);
  });

  it('deletes challenges that were not answered in time', async () => {
    const { id: brandId, tenantId } = await givenBrand(ctx);
    const endsAt = ctx.clocks.security.now() + HOUR;
    const challenge = { tenantId, brandId, challenge: Buffer.alloc(32, 5), sessionId: null, rpId: 'localhost', endsAt };
    await ctx.database.transact(tenantId, (tx) => addChallenge(tx, challenge));
    ctx.advance(HOUR - 1);
    await sweep(ctx, tidyAccess);
    expect(await ctx.asOwner('SELECT FROM passkey_challenge')).toHaveLength(1);
    ctx.advance(1);
    await sweep(ctx, tidyAccess);
    expect(await ctx.asOwner('SELECT FROM passkey_challenge')).toHaveLength(0);
  });

  it('deletes the counts of addresses once the longest period is over', async () => {
    await countCallOf(ctx, 'addressSearch', '192.0.2.1');
    ctx.advance(DAY);
    await sweep(ctx, tidyAddresses);
    expect(await ctx.asOwner('SELECT FROM address_attempt')).toHaveLength(2);
    ctx.advance(1);
    await sweep(ctx, tidyAddresses);
    expect(await ctx.asOwner('SELECT FROM address_attempt')).toHaveLength(0);
  });
});

async function keep(brand: TestBrand, byte: number, guard: Guard): Promise<void> {
  const identifierHash = Buffer.alloc(32, byte);
  const key = { tenantId: brand.tenantId, brandId: brand.id, kind: 'card' as const, identifierHash };
  await ctx.database.transact(brand.tenantId, async (tx) => {
    await lockGuard(tx, key);
    saveGuard(tx, key, guard);
  });
}

async function guards(brand: TestBrand): Promise<number[]> {
  const rows = await ctx.asOwner<{ byte: number }>(
    'SELECT get_byte(identifier_hash, 0) AS byte FROM sign_in_guard WHERE brand_id = $1 ORDER BY byte',
    [brand.id],
  );
  return rows.map(({ byte }) => byte);
}
