import type { FastifyInstance } from 'fastify';
import { buildApp } from '../src/http/app.ts';
import { givenContext, givenDatabase, type TestContext } from './processes/database.ts';
import { arrayLiteral } from '../src/platform/database/array-literal.ts';
import type { Database, Tx } from '../src/platform/database/database.ts';

export type Statement = { readonly tenantId: number; readonly sql: string; readonly values: readonly unknown[] };

/** Database that records every statement sent to it for a tenant. */
function recordStatements(database: Database): { readonly database: Database; readonly sent: Statement[] } {
  const sent: Statement[] = [];
  const recording = (tenantId: number, tx: Tx): Tx => {
    const note = (sql: string, values: readonly unknown[] = []) => {
      sent.push({ tenantId, sql, values });
    };
    return {
      ...tx,
      query: (sql, values) => (note(sql, values), tx.query(sql, values)),
      first: (sql, values) => (note(sql, values), tx.first(sql, values)),
      run: (sql, values) => (note(sql, values), tx.run(sql, values)),
      later: (sql, values) => (note(sql, values), tx.later(sql, values)),
    };
  };
  return {
    sent,
    database: {
      ...database,
      transact: (tenantId, work, lane) => database.transact(tenantId, (tx) => work(recording(tenantId, tx)), lane),
      read: (tenantId, work) => database.read(tenantId, (tx) => work(recording(tenantId, tx))),
    },
  };
}

/** Node of a plan that reads a table. */
export type TableRead = {
  readonly table: string;
  /** `Index Scan`, `Seq Scan`, … */
  readonly how: string;
  /** Rows read over all loops, both returned and filtered ones. */
  readonly rows: number;
};

type PlanNode = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
};

class Undo extends Error {}

/** Table reads of a statement as the application's role, prepared for any values. Writes are rolled back. */
export async function tableReadsOf(database: Database, { tenantId, sql, values }: Statement): Promise<TableRead[]> {
  let plan: PlanNode | undefined;
  const undone = database.transact(tenantId, async (tx) => {
    await tx.run(`PREPARE asked AS ${sql}`);
    const given = values.length === 0 ? '' : `(${values.map(literal).join(', ')})`;
    const row = await tx.first<{ 'QUERY PLAN': readonly [{ readonly Plan: PlanNode }] }>(
      `EXPLAIN (ANALYZE, COSTS off, TIMING off, SUMMARY off, BUFFERS off, FORMAT json) EXECUTE asked ${given}`,
    );
    await tx.run('DEALLOCATE asked');
    plan = row?.['QUERY PLAN'][0].Plan;
    throw new Undo();
  });
  await undone.catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error;
  });
  return plan ? readsOf(plan) : [];
}

function readsOf(node: PlanNode): TableRead[] {
  const below = (node.Plans ?? []).flatMap(readsOf);
  // A partition counts as its table.
  const table = node['Relation Name']?.replace(/_(early|\d{4})$/, '');
  if (table === undefined || !node['Node Type'].includes('Scan')) return below;
  const each =
    (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return [{ table, how: node['Node Type'], rows: each * (node['Actual Loops'] ?? 0) }, ...below];
}

/** Value as untyped SQL text, which gets the type of its parameter. */
function literal(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (Array.isArray(value)) return quoted(arrayLiteral(value));
  if (Buffer.isBuffer(value)) return quoted(`\\x${value.toString('hex')}`);
  if (value instanceof Date) return quoted(value.toISOString());
  return quoted(typeof value === 'bigint' || typeof value === 'string' ? `${value}` : JSON.stringify(value));
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

export type RecordedApp = {
  readonly app: FastifyInstance;
  readonly ctx: TestContext;
  /** Statements that the app has sent so far. */
  readonly sent: readonly Statement[];
  /** The same database, not recorded: to explain statements by. */
  readonly plain: TestContext['database'];
  close(): Promise<void>;
};

/** The app on a database that records what is sent to it. */
export async function givenRecordedApp(): Promise<RecordedApp> {
  const given = await givenDatabase();
  const { sent, database } = recordStatements(given.database);
  const ctx = await givenContext({}, { ...given, database });
  const app = await buildApp(ctx);
  const close = async () => {
    await app.close();
    await ctx.close();
  };
  return { app, ctx, sent, plain: given.database, close };
}

/**
 * Reads of growing tables by what was sent from a statement on: their number, and as faults those of a whole table or
 * of more than enough rows.
 */
export async function growingReads(
  { sent, plain }: Pick<RecordedApp, 'sent' | 'plain'>,
  { from, growing, enough }: { readonly from: number; readonly growing: ReadonlySet<string>; readonly enough: number },
): Promise<{ readonly looked: number; readonly faults: string[] }> {
  const faults: string[] = [];
  let looked = 0;
  for (const statement of sent.slice(from)) {
    if (!/^[\s(]*(SELECT|WITH)\b/.test(statement.sql) || statement.sql.includes('INSERT')) continue;
    for (const { table, how, rows } of await tableReadsOf(plain, statement)) {
      if (!growing.has(table)) continue;
      looked += 1;
      if (how === 'Seq Scan' || rows > enough) faults.push(`${how} of ${rows} of ${table}:${statement.sql}`);
    }
  }
  return { looked, faults };
}
