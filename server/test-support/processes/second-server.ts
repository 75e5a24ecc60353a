import type { FastifyInstance } from 'fastify';
import { blocksMoneyOut, keepsMoneyIn } from '../../src/compose/blocks-money-out.ts';
import { openPayments } from '../../src/features/payments/public.ts';
import { buildApp } from '../../src/http/app.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import type { TestContext } from './database.ts';

/** The context of a server with its own connection pool, whose payments form separate batches. */
export function onPool(ctx: TestContext, database: Database): TestContext {
  return { ...ctx, database, payments: openPayments({ ...ctx, database, blocksMoneyOut, keepsMoneyIn }) };
}

export type SecondServer = {
  readonly app: FastifyInstance;
  readonly ctx: TestContext;
  close(): Promise<void>;
};

/** A second server on the same database. */
export async function givenSecondServer(first: TestContext): Promise<SecondServer> {
  const database = openDatabase({ connectionString: first.url, size: 4 });
  const ctx = onPool(first, database);
  const app = await buildApp(ctx);
  return {
    app,
    ctx,
    async close() {
      await app.close();
      await database.close();
    },
  };
}
