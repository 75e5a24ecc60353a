import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../compose/context.ts';
import { CHANNELS, channelsOff } from '../features/programme/public.ts';
import { MIGRATIONS_FOLDER, migrationNames } from '../platform/database/migrate.ts';
import { readMigrationNames, takesNoWrites } from './health.store.ts';
import { lateMessages, readWaitingOutside, readWorkState } from './work-state.ts';

/**
 * `/healthz`: the process runs. `/readyz`: it can serve requests, that is, its database answers and is migrated. It
 * also names jobs with late work, other systems that do not answer, channels of messages that are off, messages that wait and files that do not go to the
 * bank or come from it, and says whether the instance is held; none of it affects readiness. Nor does a database that
 * takes no writes, since reads are answered: it is said by `reads only` in place of `ready`.
 */
export function serveHealth(app: FastifyInstance, ctx: AppContext): void {
  const needed = migrationNames(MIGRATIONS_FOLDER);
  app.get('/healthz', async (_request, reply) => reply.header('Cache-Control', 'no-store').send({ status: 'ok' }));
  let wasReadsOnly = false;
  app.get('/readyz', async (request, reply) => {
    reply.header('Cache-Control', 'no-store');
    try {
      const applied = await ctx.reserved.readShared(readMigrationNames);
      if (!needed.every((name) => applied.has(name))) {
        return await reply.status(503).header('Retry-After', '10').send({ status: 'not migrated' });
      }
      const { isReadsOnly, states, waiting } = await ctx.reserved.readShared(async (tx) => ({
        isReadsOnly: await takesNoWrites(tx),
        states: await readWorkState(tx, ctx),
        waiting: await readWaitingOutside(tx, ctx),
      }));
      const late = states.flatMap(({ job, late: count, oldestSeconds }) =>
        count > 0 ? [{ job, count, oldestSeconds: Math.round(oldestSeconds) }] : [],
      );
      const held = ctx.instanceHold.isHeld() && { held: true };
      const now = ctx.clocks.security.now();
      const outside = ctx.outside.failing().map(({ system, code, sinceMs, isOurs }) => ({
        system,
        code,
        ...(isOurs && { refusesUs: true }),
        seconds: Math.round((now - sinceMs) / 1000),
      }));
      const channels = channelsOff(ctx);
      const off = CHANNELS.flatMap((channel) =>
        channels[channel] > 0 ? [{ channel, programmes: channels[channel] }] : [],
      );
      const lists = { late, outside, off, messages: lateMessages(waiting), bank: waiting.bank };
      const said = Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0));
      if (isReadsOnly !== wasReadsOnly) {
        if (isReadsOnly) ctx.log.error({}, 'the database takes no writes');
        else ctx.log.info({}, 'the database takes writes again');
        wasReadsOnly = isReadsOnly;
      }
      return await reply.send({ status: isReadsOnly ? 'reads only' : 'ready', ...held, ...said });
    } catch {
      ctx.log.warn({ requestId: request.id }, 'not ready: the database does not answer');
      return reply.status(503).header('Retry-After', '2').send({ status: 'unavailable' });
    }
  });
}
