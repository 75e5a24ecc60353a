import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../test-support/app.ts';
import { give, givenStaff } from '../../test-support/desk/desk.ts';
import { DESK_SAMPLES } from '../../test-support/desk/desk-samples.ts';
import { BOOKS } from '../features/desk/effects/effect.store.ts';

const APPROVED = Object.keys(DESK_SAMPLES).filter((name) => DESK_SAMPLES[name]?.needsApproval);
const DOLLARS = /^-?\d+\.\d\d$/;
/** Commands whose effect names what later work posts: the payments of a file, the lines of an answer, a held payment. */
const POSTED_LATER: readonly string[] = ['release-held', 'send-bank-file', 'take-bank-answer'];

/** Its effect has one sum for all accounts, because there may be a million of them. */
const WITHOUT_ACCOUNTS = 'post-interest';

let test: TestApp;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'wattle-effects-'));
  test = await givenApp({ WATTLE_DATA: folder });
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

async function givenSample(name: string) {
  const sample = DESK_SAMPLES[name];
  if (!sample) throw new Error(`${name} has no sample`);
  return sample.given(test);
}

const dollars = (cents: bigint) =>
  `${cents < 0n ? '-' : ''}${String(cents < 0n ? -cents : cents)
    .padStart(3, '0')
    .replace(/(\d\d)$/, '.$1')}`;

/** Balances of a programme, by the words in which an effect names them. */
async function balancesOf(tenantId: number): Promise<ReadonlyMap<string, string>> {
  const rows = await test.ctx.asOwner<{ kind: string; number: string | null; cents: string }>(
    `SELECT l.kind, a.account_number AS number, l.balance::text AS cents
       FROM ledger_account l
       LEFT JOIN member_account a ON a.tenant_id = l.tenant_id AND a.ledger_account_id = l.id WHERE l.tenant_id = $1`,
    [tenantId],
  );
  return new Map(
    rows.map(({ kind, number, cents }) => {
      if (number !== null) return [`Account ${number}`, dollars(BigInt(cents))];
      const [what, sign] = BOOKS[kind as keyof typeof BOOKS] ?? [kind, 1n];
      return [what, dollars(sign * BigInt(cents))];
    }),
  );
}

it.each(APPROVED)('%s changes the balances that its effect names, as it says, and no other', async (name) => {
  const sample = await givenSample(name);
  const asker = await givenStaff(test.ctx, sample.tenantId);
  const manager = await givenStaff(test.ctx, sample.tenantId);
  const { body } = await give(test, asker, name, { input: sample.input, reason: 'they called' });
  const input = { request: body.request?.id ?? '' };
  const lines = (await give(test, manager, 'request-effect', { input })).body.rows ?? [];
  const before = await balancesOf(sample.tenantId);
  expect((await give(test, manager, 'approve', { input })).status).toBe(200);
  const after = await balancesOf(sample.tenantId);
  const moved = [...after].filter(
    ([what, cents]) =>
      (before.get(what) ?? '0.00') !== cents && !(name === WITHOUT_ACCOUNTS && what.startsWith('Account ')),
  );
  const named = lines.filter(({ what, after: to }) => after.has(String(what)) && DOLLARS.test(String(to)));
  expect(named.map(({ what, before: stood }) => [what, stood])).toEqual(
    named.map(({ what }) => [what, before.get(String(what)) ?? '0.00']),
  );
  const said = named.filter(({ before: from, after: to }) => from !== to).map(({ what, after: to }) => [what, to]);
  expect(POSTED_LATER.includes(name) ? [] : said.toSorted()).toEqual(moved.toSorted());
});

it('names who loses access and what ends with an account that is closed', async () => {
  const sample = await givenSample('close-and-pay');
  const asker = await givenStaff(test.ctx, sample.tenantId);
  const { body } = await give(test, asker, 'close-and-pay', { input: sample.input, reason: 'they called' });
  const lines = (await give(test, asker, 'request-effect', { input: { request: body.request?.id ?? '' } })).body.rows;
  expect(lines?.map(({ what, change }) => `${String(what)}: ${String(change)}`)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Account \d+, .+: closes$/),
      expect.stringMatching(/^Card \d{4}, .+: closes$/),
      expect.stringMatching(/^To .+, BSB \d{6}, account ending \d{3}: \d+\.\d\d$/),
    ]),
  );
});

it('is kept with a request, and forgotten with a person whom it names', async () => {
  const sample = await givenSample('reissue-card');
  const asker = await givenStaff(test.ctx, sample.tenantId);
  await give(test, asker, 'reissue-card', { input: sample.input, reason: 'they called' });
  const card = String(sample.input['card']).slice('card:'.length);
  const kept = () =>
    test.ctx.asOwner<{ effect: unknown }>('SELECT effect FROM desk_request WHERE tenant_id = $1', [sample.tenantId]);
  expect(await kept()).toEqual([{ effect: expect.arrayContaining([expect.objectContaining({ what: 'New card' })]) }]);
  const [row] = await test.ctx.asOwner<{ id: string }>(
    "UPDATE holder h SET surname = '' FROM card c WHERE c.id = $1 AND h.id = c.holder_id RETURNING h.id::text",
    [card],
  );
  const forget = (id: string | undefined) =>
    test.ctx.database.transact(sample.tenantId, (tx) => tx.run('SELECT forget_effects_about($1)', [id]));
  await forget('999999999');
  expect(await kept()).not.toEqual([{ effect: null }]);
  await forget(row?.id);
  expect(await kept()).toEqual([{ effect: null }]);
});
