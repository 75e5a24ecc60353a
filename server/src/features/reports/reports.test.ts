import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { give, givenStaff, type TestStaff } from '../../../test-support/desk/desk.ts';
import {
  givenAccount,
  givenBrand,
  givenCard,
  givenHolder,
  givenTenant,
  type TestAccount,
} from '../../../test-support/factories.ts';
import { readPdf } from '../../../test-support/files/read-pdf.ts';
import { accepted, freshKey } from '../../../test-support/ledger/ledger.ts';
import { givenRow } from '../../../test-support/statements.ts';
import { openLedger } from '../../ledger/open-ledger.ts';

let test: TestApp;
let kate: TestStaff;
let omar: TestStaff;
let tenantId: number;
let accounts: readonly TestAccount[];
const ledger = openLedger();

const melbourne = (time: string) =>
  Temporal.PlainDateTime.from(time).toZonedDateTime('Australia/Melbourne').epochMilliseconds;

async function byTwo(command: string, input: Readonly<Record<string, string>>) {
  const asked = await give(test, kate, command, { input, reason: 'for the month' });
  expect(asked.body.error).toBeUndefined();
  return give(test, omar, 'approve', { input: { request: asked.body.request?.id ?? '' } });
}

/**
 * | Melbourne    | what                     | a       | b      | bank     | fees   |
 * | 5 Oct 12:00  | load 100.00 to a         | +100.00 |        | −100.00  |        |
 * | 31 Oct 23:59 | fee of 30.00 from a      | −30.00  |        |          | +30.00 |
 * | 31 Oct 23:59 | 10.00 of the fee goes back | +10.00 |       |          | −10.00 |
 * | 1 Nov 00:00  | load 50.00 to b          |         | +50.00 | −50.00   |        |
 * So October ends with a at 80.00, the bank at −100.00 and fees at 20.00.
 */
beforeAll(async () => {
  test = await givenApp();
  const brand = await givenBrand(test.ctx, { tenant: await givenTenant(test.ctx) });
  tenantId = brand.tenantId;
  const holder = await givenHolder(test.ctx, { brand, firstName: 'Mia', surname: '=SUM(A1)' });
  accounts = [
    (await givenCard(test.ctx, { brand, holder, balance: 0n })).account,
    (await givenCard(test.ctx, { brand, balance: 0n })).account,
  ];
  [kate, omar] = [await givenStaff(test.ctx, tenantId), await givenStaff(test.ctx, tenantId)];
  const [a = '', b = ''] = accounts.map(({ accountNumber }) => accountNumber);
  test.ctx.setBusinessTime(melbourne('2026-10-05T12:00'));
  await byTwo('load', { account: a, amount: '100.00' });
  test.ctx.setBusinessTime(melbourne('2026-10-31T23:59'));
  await byTwo('charge-fee', { account: a, fee: 'other', amount: '30.00' });
  await byTwo('refund-fee', { account: a, sequence: '2', amount: '10.00' });
  test.ctx.setBusinessTime(melbourne('2026-11-01T00:00'));
  await byTwo('load', { account: b, amount: '50.00' });
  test.ctx.setBusinessTime(melbourne('2026-11-20T12:00'));
});
afterAll(() => test.close());

async function made(report: string, input: Readonly<Record<string, string>> = {}, by = kate) {
  const { status, body } = await give(test, by, 'report', { input: { report, format: 'csv', ...input } });
  expect([report, status, body.error]).toEqual([report, 200, undefined]);
  const [row = {}] = body.rows ?? [];
  return { ...row, bytes: Buffer.from(String(row['content']), 'base64'), done: body.done } as {
    readonly agrees: boolean;
    readonly finding: string;
    readonly name: string;
    readonly bytes: Buffer;
    readonly done: { readonly words: string };
  };
}

/** Rows of a report by their first cell. */
async function linesOf(
  report: string,
  period: string,
  by = kate,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const { bytes, agrees, finding } = await made(report, { period }, by);
  expect([agrees, finding]).toEqual([true, finding]);
  const [, ...lines] = bytes.toString('utf8').trimEnd().split('\r\n');
  return Object.fromEntries(lines.map((line) => line.split(',')).map(([name = '', ...cells]) => [name, cells]));
}

describe('the trial balance', () => {
  it('of a month has opening, debits, credits and closing of every account, and adds up to zero', async () => {
    expect(await linesOf('trial-balance', '2026-10')).toEqual({
      'Accounts of cardholders': ['2', '3', '0.00', '30.00', '110.00', '80.00'],
      'Account at the bank': ['1', '1', '0.00', '100.00', '0.00', '-100.00'],
      Fees: ['1', '2', '0.00', '10.00', '30.00', '20.00'],
      Total: ['4', '6', '0.00', '140.00', '140.00', '0.00'],
    });
  });

  it('of a day begins where the day before ended', async () => {
    expect(await linesOf('trial-balance', '2026-10-31')).toMatchObject({
      'Accounts of cardholders': ['2', '2', '100.00', '30.00', '10.00', '80.00'],
      Total: ['4', '4', '0.00', '40.00', '40.00', '0.00'],
    });
    expect(await linesOf('trial-balance', '2026-11-01')).toMatchObject({
      'Accounts of cardholders': ['2', '1', '80.00', '0.00', '50.00', '130.00'],
      'Account at the bank': ['1', '1', '-100.00', '50.00', '0.00', '-150.00'],
    });
  });

  it('names what was posted on both sides of midnight, and adds up to zero with it', async () => {
    const brand = await givenBrand(test.ctx, { tenant: await givenTenant(test.ctx) });
    const manager = await givenStaff(test.ctx, brand.tenantId);
    const holder = await givenHolder(test.ctx, { brand });
    const [one, other] = [
      await givenAccount(test.ctx, { holder, balance: 0n }),
      await givenAccount(test.ctx, { holder, balance: 0n }),
    ];
    const post = (debit: bigint, credit: bigint, amount: bigint, time: string) =>
      test.ctx.database.transact(brand.tenantId, async (tx) => {
        const bank = await ledger.settlementAccount(tx, brand.tenantId, 'bank');
        const at = melbourne(time);
        const request = {
          tenantId: brand.tenantId,
          key: freshKey(),
          amount,
          code: 13 as const,
          effectiveAt: at,
          postedAt: at,
        };
        accepted(await ledger.post(tx, { ...request, debit: debit || bank, credit: credit || bank }));
      });
    // The first account has an entry of after midnight, so the later request of before it is posted behind it there.
    await post(0n, one.ledgerAccountId, 70_00n, '2026-11-01T00:00:01');
    await post(one.ledgerAccountId, other.ledgerAccountId, 5_00n, '2026-10-31T23:59:59');
    const lines = await linesOf('trial-balance', '2026-10-31', manager);
    expect(lines).toMatchObject({
      'Accounts of cardholders': ['2', '1', '0.00', '0.00', '5.00', '5.00'],
      'Posted on both sides of midnight': ['', '', '0.00', '', '', '-5.00'],
      Total: ['3', '1', '0.00', '0.00', '5.00', '0.00'],
    });
  });
});

describe('the journal', () => {
  it('has every transfer of a day with both accounts, in order, and the sum of the debits', async () => {
    const lines = (await made('journal', { period: '2026-10-31' })).bytes.toString('utf8').trimEnd().split('\r\n');
    const [a = ''] = accounts.map(({ accountNumber }) => accountNumber.replaceAll(/(\d{3})(?=\d)/g, '$1 '));
    expect(lines.slice(1).map((line) => line.split(',').filter((_, place) => place !== 2 && place !== 8))).toEqual([
      ['2026-10-31', '11:59 pm', 'Fee', a, 'Fees', '30.00', '2026-10-31'],
      ['2026-10-31', '11:59 pm', 'Refund', 'Fees', a, '10.00', '2026-10-31'],
      ['', '', '2 entries', '', 'Total', '40.00', ''],
    ]);
  });
});

describe('float, fees and month end', () => {
  it('the float is the sum of the accounts of cardholders, and what the programme has beside it', async () => {
    const lines = await linesOf('float', '2026-10');
    expect(lines['Held for cardholders']).toEqual(['2', '1', '80.00', '0.00', '80.00']);
    expect([lines['Account at the bank']?.at(-1), lines['Fees']?.at(-1)]).toEqual(['-100.00', '20.00']);
  });

  it('fees are charged and refunded by brand and kind, and come to what their account moved by', async () => {
    const { bytes, agrees } = await made('fees', { period: '2026-10' });
    const lines = bytes
      .toString('utf8')
      .split('\r\n')
      .map((line) => line.split(',').slice(1));
    expect(agrees).toBe(true);
    expect(lines).toContainEqual(['Account fee', '1', '30.00', '0.00', '30.00']);
    expect(lines).toContainEqual(['Fees refunded', '1', '0.00', '-10.00', '-10.00']);
    expect(lines).toContainEqual(['', '2', '30.00', '-10.00', '20.00']);
    expect(lines).toContainEqual(['Fees account after', '', '', '', '20.00']);
  });

  it('a month end leads from the books to the statement, and is signed by two people once they agree', async () => {
    const rows = async () => (await give(test, kate, 'month-end', { input: { month: '2026-10' } })).body.rows ?? [];
    expect((await rows()).map(({ line, amount, state }) => [line, amount, state])).toEqual([
      ['cardholder', '80.00', ''],
      ['fees', '20.00', ''],
      ['bank', '100.00', ''],
      ['statement', '', 'none'],
    ]);
    const sign = { input: { month: '2026-10' }, reason: 'compared' };
    expect((await give(test, kate, 'sign-month', sign)).body).toMatchObject({ error: 'month_not_explained' });
    // The statement says 95.00: 5.00 more than the books were paid by no one knows whom.
    await test.ctx.asOwner(
      `INSERT INTO book_statement (tenant_id, account, name, digest, first_day, last_day, opening, closing, read_at)
       VALUES ($1, 'bank', 'october', $2, '2026-10-31', '2026-10-31', 0, 9500, '2026-11-01')`,
      [tenantId, Buffer.alloc(32, 1)],
    );
    expect((await rows()).slice(-2)).toMatchObject([
      { line: 'unexplained', amount: '-5.00' },
      { line: 'statement', amount: '95.00', day: '2026-10-31', state: 'unexplained' },
    ]);
    expect((await give(test, kate, 'sign-month', sign)).body.error).toBe('month_not_explained');
    await test.ctx.asOwner('UPDATE book_statement SET closing = 10000 WHERE tenant_id = $1', [tenantId]);
    expect((await rows()).at(-1)).toMatchObject({ amount: '100.00', state: 'agrees' });
    expect((await byTwo('sign-month', { month: '2026-10' })).body.rows).toEqual([
      { month: '2026-10', held: '80.00', atBank: '100.00' },
    ]);
    expect((await give(test, kate, 'signed-months')).body.rows).toEqual([
      expect.objectContaining({ month: '2026-10', held: '80.00', atBank: '100.00' }),
    ]);
    expect((await give(test, omar, 'sign-month', sign)).body.error).toBe('nothing_to_do');
  });
});

describe('interest and tax withheld', () => {
  it('are those of the tax year by the day on which they take effect, by account, and agree with the books', async () => {
    const brand = await givenBrand(test.ctx, { tenant: await givenTenant(test.ctx) });
    const manager = await givenStaff(test.ctx, brand.tenantId);
    const holder = await givenHolder(test.ctx, { brand, firstName: '', surname: '=1+1' });
    const account = await givenAccount(test.ctx, { holder, balance: 0n });
    const rows = [
      ['interest', 40_00n, '2025-07-01', '2025-06-30'],
      ['interest', 100_00n, '2025-08-01', '2025-07-31'],
      ['withholdingTax', -47_00n, '2025-08-01', '2025-07-31'],
      ['interest', 20_00n, '2026-07-01', '2026-06-30'],
      ['interest', 7_00n, '2026-08-01', '2026-07-31'],
    ] as const;
    for (const [kind, amount, at, effective] of rows) {
      const [atMs, effectiveMs] = [melbourne(`${at}T00:05`), melbourne(`${effective}T23:59`)];
      await givenRow(test.ctx, account, {
        kind,
        amount,
        ...(kind === 'withholdingTax' && { from: 'withholdingTax' }),
        at: new Date(atMs).toISOString(),
        effectiveAt: new Date(effectiveMs).toISOString(),
      });
    }
    // 100.00 + 20.00 of the year; the 40.00 of June 2025 and the 7.00 of July 2026 are of others.
    const { bytes, agrees } = await made('interest', { period: '2025-26' }, manager);
    expect(agrees).toBe(true);
    const lines = bytes.toString('utf8').trimEnd().split('\r\n').slice(1);
    expect(lines[0]).toBe(`${account.accountNumber},'=1+1,Not quoted,Open,2,120.00,47.00,73.00`);
    expect(lines[1]).toBe('Total,,,,,120.00,47.00,73.00');
  });
});

describe('every report', () => {
  const REPORTS = ['trial-balance', 'journal', 'float', 'fees', 'interest', 'suspense', 'month-end', 'breakage'];

  it.each(REPORTS)('%s is a spreadsheet, comma-separated values and a PDF of the same figures', async (report) => {
    const csv = await made(report);
    const lines = csv.bytes.toString('utf8').trimEnd().split('\r\n');
    const xlsx = await readXlsx((await made(report, { format: 'xlsx' })).bytes);
    expect(xlsx.sheets[0]?.rows).toHaveLength(lines.length);
    expect([...(xlsx.sheets[0]?.cells?.values() ?? [])].filter((cell) => cell.formula !== undefined)).toEqual([]);
    const pdf = await made(report, { format: 'pdf' });
    expect(pdf.name).toMatch(new RegExp(`^${report}-20[\\d-]+\\.pdf$`));
    expect((await readPdf(pdf.bytes)).trees.length).toBeGreaterThan(0);
  });

  it.each(REPORTS)('%s of another programme has none of these figures, and only managers have it', async (report) => {
    const stranger = await givenStaff(test.ctx, (await givenTenant(test.ctx)).id);
    const { bytes } = await made(report, {}, stranger);
    expect(bytes.toString('utf8')).not.toMatch(/[1-9]\d*\.\d\d/);
    for (const role of ['viewer', 'agent'] as const) {
      const member = await givenStaff(test.ctx, tenantId, { role });
      const refused = await give(test, member, 'report', { input: { report } });
      expect([refused.status, refused.body.error]).toEqual([403, 'not_permitted']);
    }
  });

  it.each([
    ['trial-balance', '2026-11-20'],
    ['trial-balance', '2025-26'],
    ['journal', '2026-10'],
    ['fees', '2026-11'],
    ['interest', '2026-10'],
    ['interest', '2026-27'],
    ['suspense', '2026-10-31'],
    ['month-end', '2026-02-30'],
  ])('%s takes no period that is not over or not its own: %s', async (report, period) => {
    const refused = await give(test, kate, 'report', { input: { report, period } });
    expect(refused.body).toMatchObject({ error: 'input_invalid', field: 'period' });
  });

  it('is in the audit log with its period and format', async () => {
    const member = await givenStaff(test.ctx, tenantId);
    await made('float', { period: '2026-10', format: 'xlsx' }, member);
    const [line] = await test.ctx.asOwner<{ object: string; details: object }>(
      'SELECT object, details FROM audit_log WHERE actor = $1',
      [`staff:${member.id}`],
    );
    expect(line).toEqual({ object: 'report:float', details: { period: '2026-10', format: 'xlsx' } });
  });
});

describe('suspense and breakage', () => {
  it('suspense is listed by age, and what has no line of the bank is named', async () => {
    const { id } = await givenTenant(test.ctx);
    const manager = await givenStaff(test.ctx, id);
    await test.ctx.database.transact(id, async (tx) => {
      const [bank, suspense] = [
        await ledger.settlementAccount(tx, id, 'bank'),
        await ledger.settlementAccount(tx, id, 'suspense'),
      ];
      const at = melbourne('2026-10-13T09:00');
      const request = { tenantId: id, key: freshKey(), code: 13 as const, effectiveAt: at, postedAt: at };
      const posted = accepted(await ledger.post(tx, { ...request, debit: bank, credit: suspense, amount: 84_00n }));
      await ledger.post(tx, { ...request, key: freshKey(), debit: bank, credit: suspense, amount: 6_00n });
      await tx.run(
        `WITH a AS (INSERT INTO bank_answer (tenant_id, name, kind, state, lines, cents, content_cipher, content_key_version, digest, read_at)
           VALUES ($1, 'one', 'deposits', 'Taken', 1, 8400, '', 1, $2, now()) RETURNING id)
         INSERT INTO bank_answer_line (tenant_id, bank_answer_id, line, kind, bsb, account_number, reference, cents, code, state, reason, posted_id)
         SELECT $1, id, 1, 'deposit', '000001', '1', '', 8400, '50', 'Suspense', 'unknownAccount', $3 FROM a`,
        [id, Buffer.alloc(32, id % 250), posted.id],
      );
    });
    // 13 October to 20 November: 38 days.
    const { bytes, agrees, finding } = await made('suspense', {}, manager);
    const lines = bytes.toString('utf8').trimEnd().split('\r\n').slice(1);
    expect(lines[0]).toMatch(/^2026-10-13,38,Deposit,Unknown account,\d+\/1,31 to 90 days,84.00$/);
    expect(lines.at(-2)).toBe(',,Without a line of the bank,,,,6.00');
    expect(lines.at(-1)).toBe(',,Suspense account,,,,90.00');
    expect([agrees, finding]).toEqual([false, expect.stringMatching(/^6\.00 of the suspense account/)]);
    const ages = await give(test, manager, 'suspense-by-age');
    expect(ages.body.rows?.filter(({ lines: some }) => some !== 0)).toEqual([
      { age: '31 to 90 days', isOld: true, lines: 1, amount: '84.00' },
    ]);
  });

  it('money on an account whose every card has expired is breakage', async () => {
    const brand = await givenBrand(test.ctx, { tenant: await givenTenant(test.ctx) });
    const manager = await givenStaff(test.ctx, brand.tenantId);
    test.ctx.setBusinessTime(melbourne('2026-10-05T12:00'));
    const [old, fresh] = [
      await givenCard(test.ctx, { brand, balance: 12_34n }),
      await givenCard(test.ctx, { brand, balance: 99_00n }),
    ];
    await test.ctx.asOwner("UPDATE card SET expiry = '2026-10' WHERE id = $1", [old.id]);
    await test.ctx.asOwner("UPDATE card SET expiry = '2026-11' WHERE id = $1", [fresh.id]);
    test.ctx.setBusinessTime(melbourne('2026-11-20T12:00'));
    const { bytes } = await made('breakage', { period: '2026-10' }, manager);
    expect(bytes.toString('utf8').trimEnd().split('\r\n').at(-1)).toBe(
      'Money on 1 accounts whose cards have expired,,0.00,12.34,0.00,12.34',
    );
  });
});
