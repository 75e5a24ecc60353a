import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { give, givenStaff } from '../../../test-support/desk/desk.ts';
import { givenUser } from '../../../test-support/signed-in.ts';
import { expireFiles } from '../../outside/files/expire-files.ts';
import { tidyPrivacy } from './due.ts';

const DAY_MS = 86_400_000;

let test: TestApp;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'wattle-expire-'));
  test = await givenApp({ WATTLE_DATA: folder });
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

it('files for card maker and printer go after 30 days, and no others', async () => {
  const now = test.ctx.clocks.security.now();
  const [cards, print] = [path.join(folder, 'outgoing/card-maker'), path.join(folder, 'outgoing/print')];
  for (const [place, name, days] of [
    [cards, 'card-1.json', 31],
    [cards, 'card-2.json', 29],
    [cards, 'notes.txt', 400],
    [print, 'letter-1.pdf', 31],
    [print, 'letter-1.json', 31],
    [print, 'statement-2.pdf', 1],
  ] as const) {
    await mkdir(place, { recursive: true });
    await writeFile(path.join(place, name), 'x');
    const at = new Date(now - days * DAY_MS);
    await utimes(path.join(place, name), at, at);
  }
  expect(await expireFiles(test.ctx)).toBe(3);
  expect([(await readdir(cards)).toSorted(), await readdir(print)]).toEqual([
    ['card-2.json', 'notes.txt'],
    ['statement-2.pdf'],
  ]);
});

it('notes of staff and documents of requests go after 7 years', async () => {
  const mia = await givenUser(test.ctx, {});
  const { tenantId } = mia.card.account.brand;
  const kate = await givenStaff(test.ctx, tenantId);
  const person = `holder:${mia.holder.id}`;
  for (const text of ['Old', 'New']) await give(test, kate, 'add-note', { input: { person, text } });
  const asked = await give(test, kate, 'change-contact', {
    input: { person, channel: 'email', to: 'mia.new@example.com' },
    reason: 'Called us',
  });
  const request = asked.body.request?.id ?? '';
  await give(test, kate, 'attach', { input: { request, name: 'slip.pdf' } });
  await give(test, kate, 'refuse', { input: { request, because: 'wrong' } });
  const nowMs = test.ctx.clocks.security.now();
  const sevenYears = new Date(nowMs);
  sevenYears.setUTCFullYear(sevenYears.getUTCFullYear() - 7);
  const count = async (table: string) =>
    (await test.ctx.asOwner<{ n: number }>(`SELECT count(*)::int AS n FROM ${table} WHERE tenant_id = ${tenantId}`))[0]
      ?.n;
  if (!('inTransaction' in tidyPrivacy)) throw new Error('it runs in a transaction');
  const { inTransaction } = tidyPrivacy;
  const due = { tenantId, plannedAt: nowMs, atOnce: 500 } as never;
  const run = () => test.ctx.database.transact(tenantId, (tx) => inTransaction(test.ctx, tx, due));
  await run();
  expect([await count('staff_note'), await count('desk_attachment')]).toEqual([2, 1]);
  const before = new Date(sevenYears.getTime() - 1_000).toISOString();
  await test.ctx.asOwner(`UPDATE staff_note SET at = '${before}' WHERE tenant_id = ${tenantId} AND text = 'Old'`);
  await test.ctx.asOwner(`UPDATE desk_request SET ended_at = '${before}' WHERE tenant_id = ${tenantId}`);
  await run();
  expect([await count('staff_note'), await count('desk_attachment')]).toEqual([1, 0]);
});

it('the bytes of files of the bank go after 7 years, and what proves the money stays', async () => {
  const mia = await givenUser(test.ctx, {});
  const { tenantId } = mia.card.account.brand;
  const nowMs = test.ctx.clocks.security.now();
  const yearsAgo = (years: number, ms = 0) => {
    const at = new Date(nowMs - ms);
    at.setUTCFullYear(at.getUTCFullYear() - years);
    return at;
  };
  const file = async (name: string, state: string, at: Date) => {
    await test.ctx.asOwner(
      `INSERT INTO bank_file (tenant_id, method, name, value_date, state, lines, cents, digest, content_cipher,
                              content_key_version, made_at)
       VALUES ($1, 'external', $2, '2019-11-20', $3, 1, 100, $4, '\\x01', 1, $5)`,
      [tenantId, name, state, Buffer.alloc(32, 7), at],
    );
    await test.ctx.asOwner(
      `INSERT INTO bank_answer (tenant_id, name, digest, kind, state, lines, cents, content_cipher, content_key_version,
                                read_at)
       VALUES ($1, $2, $3, 'returns', $4, 1, 100, '\\x01', 1, $5)`,
      [tenantId, name, Buffer.from(name.padEnd(32)), state === 'Made' ? 'Waiting' : 'Taken', at],
    );
  };
  await file('old.aba', 'Accepted', yearsAgo(7, 1_000));
  await file('young.aba', 'Accepted', yearsAgo(7, -60_000));
  // A file that may still be sent keeps its bytes.
  await file('open.aba', 'Made', yearsAgo(8));
  const { inTransaction } = 'inTransaction' in tidyPrivacy ? tidyPrivacy : expect.unreachable();
  const due = { tenantId, plannedAt: nowMs, atOnce: 500 } as never;
  await test.ctx.database.transact(tenantId, (tx) => inTransaction(test.ctx, tx, due));
  for (const table of ['bank_file', 'bank_answer'])
    expect(
      await test.ctx.asOwner(
        `SELECT name, content_cipher IS NOT NULL AS kept, digest IS NOT NULL AND cents = 100 AS proved FROM ${table}
          WHERE tenant_id = $1 ORDER BY id`,
        [tenantId],
      ),
    ).toEqual([
      { name: 'old.aba', kept: false, proved: true },
      { name: 'young.aba', kept: true, proved: true },
      { name: 'open.aba', kept: true, proved: true },
    ]);
  const kate = await givenStaff(test.ctx, tenantId);
  const [old] = await test.ctx.asOwner<{ id: string }>(
    "SELECT id::text FROM bank_file WHERE tenant_id = $1 AND name = 'old.aba'",
    [tenantId],
  );
  const printed = await give(test, kate, 'print-bank-file', { input: { file: old?.id ?? '' } });
  expect(printed.body.error).toBe('file_erased');
});
