import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../test-support/app.ts';
import { TEST_START } from '../../test-support/processes/database.ts';
import { givenBrand, givenProduct } from '../../test-support/factories.ts';
import { givenUser, postApi } from '../../test-support/signed-in.ts';
import { runDirectories } from './directories.ts';
import { DirectoryFileError, loadDirectory } from '../start/load-directories.ts';

let test: TestApp;
let user: Awaited<ReturnType<typeof givenUser>>;
let folder: string;
beforeAll(async () => {
  test = await givenApp();
  const brand = await givenBrand(test.ctx);
  const product = await givenProduct(test.ctx, { brand, settings: { bsb: '000-001' } });
  user = await givenUser(test.ctx, { brand, product });
  folder = mkdtempSync(path.join(tmpdir(), 'wattle-directories-'));
});
beforeEach(() => test.ctx.setBusinessTime(TEST_START));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await test.close();
});

const ask = async (url: string, body: object) => {
  const response = await postApi(test, url, user.headers, body);
  return response.statusCode === 200 ? response.json() : [response.json().error[0], response.json().field];
};
const fileOf = (text: string) => {
  const file = path.join(folder, 'file.csv');
  writeFileSync(file, text);
  return file;
};

describe('the biller of a code', () => {
  // The rules that sample-billers.csv gives them. No product here has its own card numbers.
  const NONE = { LeastAmount: null, MostAmount: null };
  const POWER = {
    CheckRule: 'MOD10V05',
    ShortestReference: 8,
    LongestReference: 8,
    MaskedPrefixes: [],
    PayeeReference: null,
    ...NONE,
  };
  const ANY = {
    CheckRule: 'none',
    ShortestReference: 2,
    LongestReference: 20,
    MaskedPrefixes: [],
    PayeeReference: null,
  };
  const COUNCIL = { ...ANY, LeastAmount: 20, MostAmount: 5_000 };
  it.each([
    ['23796', { BillerName: 'Harbour Electricity', IsVariableCRN: false, ...POWER }],
    [' 23 796 ', { BillerName: 'Harbour Electricity', IsVariableCRN: false, ...POWER }],
    ['0000023796', { BillerName: 'Harbour Electricity', IsVariableCRN: false, ...POWER }],
    ['99853', { BillerName: 'Metro Council', IsVariableCRN: true, ...COUNCIL }],
    ['00000023796', ['20243', 'BillerCode']],
    ['12', ['20243', 'BillerCode']],
    ['11111', ['20227', 'BillerCode']],
    ['74625', ['20250', 'BillerCode']],
    ['', ['20010', 'BillerCode']],
  ])('%j is answered', async (BillerCode, answer) => {
    expect(await ask('bPay/getBPayBiller', { BillerCode })).toEqual(answer);
  });

  it('is deactivated from the day after its last one', async () => {
    test.ctx.setBusinessTime('2026-11-30T02:00:00Z');
    expect(await ask('bPay/getBPayBiller', { BillerCode: '1313' })).toMatchObject({ BillerName: 'Closing Biller' });
    test.ctx.setBusinessTime('2026-12-01T02:00:00Z');
    expect(await ask('bPay/getBPayBiller', { BillerCode: '1313' })).toEqual(['20233', 'BillerCode']);
  });
});

describe('the institution of a BSB', () => {
  it.each([
    ['000-101', { _entity: 'Testbank Sydney', TakesPayTo: false }],
    ['000 002', { _entity: 'Harbour Mutual Geelong', TakesPayTo: false }],
    ['000-555', { _entity: '' }],
    ['000-198', ['20235', 'BsbNumber']],
    ['000-199', ['32209', 'BsbNumber']],
    ['00010', ['20010', 'BsbNumber']],
  ])('%j is answered', async (BsbNumber, answer) => {
    expect(await ask('transfer/getBsbDetails', { BsbNumber })).toEqual(answer);
  });

  it.each([
    ['000-001', { _entity: 'Harbour Mutual Melbourne' }],
    ['000-002', { _entity: 'Harbour Mutual Geelong' }],
    ['000-101', { _entity: '' }],
    ['000-198', ['20235', 'BsbNumber']],
    ['000-199', ['32209', 'BsbNumber']],
  ])("of the brand's own institution: %j is answered", async (BsbNumber, answer) => {
    expect(await ask('transfer/getInternalBsbDetailsAsync', { BsbNumber })).toEqual(answer);
  });
});

describe('npm run directories', () => {
  const run = async (...argv: string[]) => {
    const [said, complained]: [string[], string[]] = [[], []];
    const exit = await runDirectories({
      argv,
      config: test.ctx.config,
      say: (line) => said.push(line),
      complain: (line) => complained.push(line),
    });
    return { exit, said: said.join('\n'), complained: complained.join('\n') };
  };

  it('checks a file', async () => {
    const good = fileOf('bsb,institution,name,status\n000-101,Testbank,Testbank Sydney,open');
    expect(await run('check', 'bsbs', good)).toMatchObject({ exit: 0, said: 'nothing is wrong with 1 bsbs' });
    const bad = await run('check', 'billers', good);
    expect(bad.exit).toBe(1);
    expect(bad.complained).toContain('is not fit to be loaded');
  });

  it('says how it is used', async () => {
    expect(await run()).toMatchObject({ exit: 0 });
    expect(await run('load', 'people', 'x')).toMatchObject({ exit: 2 });
  });
});

describe('loading', () => {
  it('replaces the directory, or nothing', async () => {
    const load = (text: string) => loadDirectory(test.ctx.database, 'bsbs', fileOf(text), '2026-11-20');
    await expect(load('bsb,institution,name,status')).rejects.toThrow(DirectoryFileError);
    expect(await ask('transfer/getBsbDetails', { BsbNumber: '000101' })).toMatchObject({ _entity: 'Testbank Sydney' });
    await load('bsb,institution,name,status\n000-777,Newbank,Newbank Darwin,open');
    expect(await ask('transfer/getBsbDetails', { BsbNumber: '000777' })).toMatchObject({ _entity: 'Newbank Darwin' });
    expect(await ask('transfer/getBsbDetails', { BsbNumber: '000101' })).toEqual({ _entity: '' });
  });

  it('of nothing leaves the look-up away', async () => {
    await test.ctx.asOwner('DELETE FROM bsb_branch');
    expect(await ask('transfer/getBsbDetails', { BsbNumber: '000101' })).toEqual(['32209', 'BsbNumber']);
  });
});
