import { readdirSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../context.ts';
import { MIGRATIONS_FOLDER } from '../platform/migrate.ts';
import { readMigrationNames } from './health.store.ts';

/** `/healthz`: the process runs. `/readyz`: it can serve, that is, its database answers and is migrated. */
export function serveHealth(app: FastifyInstance, ctx: AppContext): void {
  const needed = readdirSync(MIGRATIONS_FOLDER).filter((name) => /^\d{4}-/.test(name));
  app.get('/healthz', async (_request, reply) => reply.header('Cache-Control', 'no-store').send({ status: 'ok' }));
  app.get('/readyz', async (request, reply) => {
    reply.header('Cache-Control', 'no-store');
    try {
      const applied = await ctx.database.readShared(readMigrationNames);
      if (needed.every((name) => applied.has(name))) return await reply.send({ status: 'ready' });
      return await reply.status(503).header('Retry-After', '10').send({ status: 'not migrated' });
    } catch {
      ctx.log.warn({ requestId: request.id }, 'not ready: the database does not answer');
      return reply.status(503).header('Retry-After', '2').send({ status: 'unavailable' });
    }
  });
}
