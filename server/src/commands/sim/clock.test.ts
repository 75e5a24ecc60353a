import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { givenContext, givenMode, type TestContext } from '../../../test-support/processes/database.ts';
import { TEST_KEYS } from '../../../test-support/keys.ts';
import { writeInstance } from '../../platform/instance.ts';
import { runSim } from '../sim.ts';

const DAY_MS = 86_400_000;

let ctx: TestContext;
let folder: string;
beforeEach(async () => {
  ctx = await givenContext();
  folder = mkdtempSync(path.join(tmpdir(), 'wattle-clock-'));
  writeInstance(folder, { baseUrl: 'http://127.0.0.1:1', ownerUrl: undefined, appUrl: ctx.url, pid: process.pid });
});
afterEach(async () => {
  await ctx.close();
  rmSync(folder, { recursive: true, force: true });
});

const clock = (...argv: string[]) => clockBy({}, ...argv);

const clockBy = (config: { databaseOwnerUrl?: string }, ...argv: string[]) => simBy(config, 'clock', ...argv);

async function simBy(config: { databaseOwnerUrl?: string }, ...argv: string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await runSim({
    argv,
    config: { dataFolder: folder, namedSecrets: new Map(), ...config },
    readKeys: () => TEST_KEYS,
    now: () => Date.now(),
    say: (line) => out.push(line),
    complain: (line) => err.push(line),
  });
  return { code, err, shown: JSON.parse(out[0] ?? 'null') as { business: string; ahead: string } | null };
}

const offset = async () =>
  Number((await ctx.asOwner<{ offset_ms: string }>('SELECT offset_ms FROM business_clock'))[0]?.offset_ms);

describe('npm run sim -- clock', () => {
  it('shows the business clock, and moves it forward for every server of the database', async () => {
    expect(await clock()).toMatchObject({ code: 0, shown: { ahead: '0m' } });
    const before = Date.now();
    const { code, shown } = await clock('--forward', '3d');
    expect({ code, ahead: shown?.ahead }).toEqual({ code: 0, ahead: '3d' });
    expect(Date.parse(shown?.business ?? '')).toBeGreaterThanOrEqual(before + 3 * DAY_MS);
    expect(await offset()).toBe(3 * DAY_MS);
    expect((await clock('--forward', '90m')).shown?.ahead).toBe('3d 1h 30m');
    expect((await clock()).shown?.ahead).toBe('3d 1h 30m');
  });

  it.each([
    ['--forward', '0d'],
    ['--forward=-1d'],
    ['--forward', '3'],
    ['--forward', '400d'],
    ['--back', '1d'],
    ['3d'],
  ])('takes nothing else: %s %s', async (...argv) => {
    expect(await clock(...argv)).toMatchObject({ code: 2, shown: null });
    expect(await offset()).toBe(0);
  });

  it('does not move in production, whatever the settings of the command say', async () => {
    await givenMode(ctx, 'production');
    const { code, err } = await clock('--forward', '3d');
    expect([code, err]).toEqual([1, ['The clock of production does not move.']]);
    expect(await offset()).toBe(0);
  });

  it('is moved in staging by the owner of the database, and read by others', async () => {
    await givenMode(ctx, 'staging');
    const refused = await clock('--forward', '3d');
    expect([refused.code, refused.err]).toEqual([
      1,
      ['The clock of staging is moved by the owner of the database: set DATABASE_OWNER_URL.'],
    ]);
    expect(await clockBy({ databaseOwnerUrl: ctx.ownerUrl }, '--forward', '3d')).toMatchObject({ code: 0 });
    expect(await offset()).toBe(3 * 86_400_000);
    expect(await clock()).toMatchObject({ code: 0, shown: { ahead: '3d' } });
  });
});

describe('npm run sim -- deposit', () => {
  const INCOMING = 'incoming/bank';
  const deposit = () => simBy({}, 'deposit', '--account', '200100017', '--amount', '50');

  it('leaves a file of the bank in staging', async () => {
    await givenMode(ctx, 'staging');
    expect((await deposit()).code).toBe(0);
    expect(readdirSync(path.join(folder, INCOMING))).toEqual([expect.stringMatching(/^1-sim-[0-9A-F]{12}\.deposits$/)]);
  });

  it('leaves none in production, where it would be money', async () => {
    await givenMode(ctx, 'production');
    const { code, err } = await deposit();
    expect([code, err]).toEqual([1, ['This is production: deposits come from its bank. No file was left.']]);
    expect(existsSync(path.join(folder, INCOMING))).toBe(false);
  });
});
