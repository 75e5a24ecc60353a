import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { givenApp, type TestApp } from '../../test-support/app.ts';
import { give, givenStaff, type TestStaff } from '../../test-support/desk/desk.ts';
import {
  givenBrand,
  givenProduct,
  givenSession,
  type TestBrand,
  type TestProduct,
} from '../../test-support/factories.ts';
import { givenMode } from '../../test-support/processes/database.ts';
import { productionSettings } from '../../test-support/processes/production-server.ts';
import { sealAll } from '../../test-support/ledger/sealed.ts';
import { givenUser, postApi } from '../../test-support/signed-in.ts';
import { balanceOf, postMoney } from '../../test-support/transfers.ts';
import { brokenIn } from '../../test-support/ledger/verified.ts';
import { readConfig } from '../config/config.ts';
import { ACCOUNT_CHAIN } from '../ledger/account-chain.ts';
import { LEDGER_CHAIN } from '../ledger/ledger-chain.ts';
import { expireVouchers } from '../features/topup/voucher/expire-vouchers.due.ts';
import { voucherImport } from '../features/topup/voucher/import/voucher-import.kind.ts';
import { readStatus, saveRedeemed } from '../features/topup/voucher/voucher.store.ts';
import { AUDIT_CHAIN } from '../platform/sealed-log/audit-chain.ts';
import { runVouchers } from './vouchers.ts';

let test: TestApp;
let brand: TestBrand;
let product: TestProduct;
let folder: string;
let asker: TestStaff;
let manager: TestStaff;
beforeAll(async () => {
  test = await givenApp({ WATTLE_VOUCHER_RATE: '10000' });
  brand = await givenBrand(test.ctx);
  await givenMode(test.ctx, 'production');
  const settings = { voucherTopUp: true, maxBalanceUnverified: 999_00 };
  product = await givenProduct(test.ctx, { brand, isReloadable: true, settings });
  folder = await mkdtemp(path.join(tmpdir(), 'wattle-vouchers-'));
  asker = await givenStaff(test.ctx, brand.tenantId, { role: 'agent' });
  manager = await givenStaff(test.ctx, brand.tenantId);
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true });
});

/** `npm run vouchers -- import` of a file with these lines. */
async function imported(...lines: string[]) {
  const file = path.join(folder, `vouchers-${(files += 1)}.csv`);
  await writeFile(file, `${['number,code,amount,expires', ...lines].join('\n')}\n`);
  return vouchers('import', file, '--brand', brand.identifier);
}
let files = 0;

async function vouchers(...argv: string[]) {
  const env = { ...productionSettings(test.ctx.url, brand), WATTLE_DATA: folder };
  const said: string[] = [];
  const code = await runVouchers({
    argv,
    env,
    config: readConfig(env, (file) => path.resolve(file)),
    say: (line) => said.push(line),
    complain: (line) => said.push(line),
  });
  const lines = said
    .filter((line) => line !== 'Using the database of DATABASE_URL')
    .map((line) => line.replace(/^.*?\.csv: /, ''));
  return { code, lines, id: /^import (\d+):/.exec(lines[0] ?? '')?.[1] ?? '' };
}

/** A command that one member asks for and another approves. */
async function approved(name: string, input: Readonly<Record<string, string>>) {
  const asked = await give(test, asker, name, { input, reason: 'delivery note 4711' });
  expect(asked.body).toMatchObject({ request: { id: expect.any(String) as string } });
  return (await give(test, manager, 'approve', { input: { request: asked.body.request?.id ?? '' } })).body;
}

/** Someone gives number and code of a voucher at the top-up and redeems it. */
async function redeemed(VoucherId: string, AccessCode: string) {
  const user = await givenUser(test.ctx, { brand, product, balance: 10_00n });
  const of = { MemberNumber: user.card.account.accountNumber, VoucherId };
  const checked = (await postApi(test, 'topup/voucher-validate', user.headers, { ...of, AccessCode })).json<object>();
  const answer = (await postMoney(test, 'topup/voucher-redeem', user.headers, of)).json<object>();
  return { checked, answer, balance: await balanceOf(test.ctx, user.card.account) };
}
const LOADED = { checked: { IsSuccessful: true }, answer: { Amount: 25 }, balance: 35_00n };
const REFUSED = { checked: { error: ['20052'] }, answer: { error: ['20052'] }, balance: 10_00n };

it('wrong codes of vouchers count for the person, and a right one forgives none', async () => {
  const { id } = await imported('70000000081,aB3x9Z,25.00,2027-06-30', '70000000082,111111,0.50,2027-06-30');
  await approved('take-vouchers', { import: id });
  const user = await givenUser(test.ctx, { brand, product, balance: 10_00n });
  const check = async (VoucherId: string, AccessCode: string, { headers } = user) => {
    const body = { MemberNumber: user.card.account.accountNumber, VoucherId, AccessCode };
    const { error } = (await postApi(test, 'topup/voucher-validate', headers, body)).json<{ error?: string[] }>();
    return error?.[0] ?? 'ok';
  };
  for (let tries = 0; tries < 4; tries += 1) expect(await check('70000000081', '222222')).toBe('20052');
  // A right one of the guesser's own.
  expect(await check('70000000082', '111111')).toBe('ok');
  expect(await check('70000000081', '333333')).toBe('20245');
  expect(await check('70000000081', 'AB3X9Z')).toBe('20245');
  // Another session of the same person brings no new tries.
  const again = await givenSession(test.ctx, { webAccount: user.webAccount });
  expect(await check('70000000082', '111111', { ...user, headers: again.headers })).toBe('20245');
});

describe('vouchers of a file', () => {
  it('count when a second person has taken them, and load a card to the cent', async () => {
    const { code, lines, id } = await imported(
      '70000000001,aB3x9Z,25.00,2027-06-30',
      '70000000002,111111,0.50,2027-06-30',
    );
    expect({ code, lines }).toEqual({
      code: 0,
      lines: [
        `import ${id}: 2 vouchers worth 25.50 wait for two members of staff: npm run desk -- take-vouchers ${id}`,
      ],
    });
    expect(await redeemed('70000000001', 'AB3X9Z')).toMatchObject(REFUSED);
    const [listed] = (await give(test, asker, 'voucher-imports')).body.rows ?? [];
    expect(listed).toMatchObject({
      import: id,
      brand: brand.identifier,
      vouchers: 2,
      amount: '25.50',
      state: 'Waiting',
    });
    const own = await give(test, manager, 'take-vouchers', { input: { import: id }, reason: 'delivery note 4711' });
    const alone = await give(test, manager, 'approve', { input: { request: own.body.request?.id ?? '' } });
    expect(alone.body.error).toBe('own_request');
    await give(test, manager, 'refuse', { input: { request: own.body.request?.id ?? '' } });

    expect((await approved('take-vouchers', { import: id })).rows).toEqual([
      { import: id, vouchers: 2, amount: '25.50', receipt: expect.stringMatching(/^\d{12,}$/) as string },
    ]);
    expect(await redeemed('70000000001', 'AB3X9Z')).toMatchObject(LOADED);
    expect(await redeemed('70000000001', 'AB3X9Z')).toMatchObject(REFUSED);
    const again = await give(test, asker, 'take-vouchers', { input: { import: id }, reason: 'once more' });
    expect(again.body.error).toBe('nothing_to_do');
  });

  it('are the same import where the file is given again', async () => {
    const line = '70000000011,222222,10.00,2027-06-30';
    const first = await imported(line);
    expect(await imported(line)).toEqual(first);
    await approved('take-vouchers', { import: first.id });
    expect((await imported(line)).lines).toEqual([`import ${first.id}: 1 vouchers worth 10.00 are taken already`]);
  });

  it('that one person drops are never taken, but wait again where the file is given again', async () => {
    const line = '70000000061,888888,25.00,2027-06-30';
    const { id, lines } = await imported(line);
    const asked = await give(test, asker, 'take-vouchers', { input: { import: id }, reason: 'delivery note 4711' });
    const dropped = await give(test, asker, 'drop-vouchers', { input: { import: id }, reason: 'never delivered' });
    expect(dropped.body.rows).toEqual([{ import: id, vouchers: 1, amount: '25.00' }]);
    const request = asked.body.request?.id ?? '';
    expect((await give(test, manager, 'approve', { input: { request } })).body.error).toBe('nothing_to_do');
    const again = await give(test, asker, 'drop-vouchers', { input: { import: id }, reason: 'never delivered' });
    expect(again.body.error).toBe('nothing_to_do');
    expect(await test.ctx.asOwner('SELECT FROM voucher_import_row WHERE import_id = $1', [id])).toEqual([]);
    expect(await redeemed('70000000061', '888888')).toMatchObject(REFUSED);

    expect((await imported(line)).lines).toEqual(lines);
    await approved('take-vouchers', { import: id });
    expect(await redeemed('70000000061', '888888')).toMatchObject(LOADED);
    const late = await give(test, asker, 'drop-vouchers', { input: { import: id }, reason: 'too late' });
    expect(late.body.error).toBe('nothing_to_do');
  });

  it('are not blocked while somebody redeems them', async () => {
    const { id } = await imported('70000000095,121212,10.00,2027-06-30');
    await approved('take-vouchers', { import: id });
    const [voucher] = await test.ctx.asOwner<{ id: string }>(`SELECT id FROM voucher WHERE number = '70000000095'`);
    const voucherId = BigInt(voucher?.id ?? 0);
    const waits = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    const input = { brand: brand.identifier, voucher: '70000000095' };
    const blocking = await test.ctx.database.transact(brand.tenantId, async (tx) => {
      await readStatus(tx, brand.tenantId, voucherId);
      const answer = give(test, asker, 'block-voucher', { input });
      await vi.waitFor(async () => expect(await test.ctx.asOwner(waits)).toHaveLength(1));
      saveRedeemed(tx, brand.tenantId, voucherId, 1n);
      return { answer };
    });
    expect((await blocking.answer).body.error).toBe('nothing_to_do');
    expect(await test.ctx.asOwner('SELECT status FROM voucher WHERE id = $1', [voucherId])).toEqual([
      { status: 'Redeemed' },
    ]);
  });

  it('are each taken where two files are approved at the same moment', async () => {
    const files = [
      await imported('70000000091,121212,10.00,2027-06-30'),
      await imported('70000000092,131313,20.00,2027-06-30'),
    ];
    const requests: string[] = [];
    for (const { id } of files) {
      const asked = await give(test, asker, 'take-vouchers', { input: { import: id }, reason: 'delivery note' });
      requests.push(asked.body.request?.id ?? '');
    }
    const answers = await Promise.all(
      requests.map((request) => give(test, manager, 'approve', { input: { request } })),
    );
    expect(answers.map(({ body }) => body.error)).toEqual([undefined, undefined]);
    const sql = `SELECT number FROM voucher WHERE number IN ('70000000091', '70000000092') ORDER BY number`;
    expect(await test.ctx.asOwner(sql)).toHaveLength(2);
  });

  it('that share a number are not both taken at the same moment', async () => {
    const files = [
      await imported('70000000093,121212,10.00,2027-06-30'),
      await imported('70000000093,131313,10.00,2027-06-30', '70000000094,131313,10.00,2027-06-30'),
    ];
    const submit = ({ id }: { readonly id: string }) =>
      test.ctx.payments.submit({
        tenantId: brand.tenantId,
        kind: voucherImport,
        key: `take:${id}`,
        actor: 'desk',
        input: { importId: BigInt(id) },
      });
    const taken = await Promise.all(files.map(submit));
    expect(taken.filter(({ ok }) => ok)).toHaveLength(1);
  });

  it('come to at most what one posting may move', async () => {
    const rows = Array.from({ length: 101 }, (_, place) => `7100000${1000 + place},121212,999999.99,2027-06-30`);
    expect(await imported(...rows)).toMatchObject({
      code: 1,
      lines: ['comes to more than 99,999,999.99: split it into several files'],
    });
  });

  it('may have codes of more than six characters', async () => {
    const code = 'A2b3C4d5E6f7G8h9J0k1';
    const { id } = await imported(`70000000062,${code},25.00,2027-06-30`);
    await approved('take-vouchers', { import: id });
    expect(await redeemed('70000000062', code.toLowerCase())).toMatchObject(LOADED);
  });

  it('are not taken where the brand has one of their numbers', async () => {
    const first = await imported('70000000021,333333,10.00,2027-06-30');
    const second = await imported('70000000021,444444,10.00,2027-06-30', '70000000022,444444,10.00,2027-06-30');
    await approved('take-vouchers', { import: first.id });
    const asked = await give(test, asker, 'take-vouchers', { input: { import: second.id }, reason: 'delivery note' });
    expect(asked).toMatchObject({ status: 409, body: { error: 'numbers_taken' } });
  });

  it.each([
    ['7000000003,555555,10.00,2027-06-30', 'line 2: number: must be 11 digits'],
    ['70000000031,55555,10.00,2027-06-30', 'line 2: code: must be 6 to 20 letters or digits'],
    ['70000000031,A2b3C4d5E6f7G8h9J0k1M,10.00,2027-06-30', 'line 2: code: must be 6 to 20 letters or digits'],
    ['70000000031,555555,10,2027-06-30', 'line 2: amount: must be dollars and cents: 50.00'],
    ['70000000031,555555,0.00,2027-06-30', 'line 2: amount: must be above zero'],
    ['70000000031,555555,10.00,30/06/2027', 'line 2: expires: must be a day: yyyy-MM-dd'],
    ['70000000031,555555,10.00,2026-11-20', 'line 2: expires: is over'],
    ['70000000031,555555,10.00,2027-06-30,x', 'line 2: has too many values'],
  ])('are refused whole for a wrong line: %s', async (line, fault) => {
    const { code, lines } = await imported(line, '70000000032,666666,10.00,2027-06-30');
    expect({ code, lines }).toEqual({ code: 1, lines: [fault] });
    expect(await redeemed('70000000032', '666666')).toMatchObject(REFUSED);
  });

  it('are refused for a number that is listed twice, an empty file, one that is missing, another brand', async () => {
    const line = '70000000041,777777,10.00,2027-06-30';
    expect((await imported(line, line)).lines).toEqual(['line 3: number: stands in the file twice']);
    expect((await imported()).lines).toEqual(['has no vouchers']);
    const nowhere = path.join(folder, 'nowhere.csv');
    expect((await vouchers('import', nowhere, '--brand', brand.identifier)).lines).toEqual(['is missing']);
    expect((await vouchers('import', nowhere, '--brand', 'nobody')).lines).toEqual(['nobody is none of the brands']);
    expect((await vouchers('import', nowhere)).code).toBe(2);
  });

  it('leave no code behind: not in tables, requests or the audit log', async () => {
    const code = 'Q7w8E9';
    const { id } = await imported(`70000000051,${code},10.00,2027-06-30`);
    await approved('take-vouchers', { import: id });
    const rows = await test.ctx.asOwner<{ row: string }>(
      `SELECT v::text AS row FROM voucher v UNION ALL SELECT i::text FROM voucher_import i
       UNION ALL SELECT r::text FROM desk_request r UNION ALL SELECT l::text FROM audit_log l`,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ row }) => row.toUpperCase().includes(code.toUpperCase()))).toEqual([]);
  });
});

describe('vouchers that the desk makes', () => {
  it('load a card once, with the code that the second person was shown', async () => {
    const making = { brand: brand.identifier, count: '2', amount: '25.00', expires: '2027-06-30' };
    const { rows = [] } = await approved('make-vouchers', making);
    expect(rows).toHaveLength(2);
    const [{ voucher, code } = {}, other = {}] = rows as Record<string, string>[];
    expect(await redeemed(voucher ?? '', other['code'] === code ? '' : (other['code'] ?? ''))).toMatchObject(REFUSED);
    expect(await redeemed(voucher ?? '', code ?? '')).toMatchObject(LOADED);
    expect(await redeemed(voucher ?? '', code ?? '')).toMatchObject(REFUSED);
  });

  it('that are blocked load nothing any more', async () => {
    const making = { brand: brand.identifier, count: '1', amount: '25.00', expires: '2027-06-30' };
    const [{ voucher, code } = {}] = ((await approved('make-vouchers', making)).rows ?? []) as Record<string, string>[];
    const blocked = await give(test, asker, 'block-voucher', {
      input: { brand: brand.identifier, voucher: voucher ?? '' },
      reason: 'stolen',
    });
    expect(blocked.body.rows).toEqual([{ voucher: `ends ${voucher?.slice(-4)}`, status: 'Blocked' }]);
    expect(await redeemed(voucher ?? '', code ?? '')).toMatchObject(REFUSED);
  });
});

describe('vouchers whose codes were lost', () => {
  const bookOf = async (name: 'vouchers' | 'bank') => {
    const [row] = await test.ctx.asOwner<{ balance: string }>(
      `SELECT balance::text FROM ledger_account
        WHERE tenant_id = $1 AND kind = $2`,
      [brand.tenantId, name],
    );
    return Number(row?.balance);
  };
  const ask = (command: string, request: string) =>
    give(test, asker, command, { input: { request }, reason: 'the window was closed' });
  const made = async (count: string) => {
    const input = { brand: brand.identifier, count, amount: '25.00', expires: '2027-06-30' };
    const asked = await give(test, asker, 'make-vouchers', { input, reason: 'a fete' });
    const request = asked.body.request?.id ?? '';
    const { body } = await give(test, manager, 'approve', { input: { request } });
    return { request, rows: (body.rows ?? []) as Record<string, string>[] };
  };
  const approve = (asked: Awaited<ReturnType<typeof ask>>) =>
    give(test, manager, 'approve', { input: { request: asked.body.request?.id ?? '' } });

  it('keep their numbers with the request, and show the same codes once more to a second person', async () => {
    const { request, rows } = await made('2');
    const numbers = rows.map(({ code: _, ...row }) => row);
    expect((await give(test, asker, 'request-outcome', { input: { request } })).body.rows).toEqual(numbers);
    const asked = await ask('show-voucher-codes', request);
    expect(asked.body.rows).toEqual([]);
    const shown = await approve(asked);
    expect(shown.body).toMatchObject({ rows, shownOnce: ['code'] });
    expect(await redeemed(rows[0]?.['voucher'] ?? '', rows[0]?.['code'] ?? '')).toMatchObject(LOADED);
    // What is redeemed is shown no more.
    expect((await approve(await ask('show-voucher-codes', request))).body.rows).toEqual([rows[1]]);
  });

  it('are cancelled whole, but for what was redeemed, and their value goes back', async () => {
    const { request, rows } = await made('3');
    const [first, second, third] = rows.map(({ voucher = '', code = '' }) => [voucher, code] as const);
    if (!first || !second || !third) return expect.unreachable();
    expect(await redeemed(...first)).toMatchObject(LOADED);
    await give(test, asker, 'block-voucher', { input: { brand: brand.identifier, voucher: third[0] } });
    const asked = await ask('cancel-vouchers', request);
    const before = [await bookOf('vouchers'), await bookOf('bank')] as const;
    const { body } = await approve(asked);
    const after = [await bookOf('vouchers'), await bookOf('bank')] as const;
    expect(body.rows).toEqual([{ vouchers: 2, amount: '50.00', receipt: expect.stringMatching(/^\d+$/) }]);
    expect(await redeemed(...second)).toMatchObject(REFUSED);
    // 75.00 were set aside and 25.00 of it redeemed: the other 50.00 go back to where they came from.
    expect([after[0] - before[0], after[1] - before[1]]).toEqual([-5000, 5000]);
    for (const command of ['cancel-vouchers', 'show-voucher-codes'])
      expect((await ask(command, request)).body.error).toBe('nothing_to_do');
    // The work that expires vouchers moves the value of all others, and theirs no second time.
    const [others] = await test.ctx.asOwner<{ cents: string }>(
      `SELECT coalesce(sum(amount), 0)::text AS cents FROM voucher
        WHERE tenant_id = $1 AND status IN ('Issued', 'Active', 'Blocked') AND expires_on < '2027-07-01'
          AND number <> ALL ($2)`,
      [brand.tenantId, rows.map(({ voucher }) => voucher)],
    );
    while (await expireVouchers(test.ctx, brand.tenantId, { day: '2027-07-01', atOnce: 100 }));
    expect((await bookOf('vouchers')) - after[0]).toBe(-Number(others?.cents));
  });

  it('are found by their own request alone', async () => {
    expect((await ask('cancel-vouchers', '999999')).body).toMatchObject({ error: 'not_found', field: 'request' });
  });
});

it('leaves the books whole', async () => {
  // What is not sealed would count as late.
  for (const chain of [ACCOUNT_CHAIN, LEDGER_CHAIN, AUDIT_CHAIN]) await sealAll(test.ctx, {}, chain);
  expect(await brokenIn(test.ctx)).toEqual([]);
});
