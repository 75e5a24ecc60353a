import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { CARDS } from '../../server/src/demo/cards.ts';
import { runningServer } from '../support/global-setup.ts';
import { amelia, noah } from '../support/people.ts';
import { settled } from '../support/settled.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { pressSignOut } from '../support/navigation.ts';

/** Secrets that must not be stored anywhere: card numbers of the demo, its password, a code, a maiden name. */
const SECRETS = [
  // In full: among so many hexadecimal ciphers some only start like a card number.
  ...CARDS.map(({ pan }) => new RegExp(pan)),
  /Golden-Wattle-2026/,
  /(?<![\w+/])246810(?![\w+/])/,
  /(?<!\w)Harper(?!\w)/,
];

function found(text: string): string[] {
  return SECRETS.filter((secret) => secret.test(text)).map(String);
}

/** Every row of every table, as text. */
async function dumpDatabase(): Promise<string> {
  const instance = join(runningServer().folder, 'data', 'instance.json');
  const { ownerUrl } = JSON.parse(readFileSync(instance, 'utf8')) as { ownerUrl: string };
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')",
    );
    const texts: string[] = [];
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
      texts.push(name, ...rows.map(({ row }) => row));
    }
    return texts.join('\n');
  } finally {
    await client.end();
  }
}

test('numbers, passwords and codes appear in no log, URL, response or row after they were used', {
  tag: '@gate',
}, async ({ page, sim, serverLog }) => {
  const addresses: string[] = [];
  const answers: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  page.on('response', async (response) => {
    if (response.url().includes('/api/')) answers.push(await response.text().catch(() => ''));
  });
  await signIn(page, noah);
  await pressSignOut(page);
  await expect(page).toHaveURL(/\/$/);
  await signIn(page, amelia);
  await page.goto('/transactions');
  await settled(page);
  await sim(
    'purchase',
    '--card',
    '9036000000000017',
    '--amount',
    '3.10',
    '--merchant',
    'Corner Cafe',
    '--mcc',
    '5814',
    '--channel',
    'contactless',
  );

  expect(found(addresses.join('\n')), 'in addresses').toEqual([]);
  expect(answers.length).toBeGreaterThan(3);
  expect(found(answers.join('\n')), 'in answers').toEqual([]);
  expect(serverLog()).toContain('"operation":"token"');
  // The start message in the terminal is for a person who tries the demo; the log starts after it.
  const lines = serverLog()
    .split('\n')
    .filter((line) => line.startsWith('{'));
  expect(found(lines.join('\n')), 'in the log').toEqual([]);
  const dump = await dumpDatabase();
  expect(dump).toContain('9036 00•• •••• 0017');
  expect(found(dump), 'in the database').toEqual([]);
});
