import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { givenContext } from '../../../test-support/processes/database.ts';
import type { TestContext } from '../../../test-support/processes/database.ts';
import { sweep } from '../../../test-support/due-work.ts';
import { sealAll, TEST_SECRETS } from '../../../test-support/ledger/sealed.ts';
import { makeStatementParts } from '../../features/statements/due.ts';
import { runYears } from '../../commands/years.ts';
import { audit } from '../sealed-log/audit.ts';
import { AUDIT_CHAIN } from '../sealed-log/audit-chain.ts';
import { beginAuditYear } from '../sealed-log/audit-year.due.ts';
import { detachPart, listParts } from './parts.ts';
import { chainStep } from '../sealed-log/verify-seals.ts';

let ctx: TestContext;
let owner: pg.Client;
beforeEach(async () => {
  ctx = await givenContext();
  await ctx.asOwner("INSERT INTO tenant (id, name) VALUES (1, 'One')");
  owner = new pg.Client({ connectionString: ctx.ownerUrl });
  await owner.connect();
});
afterEach(async () => {
  await owner.end();
  await ctx.close();
});

const write = (action: string) =>
  ctx.database.transact(1, async (tx) =>
    audit(tx, ctx.clocks, { tenantId: 1, actor: 'system', action, outcome: 'ok' }),
  );
/** The partition of each line, in the order in which they were written. */
const places = () =>
  ctx.asOwner<{ line: string }>("SELECT action || ' in ' || tableoid::regclass AS line FROM audit_log ORDER BY id");
const linesOf = async () => (await places()).map(({ line }) => line);
const at = (instant: string) => Date.parse(instant);

/** Starts a year of the audit log. */
async function begin(instant: string): Promise<void> {
  ctx.setSecurityTime(instant);
  await sweep(ctx, beginAuditYear);
}

async function findings() {
  const found = await chainStep(AUDIT_CHAIN, { rule: '', check: TEST_SECRETS.seal, onEnd() {} }).run(
    { query: async (sql) => await owner.query(sql) },
    () => {},
  );
  return found.findings.map(({ invariant, detail }) => `${invariant}: ${detail}`);
}
const verified = async () => {
  await owner.query('BEGIN READ ONLY');
  return findings().finally(async () => owner.query('COMMIT'));
};

describe('the audit log', () => {
  it('starts one partition with each year in Melbourne, and creates the next one ahead', async () => {
    await write('before any year');
    await begin('2027-12-31T12:59:59Z');
    await write('last of 2027');
    await begin('2027-12-31T13:00:00Z');
    await write('first of 2028');
    await begin('2027-06-01T00:00:00Z');
    await write('a clock that is behind changes nothing');
    expect(await linesOf()).toEqual([
      'before any year in audit_log_early',
      'last of 2027 in audit_log_2027',
      'first of 2028 in audit_log_2028',
      'a clock that is behind changes nothing in audit_log_2028',
    ]);
    const ids = await ctx.asOwner<{ id: string }>('SELECT id FROM audit_log ORDER BY id');
    expect(ids.map(({ id }) => id)).toEqual(['1', '2027000000000001', '2028000000000001', '2028000000000002']);
    expect((await listParts(owner)).map(({ name }) => name)).toContain('audit_log_2029');
  });

  it('has seals that do not cross a year', async () => {
    await begin('2027-06-01T00:00:00Z');
    await write('one');
    await write('two');
    await begin('2028-06-01T00:00:00Z');
    await write('three');
    expect(await sealAll(ctx, { security: ctx.clocks.security }, AUDIT_CHAIN)).toBe(2);
    expect(await ctx.asOwner('SELECT lines, lines_to FROM audit_seal ORDER BY seq')).toEqual([
      { lines: 2, lines_to: '2027999999999999' },
      { lines: 1, lines_to: '2028000000000001' },
    ]);
    expect(await verified()).toEqual([]);
  });
});

describe('a detached year', () => {
  beforeEach(async () => {
    await begin('2027-06-01T00:00:00Z');
    await write('old');
    await begin('2028-06-01T00:00:00Z');
    await write('younger');
    await sealAll(ctx, { security: ctx.clocks.security }, AUDIT_CHAIN);
  });
  const detach = (year: number, nowMs: number) => detachPart(owner, { table: 'audit_log', year, nowMs });

  it('must be seven years past its end, and verify reports its lines missing before that', async () => {
    await expect(detach(2027, at('2035-01-01T23:59:59Z'))).rejects.toThrow('audit_log_2027 is kept until 2035-01-02');
    await detach(2027, at('2035-01-02T00:00:00Z'));
    expect(await linesOf()).toEqual(['younger in audit_log_2028']);
    // The chain provides the time: its newest seal is of 2028.
    expect(await verified()).toEqual(['audit-chain: 1 lines were sealed, 0 are there']);
    await begin('2035-01-02T00:00:00Z');
    await write('of 2035');
    await sealAll(ctx, { security: ctx.clocks.security }, AUDIT_CHAIN);
    expect(await verified()).toEqual([]);
    // A line that is missing elsewhere is still reported.
    await ctx.asOwner("DELETE FROM audit_log WHERE action = 'younger'");
    expect(await verified()).toEqual(['audit-chain: 1 lines were sealed, 0 are there']);
  });

  it('cannot be read by the application, and can be read by the owner', async () => {
    await detach(2027, at('2036-01-01T00:00:00Z'));
    const asked = ctx.database.read(1, (tx) => tx.query('SELECT FROM audit_log_2027'));
    await expect(asked).rejects.toThrow('permission denied');
    expect(await ctx.asOwner('SELECT action FROM audit_log_2027')).toEqual([{ action: 'old' }]);
  });

  it('waits for long readers without blocking reads or writes, and is completed after a crash in between', async () => {
    const reader = new pg.Client({ connectionString: ctx.ownerUrl });
    await reader.connect();
    await reader.query('BEGIN; SELECT count(*) FROM audit_log');
    // The first attempt may wait for a vacuum, not for the reader.
    const patience = { limitMs: 50, tries: 10, pauseMs: 1 };
    const nowMs = at('2036-01-01T00:00:00Z');
    const impatient = detachPart(owner, { table: 'audit_log', year: 2027, nowMs }, patience);
    await expect(impatient).rejects.toThrow('audit_log_2027 is in use by a long transaction');
    const [left] = (await listParts(owner)).filter(({ name }) => name === 'audit_log_2027');
    expect(left?.state).toBe('detaching');
    const detaching = detachPart(
      owner,
      { table: 'audit_log', year: 2027, nowMs },
      { ...patience, tries: 500, pauseMs: 10 },
    );
    for (let n = 0; n < 20; n += 1) {
      await write(`beside ${n}`);
      await pause(5);
    }
    await reader.query('SELECT count(*) FROM audit_log; COMMIT');
    await reader.end();
    await detaching;
    expect((await linesOf()).slice(0, 2)).toEqual(['younger in audit_log_2028', 'beside 0 in audit_log_2028']);
    expect(await linesOf()).toHaveLength(21);
  });
});

describe('npm run years', () => {
  const run = async (...argv: string[]) => {
    const said: string[] = [];
    const code = await runYears({
      argv,
      config: { mode: 'sandbox', dataFolder: '/nowhere', databaseUrl: ctx.url, databaseOwnerUrl: ctx.ownerUrl },
      now: () => at('2033-06-01T00:00:00Z'),
      say: (line) => void said.push(line),
      complain: (line) => void (line.startsWith('Using the database') || said.push(line)),
    });
    return { code, said };
  };

  it('lists years, drops a year of statements that may be dropped, and refuses the others', async () => {
    const { said } = await run('list');
    expect(said.find((line) => line.startsWith('statement_2024'))).toMatch(/in use .* may go since 2032-01-02$/);
    expect(said.find((line) => line.startsWith('statement_2026'))).toMatch(/in use .* kept until 2034-01-02$/);
    expect(said.find((line) => line.startsWith('audit_log_early'))).toMatch(/stays$/);
    expect(await run('detach', 'statement', '2026')).toEqual({
      code: 1,
      said: ['statement_2026 is kept until 2034-01-02.'],
    });
    expect((await run('drop', 'statement', '2024')).said).toEqual([
      'statement_2024 is in use: detach it first, and keep a copy where you want one.',
    ]);
    expect((await run('detach', 'statement', '2024')).code).toBe(0);
    expect(await run('drop', 'statement', '2024')).toEqual({ code: 0, said: ['statement_2024 is gone'] });
    expect(await run('detach', 'statement', '2024')).toEqual({ code: 1, said: ['statement has no part for 2024.'] });
    expect((await run('detach', 'tenant', '2024')).said).toEqual(['tenant has no part for 2024.']);
    expect((await run('detach', 'statement')).code).toBe(2);
  });
});

it('partitions for statements are created ahead, by the business clock', async () => {
  ctx.setBusinessTime('2041-12-31T13:00:00Z');
  await sweep(ctx, makeStatementParts);
  const names = (await listParts(owner)).map(({ name }) => name);
  expect(names).toContain('statement_2042');
  expect(names).toContain('statement_2043');
  expect(names).not.toContain('statement_2044');
});
