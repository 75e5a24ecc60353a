import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { givenDatabase } from '../../../test-support/processes/database.ts';
import type { TestDatabase } from '../../../test-support/processes/database.ts';
import { startBusinessClock } from './business-clock.ts';
import type { BusinessClock } from './business-clock.ts';

const DAY_MS = 86_400_000;

describe('the business clock', () => {
  let given: TestDatabase;
  const clocks: BusinessClock[] = [];
  beforeEach(async () => {
    given = await givenDatabase();
  });
  afterEach(async () => {
    for (const clock of clocks.splice(0)) clock.stop();
    await given.close();
  });

  async function givenClock(): Promise<BusinessClock> {
    const clock = await startBusinessClock(given.database, () => {});
    clocks.push(clock);
    return clock;
  }
  const aheadOf = (clock: BusinessClock) => clock.now() - Date.now();

  it('is real time until it is moved', async () => {
    expect(Math.abs(aheadOf(await givenClock()))).toBeLessThan(1_000);
  });

  it('stays moved forward, also for a server that starts later', async () => {
    const clock = await givenClock();
    await clock.moveForward(3 * DAY_MS);
    await clock.moveForward(DAY_MS);
    expect(Math.abs(aheadOf(clock) - 4 * DAY_MS)).toBeLessThan(1_000);
    expect(Math.abs(aheadOf(await givenClock()) - 4 * DAY_MS)).toBeLessThan(1_000);
  });

  it('is picked up by another server on the same database', async () => {
    const other = await givenClock();
    await (await givenClock()).moveForward(DAY_MS);
    await vi.waitFor(() => expect(aheadOf(other)).toBeGreaterThan(DAY_MS - 1_000), { timeout: 10_000, interval: 50 });
  });

  it.each([0, -1, 0.5, Number.NaN])('is not moved by %s ms', async (ms) => {
    const clock = await givenClock();
    await expect(clock.moveForward(ms)).rejects.toThrow(RangeError);
    expect(await given.asOwner('SELECT offset_ms FROM business_clock')).toEqual([{ offset_ms: '0' }]);
  });
});
