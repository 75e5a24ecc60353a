import { getStatementDetails, getTaxSummary } from '@wattle/contract/statements/statements.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { askForTicket, givenTicket, postTicket } from '../../../test-support/files/downloads.ts';
import {
  givenAccount,
  givenCard,
  givenHolder,
  givenProduct,
  givenSession,
  givenWebAccount,
  type TestAccount,
} from '../../../test-support/factories.ts';
import { nodesOf, readPdf, rowsOf } from '../../../test-support/files/read-pdf.ts';
import { getApi, type Headers, postApi } from '../../../test-support/signed-in.ts';
import { givenRow } from '../../../test-support/statements.ts';
import { makeStatements as statementsJob } from './due.ts';
import type { PrintJob, Printer } from '../../outside/print/port.ts';
import { printStatements } from './print-statements.due.ts';
import { makeStatements } from './public.ts';

const NOVEMBER = Date.parse('2026-11-20T02:00:00Z');

let test: TestApp;
let account: TestAccount;
let headers: Headers;
beforeAll(async () => {
  test = await givenApp();
});
beforeEach(async () => {
  account = await givenAccount(test.ctx);
  await giveStatements(account);
  await setFrequency(1);
  headers = (await givenSession(test.ctx, { webAccount: await givenWebAccount(test.ctx, { account }) })).headers;
});
afterAll(() => test.close());

/** A card of a product with statements. */
async function giveStatements(to: TestAccount): Promise<void> {
  const product = await givenProduct(test.ctx, { brand: to.brand, settings: { statements: true } });
  await givenCard(test.ctx, { account: to, product });
}

const setFrequency = (frequency: 0 | 1 | 6) =>
  test.ctx.asOwner('UPDATE holder SET statement_frequency = $2 WHERE id = $1', [account.holder.id, frequency]);

/** Melbourne is 10 hours ahead until 4 October, then 11. */
async function givenHistory(): Promise<void> {
  const post = (row: Parameters<typeof givenRow>[2]) => givenRow(test.ctx, account, row);
  await post({ kind: 'topUp', amount: 100_00n, at: '2026-09-10T02:00:00Z' });
  // 23:30 on 30 September.
  await post({ kind: 'fee', amount: -5_00n, at: '2026-09-30T13:30:00Z' });
  // 00:01 on 1 October, before the interest of September.
  await post({ kind: 'purchase', amount: -10_00n, at: '2026-09-30T14:01:00Z' });
  await post({ kind: 'interest', amount: 20n, at: '2026-09-30T14:05:00Z', effectiveAt: '2026-09-30T13:59:00Z' });
  await post({ kind: 'purchase', amount: -20_00n, at: '2026-10-15T02:00:00Z' });
}

async function make(at = NOVEMBER): Promise<void> {
  while (await makeStatements(test.ctx, account.brand.tenantId, at, 50)) {
    // Until nothing is due.
  }
}

type Listed = {
  StatementId: string;
  IssueDateString: string;
  PeriodStart: string;
  PeriodEnd: string;
  IsOpened: boolean;
};

function askForList(who: Headers = headers, accountNumber = account.accountNumber) {
  return postApi(test, 'statement/getStatementList', who, { accountNumber });
}

async function list(): Promise<Listed[]> {
  return (await askForList()).json<{ Statements: Listed[] }>().Statements;
}

async function newest(): Promise<Listed> {
  const [first] = await list();
  if (!first) throw new Error('there is no statement');
  return first;
}

const asked = (statementId: string, who = headers, accountNumber = account.accountNumber) =>
  [test, who, getStatementDetails.name, { accountNumber, statementId }] as const;

async function open({ StatementId }: Listed) {
  return postTicket(test, 'statement/getStatementDetails', await givenTicket(...asked(StatementId)));
}

function stored() {
  return test.ctx.asOwner<{ after_seq: string; last_seq: string; opening: string; closing: string }>(
    'SELECT after_seq, last_seq, opening, closing FROM statement WHERE member_account_id = $1 ORDER BY first_day',
    [account.id],
  );
}

describe('an account without statements', () => {
  const refused = { error: ['10001'], field: 'accountNumber' };

  it('has no list, file or tax summary when the brand has switched statements off', async () => {
    await givenHistory();
    await make();
    const statement = await newest();
    await test.ctx.asOwner(
      "UPDATE brand SET settings = jsonb_set(settings, '{Features,statements}', 'false') WHERE id = $1",
      [account.brand.id],
    );
    expect((await askForList()).json()).toMatchObject(refused);
    const { accountNumber } = account;
    for (const [kind, parameters] of [
      [getStatementDetails.name, { accountNumber, statementId: statement.StatementId }],
      [getTaxSummary.name, { accountNumber, startYear: 2025 }],
    ] as const) {
      const ticket = await postApi(test, 'download/ticket', headers, { kind, parameters, language: 'enAU' });
      expect(ticket.json()).toMatchObject(refused);
    }
  });

  it('has none when no product of its cards offers them', async () => {
    await test.ctx.asOwner("UPDATE product SET settings = settings - 'statements' WHERE brand_id = $1", [
      account.brand.id,
    ]);
    expect((await askForList()).json()).toMatchObject(refused);
  });
});

describe('statements', () => {
  it('put each row on one monthly statement and continue where the previous one ended', async () => {
    await givenHistory();
    await make();
    const numbers = (await stored()).map((row) => Object.values(row).map(Number));
    expect(numbers).toEqual([
      [0, 4, 0, 8520],
      [4, 5, 8520, 6520],
    ]);
    expect((await askForList()).json()).toEqual({
      Statements: [
        {
          StatementId: expect.any(String),
          IssueDateString: '2026-11-01',
          PeriodStart: '2026-10-01',
          PeriodEnd: '2026-10-31',
          IsOpened: false,
        },
        {
          StatementId: expect.any(String),
          IssueDateString: '2026-10-01',
          // The account begins with its first row.
          PeriodStart: '2026-09-10',
          PeriodEnd: '2026-09-30',
          IsOpened: false,
        },
      ],
      StatementFrequencyType: 1,
      StatementDeliveryType: 69,
    });
  });

  it('are made after 30 June and 31 December where they cover six months', async () => {
    await setFrequency(0);
    await givenHistory();
    await make(Date.parse('2026-12-31T12:59:59Z'));
    expect(await list()).toEqual([]);
    // Midnight in Melbourne.
    await make(Date.parse('2026-12-31T13:00:00Z'));
    expect(await list()).toMatchObject([{ PeriodStart: '2026-09-10', PeriodEnd: '2026-12-31' }]);
  });

  it('are not made for an empty period with a zero balance', async () => {
    await givenRow(test.ctx, account, { kind: 'topUp', amount: 1_00n, at: '2026-07-10T02:00:00Z' });
    await givenRow(test.ctx, account, { kind: 'cash', amount: -1_00n, at: '2026-07-11T02:00:00Z' });
    await givenRow(test.ctx, account, { kind: 'topUp', amount: 2_00n, at: '2026-09-11T02:00:00Z' });
    await make();
    // No statement for August; October has no row but a balance.
    expect((await list()).map(({ PeriodEnd }) => PeriodEnd)).toEqual(['2026-10-31', '2026-09-30', '2026-07-31']);
  });

  it('are made once by repeated runs on several servers', async () => {
    await givenHistory();
    await Promise.all([make(), make(), make()]);
    await make();
    expect(await list()).toHaveLength(2);
  });

  it('are made by due work, which runs again until nothing is due', async () => {
    await givenHistory();
    if (!('outside' in statementsJob)) throw new Error('statements are made outside of a transaction');
    const { tenantId } = account.brand;
    const given = { tenantId, plannedAt: NOVEMBER, atOnce: 50, signal: new AbortController().signal };
    const outcomes: unknown[] = [];
    do {
      const settle = await statementsJob.outside(test.ctx, given);
      outcomes.push(await test.ctx.database.transact(tenantId, settle));
    } while (outcomes.at(-1) === 'more');
    expect(outcomes.at(-1)).toBe('done');
    expect(await list()).toHaveLength(2);
  });
});

describe('a statement on paper', () => {
  const ADDRESS = { AddressLine1: '1 Wattle Street', Suburb: 'Fremantle', State: 'WA', PostCode: '6160' };

  /** Print jobs in the queue. */
  async function printed() {
    const jobs: PrintJob[] = [];
    const printer: Printer = {
      async print(job) {
        jobs.push(job);
        return { kind: 'done', value: null };
      },
    };
    const { tenantId } = account.brand;
    const items = await test.ctx.asOwner<{ key: string }>(
      "SELECT key FROM due_work WHERE job = 'statements.print' AND tenant_id = $1 ORDER BY id",
      [tenantId],
    );
    if (!('outside' in printStatements)) throw new Error('statements are printed outside of a transaction');
    const ctx = { ...test.ctx, outside: { ...test.ctx.outside, printer } };
    const signal = new AbortController().signal;
    for (const { key } of items) {
      const given = { tenantId, plannedAt: NOVEMBER, atOnce: 5, key, payload: { statement: key }, attempt: 1, signal };
      await printStatements.outside(ctx, given);
    }
    return jobs;
  }

  it('is sent to the printer as issued with its envelope, unlike one online', async () => {
    await givenHistory();
    await test.ctx.asOwner('UPDATE holder SET statement_delivery = 80, address = $2 WHERE id = $1', [
      account.holder.id,
      JSON.stringify(ADDRESS),
    ]);
    await make();
    const jobs = await printed();
    expect(jobs.map(({ kind, address }) => [kind, address])).toEqual([
      ['statement', [`${account.holder.firstName} Example`, '1 Wattle Street', 'Fremantle WA 6160']],
      ['statement', [`${account.holder.firstName} Example`, '1 Wattle Street', 'Fremantle WA 6160']],
    ]);
    const bodies = await test.ctx.asOwner<{ body: Buffer }>(
      'SELECT body FROM statement WHERE member_account_id = $1 ORDER BY first_day',
      [account.id],
    );
    expect(jobs.map(({ pdf }) => Buffer.from(pdf).toString('hex')).toSorted()).toEqual(
      bodies.map(({ body }) => body.toString('hex')).toSorted(),
    );
  });

  it('is not printed for a holder who reads it online', async () => {
    await givenHistory();
    await make();
    expect(await printed()).toEqual([]);
  });
});

describe('a statement', () => {
  it('shows balances, every row, the charges of period and year, and how to query it', async () => {
    await givenHistory();
    await make();
    const [, september] = await list();
    if (!september) throw new Error('there is no second statement');
    const response = await open(september);
    expect(response.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="statement-${account.accountNumber.slice(-3)}-2026-09-10-to-2026-09-30.pdf"`,
    });
    const read = await readPdf(response.rawPayload);
    expect(read.info).toMatchObject({ Title: 'Statement 10/09/26 to 30/09/26', Language: 'en-AU' });
    const rows = rowsOf(read);
    expect(rows).toEqual(
      expect.arrayContaining([
        ['Opening balance', '$0.00'],
        ['Closing balance', '$85.20'],
        ['Money in', '$100.20'],
        ['Money out', '$15.00'],
        [
          '10/09/26',
          'Row of 2026-09-10',
          expect.stringMatching(/^Received · ?top-up$/),
          expect.stringMatching(/^\d+$/),
          '+$100.00',
          '$100.00',
        ],
        ['30/09/26', 'Row of 2026-09-30', 'Fee', expect.stringMatching(/^\d+$/), '−$5.00', '$95.00'],
        ['01/10/26', 'Row of 2026-09-30', 'Purchase', expect.stringMatching(/^\d+$/), '−$10.00', '$85.00'],
        ['30/09/26', 'Row of 2026-09-30', 'Interest', expect.stringMatching(/^\d+$/), '+$0.20', '$85.20'],
        ['Fees', '$5.00', '$5.00'],
        ['Interest earned', '$0.20', '$0.20'],
        ['Tax withheld', '$0.00', '$0.00'],
      ]),
    );
    const texts = read.trees.flatMap((tree) => nodesOf(tree, 'P').map(({ text }) => text)).join('\n');
    expect(texts).toContain('If you don’t recognise a transaction');
  });

  it('shows the amount in the currency of a merchant abroad', async () => {
    await givenHistory();
    await test.ctx.asOwner(
      `UPDATE transaction_detail SET shop_amount = 1200, shop_currency = 'JPY', shop_exponent = 0, shop_rate = '0.0083'
       WHERE ledger_account_id = $1 AND kind = 'purchase'`,
      [account.ledgerAccountId],
    );
    await make();
    const [, september] = await list();
    if (!september) throw new Error('there is no second statement');
    const rows = rowsOf(await readPdf((await open(september)).rawPayload));
    expect(rows.find(([, , kind]) => kind === 'Purchase')?.[1]).toMatch(/^Row of 2026-09-30 \(JPY ?1200 at 0\.0083\)$/);
  });

  it('is shown by the browser and not saved when it is opened', async () => {
    await givenHistory();
    await make();
    const { StatementId } = await newest();
    const parameters = { accountNumber: account.accountNumber, statementId: StatementId, download: false };
    const ticket = await givenTicket(test, headers, getStatementDetails.name, parameters);
    const { headers: answered } = await postTicket(test, 'statement/getStatementDetails', ticket);
    expect(answered['content-disposition']).toMatch(/^inline; filename="statement-/);
  });

  it('is written in the language of its holder', async () => {
    await test.ctx.asOwner(`UPDATE holder SET language = 'zhCN' WHERE id = $1`, [account.holder.id]);
    await givenHistory();
    await make();
    const read = await readPdf((await open(await newest())).rawPayload);
    expect(read.info).toMatchObject({ Language: 'zh-CN' });
    expect(rowsOf(read)).toContainEqual(['期末余额', '$65.20']);
  });

  it('does not change once issued', async () => {
    await givenHistory();
    await make();
    const before = (await open(await newest())).rawPayload;
    await test.ctx.asOwner(`UPDATE transaction_detail SET description = 'Changed' WHERE ledger_account_id = $1`, [
      account.ledgerAccountId,
    ]);
    expect((await open(await newest())).rawPayload.equals(before)).toBe(true);
    const change = test.ctx.database.transact(account.brand.tenantId, (tx) =>
      tx.run('UPDATE statement SET closing = 0 WHERE member_account_id = $1', [account.id]),
    );
    await expect(change).rejects.toThrow('permission denied');
    await test.ctx.asOwner(`UPDATE statement SET body = body || '\\x00'::bytea WHERE member_account_id = $1`, [
      account.id,
    ]);
    expect((await open(await newest())).statusCode).toBe(500);
  });

  it('is announced until the holder opens the newest one', async () => {
    const isAnnounced = async () =>
      (await getApi(test, 'onlineAccount/', headers)).json<{ ShowStatementMessage: boolean }>().ShowStatementMessage;
    expect(await isAnnounced()).toBe(false);
    await givenHistory();
    await make();
    expect(await isAnnounced()).toBe(true);
    await open(await newest());
    expect(await isAnnounced()).toBe(false);
    expect((await list()).map(({ IsOpened }) => IsOpened)).toEqual([true, false]);
  });

  it('is available to the primary holder only', async () => {
    await givenHistory();
    await make();
    const { StatementId } = await newest();
    const nominee = await givenHolder(test.ctx, { brand: account.brand });
    await givenCard(test.ctx, { account, holder: nominee });
    const login = await givenWebAccount(test.ctx, { holder: nominee, account, extension: '01' });
    const own = (await givenSession(test.ctx, { webAccount: login })).headers;
    expect((await askForList(own)).json()).toMatchObject({ error: ['10000'], field: 'accountNumber' });
    expect((await askForTicket(...asked(StatementId, own))).json()).toMatchObject({
      error: ['10000'],
      field: 'accountNumber',
    });
    const card = await givenCard(test.ctx, { account, holder: account.holder });
    const byCard = (await givenSession(test.ctx, { card }, 'card')).headers;
    expect((await askForList(byCard)).statusCode).toBe(403);
    expect((await askForTicket(...asked(StatementId, byCard))).statusCode).toBe(403);
  });

  it('is found only for its own account, and its ticket works once', async () => {
    await givenHistory();
    await make();
    const { StatementId } = await newest();
    const other = await givenAccount(test.ctx, { holder: account.holder });
    await giveStatements(other);
    expect((await askForTicket(...asked(StatementId, headers, other.accountNumber))).json()).toMatchObject({
      error: ['404'],
      field: 'statementId',
    });
    const ticket = await givenTicket(...asked(StatementId));
    expect((await postTicket(test, 'statement/getStatementDetails', ticket)).statusCode).toBe(200);
    const again = await postTicket(test, 'statement/getStatementDetails', ticket);
    expect(again.json()).toMatchObject({ error: ['410'] });
  });
});
