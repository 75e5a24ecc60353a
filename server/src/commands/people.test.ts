import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { luhnDigit } from '@wattle/contract/rules/luhn.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { givenApp, type TestApp } from '../../test-support/app.ts';
import { give, givenStaff } from '../../test-support/desk/desk.ts';
import { givenBrand, givenProduct, type TestBrand, type TestProduct } from '../../test-support/factories.ts';
import { openPeopleFiles, type PersonOfFile } from '../../test-support/files/people-file.ts';
import { inFull } from '../../test-support/sampled.ts';
import { compileCache } from '../../test-support/processes/server-process.ts';
import { brokenIn } from '../../test-support/ledger/verified.ts';

const TOOL = path.join(import.meta.dirname, '../../../tools/command.ts');
const NUMBERS = { cardNumbers: { prefix: '903612', length: 16 } };

let test: TestApp;
let brand: TestBrand;
let product: TestProduct;
let gift: TestProduct;
let folder: string;
let files: ReturnType<typeof openPeopleFiles>;
beforeAll(async () => {
  test = await givenApp();
  brand = await givenBrand(test.ctx);
  product = await givenProduct(test.ctx, { brand, settings: { ...NUMBERS, activation: { check: 'maidenName' } } });
  gift = await givenProduct(test.ctx, { brand, isReloadable: false, settings: NUMBERS });
  folder = await mkdtemp(path.join(tmpdir(), 'wattle-people-'));
  files = openPeopleFiles(test, folder);
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true });
});

const people = (...argv: string[]) => files.people(brand, ...argv);
const given = (rows: readonly PersonOfFile[]) => files.given(rows);
const imported = (rows: readonly PersonOfFile[]) => files.imported(brand, rows);

let serial = 0;
const panOf = (number: number) => {
  const body = `903612${String(number).padStart(9, '0')}`;
  return body + luhnDigit(body);
};
const giftRow = (more: Readonly<Record<string, string>> = {}) => {
  serial += 1;
  return { reference: `gift-${serial}`, product: String(gift.id), accessCode: '246810', plastic: 'no', ...more };
};
const personRow = (more: Readonly<Record<string, string>> = {}) => {
  serial += 1;
  return {
    reference: `person-${serial}`,
    product: String(product.id),
    firstName: 'Mia',
    surname: "O'Brien",
    dateOfBirth: '1990-02-01',
    mobile: '0400 000 999',
    maidenName: 'Harper',
    ...more,
  };
};

const HOME = { addressLine1: '14 Banksia Street', suburb: 'Fremantle', state: 'WA', postCode: '6160' };
const cardsOf = (reference: string) =>
  test.ctx.asOwner<{ status: string; first_name: string | null; activation_check: string; account: string }>(
    `SELECT c.status, h.first_name, c.activation_check, a.account_number AS account FROM issued_row r
     JOIN card c ON c.id = r.card_id JOIN member_account a ON a.id = c.member_account_id
     LEFT JOIN holder h ON h.id = a.primary_holder_id WHERE r.reference = $1`,
    [reference],
  );

describe('people from a file', () => {
  it('makes holder, account and card, and sends the activation code by a message of its own', async () => {
    const row = personRow({ ...HOME, plastic: 'no' });
    const { code, lines, rows } = await imported([row]);
    expect({ code, lines }).toEqual({
      code: 0,
      lines: [expect.stringMatching(/^1 accepted, 0 were there already, 0 refused/)],
    });
    expect(rows).toEqual([
      expect.stringMatching(new RegExp(`^2,${row.reference},accepted,,,\\d{9},9036 12.*,\\d{11}$`)),
    ]);
    expect(await cardsOf(row.reference)).toEqual([
      {
        status: 'NotIssued',
        first_name: 'Mia',
        activation_check: 'maidenName',
        account: expect.stringMatching(/^\d{9}$/) as string,
      },
    ]);
    const sent = await test.ctx.asOwner(
      "SELECT channel, template FROM outbox_message WHERE dedup_key LIKE 'activation-code:%:issued' AND brand_id = $1",
      [brand.id],
    );
    expect(sent).toEqual([{ channel: 'sms', template: 'cardActivationCode' }]);
  });

  it('stores a mobile number with the 0 behind its country code as E.164 [3-g]', async () => {
    const row = personRow({ ...HOME, mobile: '+61 0400 000 776' });
    expect((await imported([row])).code).toBe(0);
    expect(
      await test.ctx.asOwner(
        `SELECT h.mobile FROM issued_row r JOIN card c ON c.id = r.card_id
         JOIN member_account a ON a.id = c.member_account_id JOIN holder h ON h.id = a.primary_holder_id
         WHERE r.reference = $1`,
        [row.reference],
      ),
    ).toEqual([{ mobile: '+61400000776' }]);
  });

  it('sends the letter of a card that is new where the row says so, once', async () => {
    const row = personRow({ ...HOME, letter: 'yes' });
    const rows = [row, personRow({ ...HOME, letter: 'no' }), personRow(HOME)];
    expect((await imported(rows)).code).toBe(0);
    expect((await imported(rows)).lines).toEqual([
      expect.stringMatching(/^0 accepted, 3 were there already, 0 refused/),
    ]);
    const queued = await test.ctx.asOwner<{ reference: string; ends: number }>(
      `SELECT r.reference, extract(day FROM l.ends_at - l.made_at)::int AS ends FROM card_letter l
       JOIN issued_row r ON r.card_id = l.card_id
       JOIN due_work w ON w.tenant_id = l.tenant_id AND w.job = 'activation.letters' AND w.key = l.id::text
       WHERE r.reference = ANY ($1::text[])`,
      [rows.map(({ reference }) => reference)],
    );
    expect(queued).toEqual([{ reference: row.reference, ends: 90 }]);
  });

  it.each([
    [{ letter: 'yes' }, 'needs an address'],
    [{ letter: 'yes', activationCode: '112358' }, 'says that the code comes by a message'],
    [{ letter: 'yes', activationCode: '', accessCode: '246810' }, 'is for a card that is activated'],
    [{ letter: 'perhaps' }, 'must be yes or no'],
  ])('refuses a letter that cannot be true: %o', async (given, reason) => {
    const { rows } = await imported([personRow(given)]);
    expect(rows.some((line) => line.includes(`,letter,${reason}`))).toBe(true);
  });

  it('makes a card of nobody that needs no activation, with the numbers of the card maker', async () => {
    const row = giftRow({ cardNumber: panOf(1), cardId: '12345678901', account: '400100200', expiry: '2029-05' });
    expect((await imported([row])).rows).toEqual([
      expect.stringMatching(
        new RegExp(`^2,${row.reference},accepted,,,400100200,.*${panOf(1).slice(-4)},12345678901$`),
      ),
    ]);
    expect(await cardsOf(row.reference)).toEqual([
      { status: 'Active', first_name: null, activation_check: 'none', account: '400100200' },
    ]);
  });

  it('gives a nominee a card on the account of another holder, once', async () => {
    const pan = panOf(4);
    const account = (await imported([personRow({ cardNumber: pan })])).rows[0]?.split(',')[5] ?? '';
    const row = personRow({ nomineeOf: account, firstName: 'Ruby' });
    for (const _ of [1, 2]) expect((await imported([row])).rows[0]).toMatch(new RegExp(`,,,${account},9036 12`));
    const cards = await test.ctx.asOwner(
      `SELECT h.first_name AS of, p.first_name AS account_of FROM member_account a
       JOIN card c ON c.member_account_id = a.id JOIN holder h ON h.id = c.holder_id
       JOIN holder p ON p.id = a.primary_holder_id WHERE a.account_number = $1 ORDER BY c.id`,
      [account],
    );
    expect(cards).toEqual([
      { of: 'Mia', account_of: 'Mia' },
      { of: 'Ruby', account_of: 'Mia' },
    ]);
    const alike = personRow({ nomineeOf: account, cardNumber: pan });
    expect((await imported([alike])).rows).toContain(
      `2,${alike.reference},refused,cardNumber,ends like another card of the account,,,`,
    );
  });

  it.each<[string, () => Record<string, string>, string]>([
    ['no such product', () => giftRow({ product: '999999' }), 'product,is none of the brand'],
    ['a product that is no number', () => giftRow({ product: 'gold' }), 'product,must be the number of a product'],
    [
      'a wrong check digit',
      () => giftRow({ cardNumber: `${panOf(2).slice(0, 15)}${(Number(panOf(2)[15]) + 1) % 10}` }),
      'cardNumber,has a wrong check digit',
    ],
    [
      'a number of another product',
      () => giftRow({ cardNumber: '4111111111111111' }),
      'cardNumber,is none of the product: see its cardNumbers',
    ],
    [
      '[15-b] a name without a Latin letter and none for the card',
      () => personRow({ firstName: '伟', surname: '李' }),
      'nameOnCard,is missing: the name has no Latin letters that a card could bear',
    ],
    [
      'a name on the card that no card bears',
      () => personRow({ nameOnCard: '李伟' }),
      `nameOnCard,"must be A to Z, spaces and - ' . , alone"`,
    ],
    [
      'a name without a letter',
      () => personRow({ firstName: '-' }),
      `firstName,"must be letters, digits, spaces and - ' . / alone"`,
    ],
    ['no date of birth', () => personRow({ dateOfBirth: '' }), 'dateOfBirth,is missing'],
    [
      'a day that is none',
      () => personRow({ dateOfBirth: '1990-02-30' }),
      'dateOfBirth,is no day: write the day as 1990-04-25',
    ],
    ['a day to come', () => personRow({ dateOfBirth: '2999-01-01' }), 'dateOfBirth,has not come yet'],
    ['an email that is none', () => personRow({ email: 'mia@' }), 'email,must be an email address'],
    [
      '[4-B3-s1] a country in words',
      () => personRow({ country: 'Australia' }),
      'country,must be two capital letters: AU',
    ],
    [
      '[4-B3] a country that is none',
      () => personRow({ country: 'UK' }),
      'country,is no country of ISO 3166: the United Kingdom is GB',
    ],
    [
      'a post code of another state',
      () => personRow({ state: 'QLD', postCode: '6000' }),
      'postCode,is none of the state',
    ],
    ['a month that is none', () => personRow({ expiry: '12/2029' }), 'expiry,must be a month: yyyy-MM'],
    ['a state of another country', () => personRow({ state: 'ZZZ' }), 'state,is none of the country'],
    [
      'no maiden name where it is asked',
      () => personRow({ maidenName: '', check: 'maidenName' }),
      'maidenName,is missing: the activation asks for it',
    ],
    [
      'a landline [3-g]',
      () => personRow({ mobile: '02 9000 0001' }),
      'mobile,is a landline: it must be a mobile number',
    ],
    [
      'nowhere to send the code',
      () => personRow({ mobile: '' }),
      'activationCode,"is missing, and there is no mobile number or email to send one to"',
    ],
    [
      'an access code for a reloadable card',
      () => personRow({ accessCode: '246810' }),
      'accessCode,a reloadable card is activated: give an activation code',
    ],
    [
      'a nominee of no account',
      () => personRow({ nomineeOf: '999999998' }),
      'nomineeOf,is no open account of the brand with a holder',
    ],
    [
      'a nominee with an account',
      () => personRow({ nomineeOf: '999999998', account: '999999997' }),
      'account,a nominee has none of their own',
    ],
    ['a nominee of no name', () => giftRow({ nomineeOf: '999999998' }), 'nomineeOf,needs a name'],
    ['an expiry that has passed', () => giftRow({ expiry: '2020-01' }), 'expiry,has passed'],
    [
      'a check that is none',
      () => giftRow({ check: 'magic' }),
      'check,"must be none, ekyc, maidenName, questions, terms"',
    ],
  ])('refuses a row with %s, with the field and the reason, and goes on', async (_, make, reason) => {
    const [bad, good] = [make(), giftRow()];
    const { code, rows } = await imported([bad, good]);
    expect(code).toBe(1);
    expect(rows).toEqual([
      `2,${bad['reference']},refused,${reason},,,`,
      expect.stringContaining(`3,${good.reference},accepted`) as string,
    ]);
    expect(await cardsOf(bad['reference'] ?? '')).toEqual([]);
  });

  it('refuses numbers that are taken, and a reference that was used for another row', async () => {
    const row = giftRow({ cardNumber: panOf(3), account: '400100300', cardId: '12345678903' });
    await imported([row]);
    const { rows } = await imported([giftRow({ ...row, reference: 'again' }), { ...row, account: '400100301' }]);
    expect(rows).toEqual([
      '2,again,refused,cardNumber,is taken,,,',
      '2,again,refused,cardId,is taken,,,',
      '2,again,refused,account,is taken,,,',
      `3,${row.reference},refused,reference,was used for another row,,,`,
    ]);
    const same = giftRow();
    expect((await imported([same, same])).rows[1]).toBe(
      `3,${same.reference},refused,reference,is the same as in line 2,,,`,
    );
  });

  it('refuses a file with an unknown column, without a reference, or that is missing, and an unknown brand', async () => {
    const { file } = await given([{ reference: 'a', colour: 'red' }]);
    expect((await people('check', file)).lines).toEqual([
      `${file}: colour: is no column\n${file}: product: is missing`,
    ]);
    expect((await people('check', '/nowhere.csv')).lines).toEqual(['/nowhere.csv: is missing']);
    const good = await given([giftRow()]);
    expect((await people('check', good.file)).lines).toEqual(['nothing is wrong with 1 rows']);
    const where = ['import', good.file, '--brand', 'nobody', '--results', good.results] as const;
    expect(await people(...where)).toEqual({ code: 1, lines: ['nobody is none of the brands'] });
    expect((await people('import', good.file)).code).toBe(2);
  });

  it("checks phone numbers in the brand's country, and in Australia without a brand", async () => {
    const kiwi = await givenBrand(test.ctx, { settings: { DefaultCountry: 'NZ' } });
    const { file } = await given([personRow({ mobile: '021 123 4567', activationCode: '112358' })]);
    expect(await people('check', file, '--brand', kiwi.identifier)).toEqual({
      code: 0,
      lines: ['nothing is wrong with 1 rows'],
    });
    const words = [`${file}: line 2: mobile: is a landline: it must be a mobile number`];
    expect(await people('check', file)).toEqual({ code: 1, lines: words });
    expect(await people('check', file, '--brand', brand.identifier)).toEqual({ code: 1, lines: words });
    expect((await people('check', file, '--brand', 'nobody')).lines).toEqual(['nobody is none of the brands']);
  });

  it('writes no card number into the results or what it says, and results that only their owner reads', async () => {
    const row = giftRow({ cardNumber: panOf(4) });
    const bad = giftRow({ cardNumber: panOf(4) });
    const { results, lines } = await imported([row, bad, giftRow({ reference: panOf(5) })]);
    const written = (await readFile(results, 'utf8')) + lines.join('\n');
    for (const number of [4, 5]) expect(written).not.toContain(panOf(number));
    expect((await stat(results)).mode & 0o777).toBe(0o600);
  });

  it('takes many rows that are killed in the middle and given again: each card is made once', async () => {
    const count = inFull(1_000, 300);
    const refused = count / 100;
    const accepted = count - refused;
    const rows = Array.from({ length: count }, (_, index) => giftRow(index % 100 === 99 ? { product: '999999' } : {}));
    const { file, results } = await given(rows);
    const argv = ['import', file, '--brand', brand.identifier, '--results', results];
    const child = spawn(process.execPath, [TOOL, 'people', ...argv], {
      env: { PATH: process.env['PATH'], ...compileCache(), ...files.env(brand) },
      stdio: 'ignore',
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const references = rows.map(({ reference }) => reference);
    const made = async () =>
      Number(
        (
          await test.ctx.asOwner<{ count: string }>('SELECT count(*) FROM issued_row WHERE reference = ANY ($1)', [
            references,
          ])
        )[0]?.count,
      );
    await vi.waitUntil(async () => (await made()) > count / 10, { timeout: 60_000, interval: 50 });
    child.kill('SIGKILL');
    await ended;
    const before = await made();
    expect(before).toBeLessThan(accepted);

    const { code, lines } = await people(...argv);
    expect(code).toBe(1);
    expect(lines.at(-1)).toBe(
      `${accepted - before} accepted, ${before} were there already, ${refused} refused: ${results} has each row`,
    );
    expect(await made()).toBe(accepted);
    const [cards] = await test.ctx.asOwner(
      `SELECT count(DISTINCT c.id)::integer AS cards, count(DISTINCT c.member_account_id)::integer AS accounts
       FROM issued_row r JOIN card c ON c.id = r.card_id WHERE r.reference = ANY ($1)`,
      [references],
    );
    expect(cards).toEqual({ cards: accepted, accounts: accepted });
    expect((await readFile(results, 'utf8')).trimEnd().split('\n')).toHaveLength(count + 1);
  }, 120_000);
});

describe('the first load', () => {
  it('is posted when a second person approves it, up to the highest balance of the product', async () => {
    const row = giftRow({ account: '400100900' });
    await imported([row]);
    const [asker, manager] = [await givenStaff(test.ctx, brand.tenantId), await givenStaff(test.ctx, brand.tenantId)];
    const ask = async (amount: string, account = '400100900') =>
      (await give(test, asker, 'load', { input: { account, amount }, reason: 'bought at the counter' })).body;
    // A holder who is not verified may have 999.00.
    expect(await ask('999.01')).toMatchObject({ error: 'outside_load_limits', field: 'amount' });
    expect(await ask('0')).toMatchObject({ error: 'input_invalid', field: 'amount' });
    expect(await ask('50', '400100999')).toMatchObject({ error: 'not_found', field: 'account' });
    const { request } = await ask('50.00');
    const approve = () => give(test, manager, 'approve', { input: { request: request?.id ?? '' } });
    const balance = async () =>
      (
        await test.ctx.asOwner<{ balance: string }>(
          `SELECT l.balance FROM member_account a JOIN ledger_account l ON l.id = a.ledger_account_id
           WHERE a.account_number = '400100900'`,
        )
      )[0]?.balance;
    expect(await balance()).toBe('0');
    expect((await Promise.all([approve(), approve(), approve()])).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await balance()).toBe('5000');
    const next = await ask('949.01');
    const refused = await give(test, manager, 'approve', { input: { request: next.request?.id ?? '' } });
    expect(refused).toMatchObject({ status: 400, body: { error: 'outside_load_limits' } });
    // The separate process had the real clock, so its seals look late to the clock of this one.
    const faults = (await brokenIn(test.ctx)).filter((line) => line.startsWith('    ✗') && !/ \w+-lag: /.test(line));
    expect(faults).toEqual([]);
  });
});
