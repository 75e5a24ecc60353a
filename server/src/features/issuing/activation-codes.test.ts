import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { givenBrand, givenProduct, type TestBrand, type TestProduct } from '../../../test-support/factories.ts';
import { MAIL, openPeopleFiles, type PersonOfFile, TEXTS } from '../../../test-support/files/people-file.ts';

let test: TestApp;
let brand: TestBrand;
let product: TestProduct;
let folder: string;
let files: ReturnType<typeof openPeopleFiles>;
beforeAll(async () => {
  test = await givenApp();
  brand = await givenBrand(test.ctx);
  const settings = { cardNumbers: { prefix: '903614', length: 16 } };
  product = await givenProduct(test.ctx, { brand, settings });
  folder = await mkdtemp(path.join(tmpdir(), 'wattle-codes-'));
  files = openPeopleFiles(test, folder);
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true });
});

let serial = 0;
const row = (more: PersonOfFile): PersonOfFile => {
  serial += 1;
  const person = { firstName: 'Mia', surname: "O'Brien", dateOfBirth: '1990-02-01' };
  return {
    reference: `code-${serial}`,
    product: String(product.id),
    plastic: 'no',
    mobile: '',
    email: '',
    ...person,
    ...more,
  };
};
const MOBILE = { mobile: '0400 000 999' };
const EMAIL = { email: 'mia@example.com' };

type Channels = Parameters<typeof files.peopleWith>[0];

async function importWith(channels: Channels, rows: readonly PersonOfFile[], ...more: string[]) {
  const { file, results } = await files.given(rows);
  const place = ['--brand', brand.identifier, '--results', results];
  const done = await files.peopleWith(channels, brand, 'import', file, ...place, ...more);
  return { ...done, file, results };
}

/** The channel of the code of each row that was imported. */
async function channelsOf(rows: readonly PersonOfFile[]): Promise<unknown[]> {
  const made = await test.ctx.asOwner<{ channel: string | null }>(
    `SELECT m.channel FROM issued_row r
       LEFT JOIN outbox_message m ON m.dedup_key = 'activation-code:' || r.card_id || ':issued'
      WHERE r.reference = ANY ($1::text[]) ORDER BY r.reference`,
    [rows.map(({ reference }) => reference)],
  );
  return made.map(({ channel }) => channel);
}

describe('activation codes of a file of people', () => {
  it('go by mail where texts are off and the row has both', async () => {
    const rows = [row({ ...MOBILE, ...EMAIL }), row(EMAIL)];
    const { code, lines } = await importWith(MAIL, rows);
    expect({ code, lines }).toEqual({
      code: 0,
      lines: [
        'texts are off: 1 activation codes go by mail instead',
        expect.stringMatching(/^2 accepted, 0 were there already, 0 refused/),
      ],
    });
    expect(await channelsOf(rows)).toEqual(['email', 'email']);
  });

  it('go by text where both are on, and by text where mail is off', async () => {
    const both = [row({ ...MOBILE, ...EMAIL })];
    expect((await importWith({ ...MAIL, ...TEXTS }, both)).code).toBe(0);
    expect(await channelsOf(both)).toEqual(['sms']);
    const noMail = [row({ ...MOBILE, ...EMAIL })];
    expect((await importWith(TEXTS, noMail)).lines).toHaveLength(1);
    expect(await channelsOf(noMail)).toEqual(['sms']);
  });

  it('are named before anything is imported where no channel of the row is on', async () => {
    const rows = [row(MOBILE), row({ ...MOBILE, ...EMAIL }), row({ activationCode: '112358' }), row(EMAIL)];
    const off = await importWith({}, rows);
    expect(off).toMatchObject({
      code: 1,
      lines: [
        `${off.file}: line 2: its code cannot be sent: texts are off`,
        `${off.file}: line 3: its code cannot be sent: texts and mail are off`,
        `${off.file}: line 5: its code cannot be sent: mail is off`,
        '3 activation codes cannot be sent, and nothing was imported. Set up texts or mail first, or give --codes-later and send them later',
      ],
    });
    expect(await channelsOf(rows)).toEqual([]);
    await expect(readFile(off.results)).rejects.toThrow('ENOENT');
    const noTexts = await importWith(MAIL, rows);
    expect(noTexts.lines).toContain(`${noTexts.file}: line 2: its code cannot be sent: texts are off`);
    expect(noTexts.lines.at(-1)).toMatch(/^1 activation codes cannot be sent, and nothing was imported/);
  });

  it('names twenty rows and counts the rest', async () => {
    const { lines, file } = await importWith(
      {},
      Array.from({ length: 22 }, () => row(MOBILE)),
    );
    expect(lines).toHaveLength(22);
    expect(lines.slice(-2)).toEqual([
      `${file}: and 2 rows more`,
      expect.stringMatching(/^22 activation codes cannot be sent/),
    ]);
  });

  it('wait with their cards where --codes-later says so', async () => {
    const rows = [row(MOBILE), row({ ...MOBILE, ...EMAIL })];
    const { code, lines } = await importWith({}, rows, '--codes-later');
    expect(code).toBe(0);
    expect(lines.slice(-2)).toEqual([
      expect.stringMatching(/^2 accepted, 0 were there already, 0 refused/),
      'activation codes were not sent: once texts or mail are on, npm run desk -- resend-messages sends them, by two people, within 30 days',
    ]);
    expect(await channelsOf(rows)).toEqual(['sms', 'sms']);
  });

  it('are named by check where it has a brand', async () => {
    const { file } = await files.given([row(MOBILE)]);
    const checked = await files.peopleWith(MAIL, brand, 'check', file, '--brand', brand.identifier);
    expect(checked).toEqual({
      code: 0,
      lines: ['nothing is wrong with 1 rows', `${file}: line 2: its code cannot be sent: texts are off`],
    });
  });
});
