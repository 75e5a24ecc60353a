import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { give, givenStaff, type TestStaff } from '../../../test-support/desk/desk.ts';
import { givenFileBrand, sheetOf } from '../../../test-support/desk/people-file-samples.ts';
import { dyingDatabase, givenRunner, sweep } from '../../../test-support/due-work.ts';
import { inFull } from '../../../test-support/sampled.ts';
import { erase } from '../account-closing/erasure.store.ts';
import { addPeople, erasePeopleFiles } from './add-people.due.ts';

const DAY_MS = 86_400_000;
const COLUMNS = ['reference', 'product', 'firstName', 'surname', 'dateOfBirth', 'mobile', 'activationCode', 'plastic'];

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

type Office = {
  readonly asker: TestStaff;
  readonly manager: TestStaff;
  readonly brand: string;
  readonly product: string;
  readonly tenantId: number;
};

async function givenOffice(): Promise<Office> {
  const { brand, product, tenantId } = await givenFileBrand(test);
  const [asker, manager] = [await givenStaff(test.ctx, tenantId), await givenStaff(test.ctx, tenantId)];
  return { asker, manager, brand: brand.identifier, product, tenantId };
}

let people = 0;
/** A row of a person whom no one else is like; `more` are values by column. */
function personRow({ product }: Pick<Office, 'product'>, more: Readonly<Record<string, string>> = {}): string[] {
  people += 1;
  const row: Readonly<Record<string, string>> = {
    reference: randomUUID(),
    product,
    firstName: 'Mia',
    surname: `Park ${people}`,
    dateOfBirth: '1990-02-01',
    mobile: `0400 ${String(people).padStart(6, '0')}`,
    activationCode: '918273',
    plastic: 'no',
    ...more,
  };
  return COLUMNS.map((column) => row[column] ?? '');
}

const send = (office: Office, file: Buffer, more: Readonly<Record<string, string>> = {}) =>
  give(test, office.asker, 'send-people-file', { input: { brand: office.brand, name: 'people.csv', ...more }, file });
const sendRows = async (office: Office, ...rows: readonly string[][]) => {
  const { body } = await send(office, sheetOf(COLUMNS, ...rows));
  const [row] = body.rows ?? [];
  return { row, file: String(row?.['file']) };
};
const fileNow = async ({ asker }: Office, file: string) =>
  (await give(test, asker, 'people-file', { input: { file } })).body.rows?.[0] ?? {};
const faults = async ({ asker }: Office, file: string, part = 'check') => {
  const { body } = await give(test, asker, 'people-file-rows', { input: { file, part } });
  return (body.rows ?? [])
    .filter(({ reason }) => reason !== '')
    .map(({ row, field, value, reason }) => [row, field, value, reason]);
};
const ask = (office: Office, file: string, version = '1') =>
  give(test, office.asker, 'add-people', { input: { file, version }, reason: 'members of November' });
const approve = ({ manager }: Office, request: string | undefined) =>
  give(test, manager, 'approve', { input: { request: request ?? '' } });

async function runAdding() {
  const runner = givenRunner(test.ctx, [addPeople]);
  for (let turn = 0; turn < 5; turn += 1) await runner.runDue();
  await runner.stop();
}
const accountsMade = async ({ tenantId }: Office) =>
  (await test.ctx.asOwner('SELECT 1 FROM member_account WHERE tenant_id = $1', [tenantId])).length;

describe('a file of people', () => {
  it('is read as a spreadsheet leaves it: mark, semicolons, line breaks in cells, lost zeros, days in one order', async () => {
    const office = await givenOffice();
    const { product } = office;
    const rows = [
      'Reference;Product;First name;Surname;Date of birth;Mobile;Address line 1;Suburb;State;Post code;Name on card;;',
      `a-1;${product};Mia;Harper;1/12/1990;400111001;"7 King Street`,
      `Unit 3";Darwin;NT;800;;;`,
      `a-2;${product};伟;李;25/4/1990;0400 111 002;7 King Street;Perth;WA;6000;LI WEI;;`,
      ';;;;;;;;;;;;',
      `a-3;${product};Ann;Lee;4/25/1990;0400 111 003;;;;;;;`,
    ];
    const bytes = Buffer.from(`\uFEFF${rows.join('\r\n')}\r\n`);
    const { body } = await send(office, bytes, { dates: 'day-first' });
    const [read] = body.rows ?? [];
    expect(read).toMatchObject({
      state: 'Ready',
      rows: 3,
      good: 2,
      wrong: 1,
      doubtful: 0,
      columns: 11,
      isAgain: false,
    });
    // The second cell of row 2 has two lines, so the last row is line 6 and row 5 of the sheet.
    expect(await faults(office, String(read?.['file']))).toEqual([
      [5, 'dateOfBirth', '4/25/1990', 'has the month first: write 1990-04-25'],
    ]);
    // In the other order Mia is of January, and 25/4 is the day that cannot be.
    const other = (await send(office, bytes, { dates: 'month-first' })).body.rows?.[0];
    expect(other).toMatchObject({ good: 2, wrong: 1 });
    expect(await faults(office, String(other?.['file']))).toEqual([
      [3, 'dateOfBirth', '25/4/1990', 'has the day first: write 1990-04-25'],
    ]);
  });

  it.each([
    [
      'a workbook of an old Excel',
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      /is a workbook of an old Excel: in the spreadsheet choose Save as, Excel Workbook or CSV UTF-8/,
    ],
    ['UTF-16', Buffer.from('reference,product\n', 'utf16le'), /is UTF-16, save the file as UTF-8/],
    ['Latin-1', Buffer.from('reference,product\na,1\ncafé,1\n', 'latin1'), /line 3 is not UTF-8/],
    ['a PDF', Buffer.from('%PDF-1.7\n%%EOF\n'), /is a PDF/],
    ['other columns', Buffer.from('reference,colour\na,red\n'), /colour: is no column\nproduct: is missing/],
    ['no rows', Buffer.from('reference,product\n'), /has no rows below its header/],
    ['10,001 rows', Buffer.from(`reference,product\n${'a,1\n'.repeat(10_001)}`), /has more than 10,000 rows/],
  ])('of %s is refused whole with the reason, and nothing is kept', async (_what, file, words) => {
    const office = await givenOffice();
    const { status, body } = await send(office, file);
    expect([status, body.error, body.field]).toEqual([400, 'file_unreadable', 'file']);
    expect(body.words).toMatch(words);
    expect((await give(test, office.asker, 'people-files')).body.rows).toEqual([]);
  });

  it('above 10 MB is refused before it is read', async () => {
    const office = await givenOffice();
    const { status, body } = await send(office, Buffer.alloc(10 * 1024 * 1024 + 1, 'a'));
    expect([status, body.error]).toEqual([413, 'file_too_large']);
  });

  it('names each fault of a large file at its cell, within the time of a call', async () => {
    const office = await givenOffice();
    const count = inFull(10_000, 1_000);
    const every = Math.floor(count / 37);
    const rows = Array.from({ length: count }, (_, at) =>
      personRow(office, at % every === 0 && at / every < 37 ? { mobile: '02 9000 0001' } : {}),
    );
    const before = Date.now();
    const sent = await sendRows(office, ...rows);
    expect(Date.now() - before).toBeLessThan(25_000);
    expect(sent.row).toMatchObject({ rows: count, good: count - 37, wrong: 37 });
    const found = await faults(office, sent.file);
    expect(found).toHaveLength(37);
    expect(found[1]).toEqual([2 + every, 'mobile', '02 9000 0001', 'is a landline: it must be a mobile number']);
  });

  it('says which rows are the same, or may be people who are here', async () => {
    const office = await givenOffice();
    const known = personRow(office, { surname: 'Brown', firstName: 'Isla', mobile: '0400 900 001' });
    const { request } = (await ask(office, (await sendRows(office, known)).file)).body;
    await approve(office, request?.id);
    await runAdding();
    const [account] = await test.ctx.asOwner<{ number: string }>(
      'SELECT account_number AS number FROM member_account WHERE tenant_id = $1',
      [office.tenantId],
    );
    const whom = `Isla Brown, ${account?.number.replaceAll(/(\d{3})(?=\d)/g, '$1 ') ?? ''}`;
    const twin = personRow(office);
    const sent = await sendRows(
      office,
      known,
      personRow(office, { mobile: '+61 400 900 001' }),
      personRow(office, { surname: 'brown', firstName: 'ISLA' }),
      twin,
      [...twin],
      twin.map((value, at) => (at === 0 ? 'another' : value)),
    );
    expect(sent.row).toMatchObject({ known: 1, good: 1, wrong: 1, doubtful: 3 });
    expect(await faults(office, sent.file)).toEqual([
      [3, 'mobile', '+61 400 900 001', `also ${whom}`],
      [4, 'surname', 'brown', `same name and birthday as ${whom}; same name and birthday as row 2`],
      [6, 'reference', twin[0], 'is the same as in row 5'],
      [6, 'surname', twin[3], 'same name and birthday as row 5'],
      [7, 'surname', twin[3], 'same name and birthday as row 5'],
    ]);
  });

  it('that is sent again, also at the same time, is the same file; dropped, it is read anew', async () => {
    const office = await givenOffice();
    const bytes = sheetOf(COLUMNS, personRow(office));
    const both = await Promise.all([send(office, bytes), send(office, bytes)]);
    const again = await send(office, bytes);
    const rows = [...both, again].map(({ body }) => body.rows?.[0]);
    expect(new Set(rows.map((row) => row?.['file'])).size).toBe(1);
    expect(again.body.done?.words).toBe('People.csv was sent before.');
    const file = String(rows[0]?.['file']);
    await give(test, office.asker, 'drop-people-file', { input: { file } });
    expect((await send(office, bytes)).body.rows?.[0]).toMatchObject({ isAgain: false, good: 1 });
    expect(await fileNow(office, file)).toMatchObject({ state: 'Dropped', erased: true });
  });

  it('keeps its values sealed, and shows codes and card numbers to no one', async () => {
    const office = await givenOffice();
    const { file } = await sendRows(office, personRow(office, { firstName: '9036001234567890' }));
    const [stored] = await test.ctx.asOwner<{ row: string }>(
      "SELECT encode(cells_cipher, 'escape') || findings::text || array_to_string(marks, ',') AS row FROM people_file_row WHERE file_id = $1",
      [file],
    );
    const { body } = await give(test, office.asker, 'people-file-rows', { input: { file, part: 'all' } });
    for (const text of [stored?.row, JSON.stringify(body)])
      expect(['918273', '9036001234567890'].filter((secret) => text?.includes(secret))).toEqual([]);
    expect(body.rows).toContainEqual(expect.objectContaining({ field: 'firstName', value: '•••• 7890' }));
  });
});

describe('a row', () => {
  it('is corrected at its cell and judged anew, and never a code', async () => {
    const office = await givenOffice();
    const { file } = await sendRows(office, personRow(office), personRow(office, { mobile: '0400 000 19' }));
    const correct = (field: string, value: string) =>
      give(test, office.asker, 'correct-people-row', { input: { file, row: '3', field, value } });
    expect((await correct('mobile', '0400 000')).body.done?.words).toBe('Row 3 still has an error.');
    expect((await correct('mobile', '0400 777 019')).body.done?.words).toBe('Row 3 is corrected.');
    expect((await correct('accessCode', '123456')).body).toMatchObject({ error: 'input_invalid', field: 'field' });
    expect(await fileNow(office, file)).toMatchObject({ good: 2, wrong: 0, version: 3 });
  });

  it('in doubt is left out until a member says that it is another person', async () => {
    const office = await givenOffice();
    const twin = personRow(office);
    const { file } = await sendRows(office, twin, [randomUUID(), ...twin.slice(1)]);
    expect(await fileNow(office, file)).toMatchObject({ good: 1, doubtful: 1 });
    const keep = (row: string) => give(test, office.asker, 'keep-people-row', { input: { file, row } });
    expect((await keep('2')).body.error).toBe('nothing_to_do');
    expect((await keep('3')).body.done?.words).toBe('Row 3 will be added.');
    expect(await fileNow(office, file)).toMatchObject({ good: 2, doubtful: 0, version: 2 });
  });
});

describe('the people of a file', () => {
  it('are made when a second person approves the version that was read, once, with a result for each row', async () => {
    const office = await givenOffice();
    const rows = [personRow(office), personRow(office, { surname: '', firstName: '', dateOfBirth: '', mobile: '' })];
    const { file } = await sendRows(office, ...rows, personRow(office, { product: '999999' }));
    const asked = (await ask(office, file)).body.request?.id;
    const own = await give(test, office.asker, 'approve', { input: { request: asked ?? '' } });
    expect(own.body.error).toBe('own_request');
    const effect = await give(test, office.manager, 'request-effect', { input: { request: asked ?? '' } });
    expect((effect.body.rows ?? []).map(({ what, change, after }) => [what, change, after])).toEqual([
      [expect.stringMatching(/: people with an account and a card$/), 'added', '1'],
      [expect.stringMatching(/: cards without a person$/), 'added', '1'],
      ['Rows with an error', 'left out', '1'],
    ]);
    expect(await accountsMade(office)).toBe(0);
    const third = await givenStaff(test.ctx, office.tenantId);
    const approved = await Promise.all([approve(office, asked), approve({ ...office, manager: third }, asked)]);
    expect(approved.some(({ body }) => body.done?.words === '2 rows of people.csv are being added.')).toBe(true);
    await runAdding();
    expect(await accountsMade(office)).toBe(2);
    expect(await fileNow(office, file)).toMatchObject({ state: 'Done', added: 2, wrong: 1, good: 0 });
    const { body } = await give(test, office.manager, 'people-file-results', { input: { file } });
    const lines = Buffer.from(String(body.rows?.[0]?.['content']), 'base64').toString().trimEnd().split('\r\n');
    expect(lines.slice(1)).toEqual([
      expect.stringMatching(new RegExp(`^2,${rows[0]?.[0]},accepted,,,\\d{9},9036 00.*,\\d{11}$`)),
      expect.stringMatching(new RegExp(`^3,${rows[1]?.[0]},accepted,,,\\d{9},9036 00.*,\\d{11}$`)),
      expect.stringMatching(new RegExp(`^4,.*,left out,product,is none of the brand,,,$`)),
    ]);
    expect((await ask(office, file)).body.error).toBe('nothing_to_do');
  });

  it('are not those of a version that nobody has read', async () => {
    const office = await givenOffice();
    const { file } = await sendRows(office, personRow(office));
    const asked = (await ask(office, file)).body.request?.id;
    const other = { file, row: '2', field: 'surname', value: 'Other' };
    expect((await give(test, office.asker, 'correct-people-row', { input: other })).status).toBe(200);
    expect((await approve(office, asked)).body.error).toBe('effect_changed');
    await runAdding();
    expect(await accountsMade(office)).toBe(0);
    expect((await ask(office, file, '1')).body).toMatchObject({ error: 'effect_changed', field: 'version' });
    expect((await ask(office, file, '2')).body.request).toBeDefined();
  });

  it('are each made once where a server dies in the middle', async () => {
    const office = await givenOffice();
    const { file } = await sendRows(office, ...Array.from({ length: 20 }, () => personRow(office)));
    await approve(office, (await ask(office, file)).body.request?.id);
    const outside = 'outside' in addPeople ? addPeople.outside : expect.unreachable();
    const item = { tenantId: office.tenantId, plannedAt: 0, atOnce: 1, key: file, attempt: 1 };
    const given = { ...item, payload: { file, actor: 'staff:1' }, signal: new AbortController().signal };
    // The first group of eight is made, and no row says so yet.
    const dying = { ...test.ctx, database: dyingDatabase(test.ctx.database, 150) };
    await expect(outside.call(addPeople, dying, given)).rejects.toThrow();
    const before = await accountsMade(office);
    expect([before > 0, before < 20]).toEqual([true, true]);
    await runAdding();
    expect(await accountsMade(office)).toBe(20);
    expect(await fileNow(office, file)).toMatchObject({ state: 'Done', added: 20, refused: 0 });
  });
});

describe('what a file says of people', () => {
  const cells = async (file: string) =>
    (await test.ctx.asOwner('SELECT 1 FROM people_file_row WHERE file_id = $1 AND cells_cipher IS NOT NULL', [file]))
      .length;

  it('is erased of a row when it is added, and of the rest 30 days after it was sent', async () => {
    const office = await givenOffice();
    const { file } = await sendRows(office, personRow(office), personRow(office, { product: '999999' }));
    const waiting = await sendRows(office, personRow(office));
    await approve(office, (await ask(office, file)).body.request?.id);
    await runAdding();
    expect([await cells(file), await cells(waiting.file)]).toEqual([1, 1]);
    test.ctx.advance(29 * DAY_MS);
    await sweep(test.ctx, erasePeopleFiles);
    expect([await cells(file), await cells(waiting.file)]).toEqual([1, 1]);
    test.ctx.advance(2 * DAY_MS);
    await sweep(test.ctx, erasePeopleFiles);
    expect([await cells(file), await cells(waiting.file)]).toEqual([0, 0]);
    const later = { ...office, asker: await givenStaff(test.ctx, office.tenantId) };
    expect(await fileNow(later, file)).toMatchObject({ state: 'Done', added: 1, erased: true });
    expect(await fileNow(later, waiting.file)).toMatchObject({ state: 'Dropped', erased: true });
  });

  it('is erased with a person who is erased', async () => {
    const office = await givenOffice();
    const row = personRow(office);
    await approve(office, (await ask(office, (await sendRows(office, row)).file)).body.request?.id);
    await runAdding();
    const again = await sendRows(office, row, personRow(office));
    expect([again.row?.['known'], await cells(again.file)]).toEqual([1, 2]);
    const [holder] = await test.ctx.asOwner<{ id: bigint }>('SELECT id FROM holder WHERE tenant_id = $1', [
      office.tenantId,
    ]);
    await test.ctx.database.transact(office.tenantId, (tx) =>
      erase(tx, {
        tenantId: office.tenantId,
        holderId: holder?.id ?? 0n,
        webAccountIds: [],
        at: test.ctx.clocks.business.now(),
      }),
    );
    expect(await cells(again.file)).toBe(1);
  });
});
