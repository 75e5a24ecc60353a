import {
  generateExportTransactionReportByDateRange,
  generateTransactionReportBySequenceRange,
} from '@wattle/contract/transactions/exports.ts';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { TEST_START } from '../../../../test-support/processes/database.ts';
import { askForTicket, givenTicket, postTicket } from '../../../../test-support/files/downloads.ts';
import { givenCard, givenSession, type TestCard } from '../../../../test-support/factories.ts';
import { purchaseOf, sendNetwork } from '../../../../test-support/network.ts';
import { nodesOf, readPdf, rowsOf } from '../../../../test-support/files/read-pdf.ts';
import type { Headers } from '../../../../test-support/signed-in.ts';

let test: TestApp;
let card: TestCard;
let headers: Headers;
beforeAll(async () => {
  test = await givenApp();
});
beforeEach(async () => {
  test.ctx.setBusinessTime(TEST_START);
  // The account is opened with 10,000.00, which is its first row.
  card = await givenCard(test.ctx, { balance: 1_000_000n, isDefault: true });
  headers = (await givenSession(test.ctx, { card })).headers;
});
afterAll(() => test.close());

async function buy(name: string, amount: number, at: string, mcc = '5814'): Promise<void> {
  await sendNetwork(test, 'clearings', purchaseOf(card, { amount, at, merchant: { name, country: 'AU', mcc } }));
}

/** The opening row has no description. */
const OPENING = '';

/** Four rows: the opening, which is of November, and three purchases of two months. */
async function givenPurchases(): Promise<void> {
  await buy('Blue Door Groceries', 1_050, '2026-10-31T12:59:00Z', '5411');
  await buy('Corner Cafe', 400, '2026-11-18T01:00:00Z');
  await buy('Other Cafe', 725, '2026-11-19T01:00:00Z');
}

type Ticket = Parameters<typeof askForTicket>;
type Asked = { readonly headers?: Headers; readonly language?: string } & Record<string, unknown>;

const ofView = ({ headers: who = headers, language = 'enAU', ...asked }: Asked = {}): Ticket => [
  test,
  who,
  generateTransactionReportBySequenceRange.name,
  {
    accountNumber: card.account.accountNumber,
    fromSequence: 1,
    toSequence: 4,
    format: 'csv',
    ...asked,
  },
  language,
];
const ofMonths = ({ headers: who = headers, language = 'enAU', ...asked }: Asked = {}): Ticket => [
  test,
  who,
  generateExportTransactionReportByDateRange.name,
  {
    accountNumber: card.account.accountNumber,
    fromMonth: '2026-11',
    toMonth: '2026-11',
    format: 'csv',
    ...asked,
  },
  language,
];

async function fileOf(asked: Ticket) {
  const response = await postTicket(test, `transaction/${asked[2]}`, await givenTicket(...asked));
  expect(response.statusCode).toBe(200);
  return response;
}

/** Cells of a CSV file without its titles; none of these has a comma in it. */
async function cellsOf(asked: Ticket): Promise<string[][]> {
  const [, ...lines] = (await fileOf(asked)).body.trimEnd().split('\r\n');
  return lines.map((line) => line.split(','));
}

const namesOf = async (asked: Ticket) => (await cellsOf(asked)).map(([, name]) => name);

async function refusalOf(asked: Ticket) {
  const { error, field } = (await askForTicket(...asked)).json<{ error: string[]; field?: string }>();
  return [error[0], field];
}

describe('the export of a view', () => {
  it('has the rows of the range, newest first, with signs, days in Melbourne and balances', async () => {
    await givenPurchases();
    const response = await fileOf(ofView());
    const ending = card.account.accountNumber.slice(-3);
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(
        `^attachment; filename="transactions-${ending}-\\d{4}-\\d{2}-\\d{2}\\.csv"$`,
      ),
    });
    expect(response.body.split('\r\n')[0]).toBe(
      '\uFEFFDate,Description,Type,Category,Amount,Balance after,Card ending,Reference,As sent by the shop,Shop’s amount,Currency,Exchange rate',
    );
    // 10,000.00 − 10.50 = 9,989.50; − 4.00 = 9,985.50; − 7.25 = 9,978.25. 12:59 UTC is 23:59 in Melbourne.
    expect((await cellsOf(ofView())).map((cells) => cells.slice(0, 7))).toEqual([
      ['2026-11-19', 'Other Cafe', 'Purchase', 'Eating out', '-7.25', '9978.25', card.pan.slice(-4)],
      ['2026-11-18', 'Corner Cafe', 'Purchase', 'Eating out', '-4.00', '9985.50', card.pan.slice(-4)],
      ['2026-10-31', 'Blue Door Groceries', 'Purchase', 'Groceries', '-10.50', '9989.50', card.pan.slice(-4)],
      [expect.any(String), expect.any(String), 'Opening balance', 'Other', '10000.00', '10000.00', ''],
    ]);
    expect(await namesOf(ofView({ fromSequence: 2, toSequence: 3 }))).toEqual(['Corner Cafe', 'Blue Door Groceries']);
    expect(await namesOf(ofView({ fromSequence: 4, toSequence: 900 }))).toEqual(['Other Cafe']);
  });

  it('has the rows that the search of the view finds', async () => {
    await givenPurchases();
    expect(await namesOf(ofView({ search: { text: 'cafe' } }))).toEqual(['Other Cafe', 'Corner Cafe']);
    expect(await namesOf(ofView({ search: { text: 'cafe' }, toSequence: 3 }))).toEqual(['Corner Cafe']);
    expect(await namesOf(ofView({ search: { category: 'groceries' } }))).toEqual(['Blue Door Groceries']);
    expect(await namesOf(ofView({ search: { direction: 'out', to: '2026-11-18' } }))).toEqual([
      'Corner Cafe',
      'Blue Door Groceries',
    ]);
    expect(await namesOf(ofView({ search: { text: 'nowhere' } }))).toEqual([]);
  });

  it('is rejected for a range that has no rows, is out of order or is malformed', async () => {
    expect(await refusalOf(ofView({ fromSequence: 2, toSequence: 9 }))).toEqual(['404', undefined]);
    expect(await refusalOf(ofView({ fromSequence: 2, toSequence: 1 }))).toEqual(['20010', 'toSequence']);
    expect(await refusalOf(ofView({ fromSequence: 0 }))).toEqual(['20010', 'fromSequence']);
    expect(await refusalOf(ofView({ toSequence: 1.5 }))).toEqual(['20010', 'toSequence']);
    expect(await refusalOf(ofView({ format: 'doc' }))).toEqual(['20010', 'format']);
    expect(await refusalOf(ofView({ search: { text: 'x'.repeat(101) } }))).toEqual(['20010', 'search.text']);
  });

  it('is refused to another person', async () => {
    const other = await givenSession(test.ctx, { card: await givenCard(test.ctx) });
    expect(await refusalOf(ofView({ headers: other.headers }))).toEqual(['10000', 'accountNumber']);
  });
});

describe('the export of months', () => {
  it('has the rows of the months by their displayed day, and names the months in its file name', async () => {
    await givenPurchases();
    expect(await namesOf(ofMonths())).toEqual(['Other Cafe', 'Corner Cafe', OPENING]);
    expect(await namesOf(ofMonths({ fromMonth: '2026-10', toMonth: '2026-10' }))).toEqual(['Blue Door Groceries']);
    const response = await fileOf(ofMonths({ fromMonth: '2026-10' }));
    expect(response.headers['content-disposition']).toContain('-2026-10-01-to-2026-11-30.csv"');
  });

  it('begins and ends with the months of Melbourne', async () => {
    // Midnight of 1 November is 13:00 UTC.
    await buy('Last of October', 100, '2026-10-31T12:59:59Z');
    await buy('First of November', 100, '2026-10-31T13:00:00Z');
    expect(await namesOf(ofMonths())).toEqual(['First of November', OPENING]);
  });

  it('is rejected for months that have no rows, are out of order or are malformed', async () => {
    expect(await refusalOf(ofMonths({ fromMonth: '2020-01', toMonth: '2020-02' }))).toEqual(['404', undefined]);
    expect(await refusalOf(ofMonths({ fromMonth: '2026-12' }))).toEqual(['20010', 'toMonth']);
    expect(await refusalOf(ofMonths({ fromMonth: '2026-13' }))).toEqual(['20010', 'fromMonth']);
    expect(await refusalOf(ofMonths({ toMonth: '' }))).toEqual(['20010', 'toMonth']);
  });

  it('is refused to another person', async () => {
    const other = await givenSession(test.ctx, { card: await givenCard(test.ctx) });
    expect(await refusalOf(ofMonths({ headers: other.headers }))).toEqual(['10000', 'accountNumber']);
  });
});

describe('the ticket', () => {
  it('for a view works once', async () => {
    const ticket = await givenTicket(...ofView());
    const path = 'transaction/generateTransactionReportBySequenceRange';
    expect((await postTicket(test, path, ticket)).statusCode).toBe(200);
    expect((await postTicket(test, path, ticket)).json()).toMatchObject({ error: ['410'] });
  });

  it('for months works once', async () => {
    const ticket = await givenTicket(...ofMonths());
    const path = 'transaction/generateExportTransactionReportByDateRange';
    expect((await postTicket(test, path, ticket)).statusCode).toBe(200);
    expect((await postTicket(test, path, ticket)).json()).toMatchObject({ error: ['410'] });
  });
});

describe('the file formats', () => {
  it('write amounts as numbers, days as dates and a merchant called =HYPERLINK as text in Excel', async () => {
    await buy('=HYPERLINK("https://evil.example")', 1_234, '2026-11-18T01:00:00Z');
    const response = await fileOf(ofMonths({ format: 'xlsx' }));
    expect(response.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    const [sheet] = (await readXlsx(response.rawPayload)).sheets;
    expect(sheet?.name).toBe('Transactions');
    expect(sheet?.rows).toHaveLength(3);
    const [day, name, , , amount, balance, ending] = sheet?.rows[1] ?? [];
    expect(day).toEqual(new Date('2026-11-18T00:00:00Z'));
    expect(String(name)).toContain('=HYPERLINK(');
    expect([amount, balance]).toEqual([-12.34, 9_987.66]);
    // A number would lose its zeros.
    expect(ending).toEqual(expect.stringMatching(/^\d{4}$/));
  });

  it('put an apostrophe before the same merchant in CSV', async () => {
    await buy('=1+1', 1_234, '2026-11-18T01:00:00Z');
    expect(await namesOf(ofMonths())).toEqual([expect.stringMatching(/^'=1/), OPENING]);
  });

  it('tag a PDF that names the holder and has each row', async () => {
    await givenPurchases();
    const response = await fileOf(ofMonths({ format: 'pdf' }));
    expect(response.headers['content-type']).toBe('application/pdf');
    const pdf = await readPdf(response.rawPayload);
    expect(pdf.info).toMatchObject({ Title: 'Transactions', Language: 'en-AU' });
    const [tree] = pdf.trees;
    expect(tree && nodesOf(tree, 'H1')[0]?.text).toBe('Transactions');
    const rows = rowsOf(pdf);
    expect(rows.at(-1)?.slice(3)).toEqual(['+$10,000.00', '$10,000.00']);
    expect(rows.at(-2)?.slice(1)).toEqual(['Corner Cafe', expect.any(String), '−$4.00', '$9,985.50']);
    expect(rows.at(-3)?.slice(1)).toEqual(['Other Cafe', expect.any(String), '−$7.25', '$9,978.25']);
    expect(rows).toContainEqual(['Date', 'Description', 'Reference', 'Amount', 'Balance after']);
    const text = pdf.drawn.join('\n');
    for (const secret of [card.account.accountNumber, card.pan]) expect(text).not.toContain(secret);
  });

  it.each([
    ['enAU', ['Kind', 'Money out', 'Amount', 'At least $5.00', 'Up to $8.00']],
    ['zhCN', ['类型', '支出', '金额']],
  ] as const)('names every filter of the view in a PDF in %s', async (language, facts) => {
    await givenPurchases();
    const search = { direction: 'out', atLeast: 5, atMost: 8 };
    const pdf = await readPdf((await fileOf(ofView({ format: 'pdf', language, search }))).rawPayload);
    for (const fact of facts) expect(pdf.drawn.join('\n')).toContain(fact);
  });

  it('list the account, each row with its sign and its own id, and the balance in OFX', async () => {
    await givenPurchases();
    const response = await fileOf(ofMonths({ format: 'ofx' }));
    expect(response.headers['content-type']).toBe('application/x-ofx');
    expect(response.body).toContain(`<ACCTID>${card.account.accountNumber}</ACCTID>`);
    expect(response.body).toContain('<DTSTART>20261101</DTSTART><DTEND>20261130</DTEND>');
    expect([...response.body.matchAll(/<TRNAMT>(.*?)<\/TRNAMT>/g)].map((match) => match[1])).toEqual([
      '-7.25',
      '-4.00',
      '10000.00',
    ]);
    expect(new Set([...response.body.matchAll(/<FITID>(.*?)<\/FITID>/g)].map((match) => match[1])).size).toBe(3);
    expect(response.body).toContain('<BALAMT>9978.25</BALAMT>');
  });

  it('show the amount in the currency of a merchant abroad, and its rate', async () => {
    const shopAmount = { amount: 1_200, currency: 'USD', exponent: 2, rate: '1.5417' };
    const merchant = { name: 'Blue Bottle', country: 'US', mcc: '5814' };
    const at = '2026-11-18T01:00:00Z';
    await sendNetwork(test, 'clearings', purchaseOf(card, { amount: 1_850, shopAmount, merchant, at }));
    const [, line] = (await fileOf(ofMonths())).body.split('\r\n');
    expect(line).toMatch(/,-18\.50,.*,12\.00,USD,1\.5417$/);
    expect((await fileOf(ofMonths({ format: 'ofx' }))).body).toContain(
      '<ORIGCURRENCY><CURRATE>1.5417</CURRATE><CURSYM>USD</CURSYM></ORIGCURRENCY>',
    );
    const pdf = await readPdf((await fileOf(ofMonths({ format: 'pdf' }))).rawPayload);
    expect(rowsOf(pdf).map(([, name]) => name)).toContain('Blue Bottle (USD 12.00 at 1.5417)');
    const [sheet] = (await readXlsx((await fileOf(ofMonths({ format: 'xlsx' }))).rawPayload)).sheets;
    expect(sheet?.rows[1]?.slice(-3)).toEqual(['12.00', 'USD', '1.5417']);
  });

  it('are written in Chinese on request', async () => {
    await givenPurchases();
    const response = await fileOf(ofMonths({ language: 'zhCN' }));
    expect(response.body.split('\r\n')[0]).toMatch(/^\uFEFF日期,说明,类型,/);
  });
});
