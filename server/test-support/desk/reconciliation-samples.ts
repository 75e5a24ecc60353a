import type { TestApp } from '../app.ts';
import type { DeskSample, Sample } from './desk-sample.ts';
import { REPORT_SAMPLES } from './report-samples.ts';
import { givenTenant } from '../factories.ts';
import { givenConnection } from '../processors/given-connection.ts';

/** A statement of the bank with a line that the books lack. */
async function givenStatement({ ctx }: TestApp, input: DeskSample['input']): Promise<DeskSample> {
  const { id: tenantId } = await givenTenant(ctx);
  await ctx.asOwner(
    `WITH read AS (
       INSERT INTO book_statement (tenant_id, account, name, digest, first_day, last_day, opening, closing, read_at)
       VALUES ($1, 'bank', $2, $3, '2026-11-20', '2026-11-20', 0, 1000, '2026-11-20') RETURNING id)
     INSERT INTO book_statement_line (tenant_id, statement_id, line, account, day, cents, reference, words)
     SELECT $1, id, 1, 'bank', '2026-11-20', 1000, 'Salary', 'Acme' FROM read`,
    [tenantId, `${tenantId}-one.statement.csv`, Buffer.alloc(32)],
  );
  const sql = 'SELECT is_matched FROM book_statement_line WHERE tenant_id = $1';
  return { tenantId, input, state: async () => JSON.stringify(await ctx.asOwner(sql, [tenantId])), marked: [] };
}

/** The same with another line that takes it back. */
async function givenLines(test: TestApp): Promise<DeskSample> {
  const sample = await givenLine(test, {});
  await test.ctx.asOwner(
    `INSERT INTO book_statement_line (tenant_id, statement_id, line, account, day, cents, reference, words)
     SELECT tenant_id, id, 2, account, '2026-11-20', -1000, 'Salary', 'Acme' FROM book_statement WHERE tenant_id = $1`,
    [sample.tenantId],
  );
  const line = String(sample.input['line']);
  return { ...sample, input: { line, with: line.replace(/1$/, '2') } };
}

/** The same, by the name of its line. */
async function givenLine(test: TestApp, input: DeskSample['input']): Promise<DeskSample> {
  const sample = await givenStatement(test, {});
  const [row] = await test.ctx.asOwner<{ line: string }>(
    "SELECT statement_id || '/' || line AS line FROM book_statement_line WHERE tenant_id = $1",
    [sample.tenantId],
  );
  return { ...sample, input: { ...input, line: row?.line ?? '' } };
}

/** A day that a card processor has settled. */
async function givenSettlement(test: TestApp): Promise<DeskSample> {
  const { id, tenantId } = await givenConnection(test);
  await test.ctx.asOwner(
    `INSERT INTO book_settlement (tenant_id, connection_id, day, read_at, statements, cleared)
     VALUES ($1, $2, '2026-11-20', '2026-11-21', 1, -1845)`,
    [tenantId, id],
  );
  const sql = 'SELECT read_at FROM book_settlement WHERE tenant_id = $1';
  return {
    tenantId,
    input: {},
    state: async () => JSON.stringify(await test.ctx.asOwner(sql, [tenantId])),
    marked: [],
  };
}

const looking = (input: DeskSample['input'] = {}): Sample => ({
  roles: ['viewer', 'agent', 'manager'],
  needsApproval: false,
  elsewhere: 'no rows',
  given: (test) => givenStatement(test, input),
});

/** Samples of the statements of others, and of the reports about the programme's money. */
export const RECONCILIATION_SAMPLES: Readonly<Record<string, Sample>> = {
  ...REPORT_SAMPLES,
  'statements-read': looking(),
  differences: looking(),
  settlements: { ...looking(), given: givenSettlement },
  unmatched: looking({ account: 'bank' }),
  'reconciliation-report': { ...looking({ day: '2026-11-20' }), elsewhere: 'own figures' },
  'line-candidates': { ...looking(), elsewhere: 'not_found', given: (test) => givenLine(test, {}) },
  'post-statement-line': {
    roles: ['agent', 'manager'],
    needsApproval: true,
    elsewhere: 'not_found',
    given: (test) => givenLine(test, { type: 'fee' }),
  },
  'pair-statement-line': {
    roles: ['agent', 'manager'],
    needsApproval: true,
    elsewhere: 'not_found',
    given: givenLines,
  },
};
