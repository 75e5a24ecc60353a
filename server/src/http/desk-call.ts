import type { Operation } from '@wattle/contract/operation.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod';
import type { RateName } from '../config/config.ts';
import type { AppContext } from '../compose/context.ts';
import { addressBlock } from '../features/lockouts/public.ts';
import { type DeskRefusal, refused, statusOf } from '../features/desk/public.ts';
import { Busy } from '../platform/busy.ts';
import { foreignPage } from './desk-caller.ts';
import { describeBug, letBodyPass, nameOf, RETRY_AFTER_S } from './fault.ts';
import { readBody } from './read-body.ts';
import { fieldOfUnstorable } from './validate.ts';

const MINUTE_MS = 60_000;

export type Handled = DeskRefusal | { readonly ok: true; readonly body: object };

export type DeskTools = {
  /** Counts one call of this address. Throws Busy above the rate. */
  readonly countCall: (name: RateName, request: FastifyRequest) => Promise<void>;
};

type Handle = (request: FastifyRequest, reply: FastifyReply) => Promise<Handled>;

type ServeOptions = {
  /** Most bytes of a file that the call takes. */
  readonly fileMaximum?: number | undefined;
};

/** Binds a call of the desk: its method, its path below `/desk/`, and its name in the log. */
export type Serve = (
  method: 'GET' | 'POST',
  path: string,
  operation: string,
  handle: Handle,
  options?: ServeOptions,
) => void;

/** Counts calls, refuses those of other sites' pages, and answers refusals in the form of the desk. */
export function openServe(app: FastifyInstance, ctx: AppContext): Serve {
  const count = app.createRateLimit({
    max: ctx.config.desk.callsAMinute,
    timeWindow: MINUTE_MS,
    keyGenerator: (request) => addressBlock(request.ip),
  });
  return (method, path, operation, handle, { fileMaximum } = {}) =>
    void app.route({
      method,
      url: `/desk/${path}`,
      exposeHeadRoute: false,
      config: { operation: `desk.${operation}` },
      ...(fileMaximum !== undefined && { bodyLimit: fileMaximum }),
      errorHandler: (error, request, reply) => answerThrown(ctx, error, request, reply, fileMaximum !== undefined),
      handler: async (request, reply) => {
        const room = await count(request);
        if (!room.isAllowed && room.isExceeded) return refuse(reply, refused('too_many_requests'), room.ttlInSeconds);
        const outcome = foreignPage(ctx, request) ?? (await handle(request, reply));
        return outcome.ok ? reply.send(outcome.body) : refuse(reply, outcome);
      },
    });
}

/** The body of a call, or which field is at fault. */
export function parsed<T>(
  schema: z.ZodType<T>,
  request: FastifyRequest,
  encoding: Operation['encoding'] = 'json',
): DeskRefusal | { ok: true; value: T } {
  const body = schema.safeParse(readBody(encoding, request.headers, request.rawBody));
  const faulty = body.success ? fieldOfUnstorable(body.data) : body.error.issues[0]?.path.join('.');
  if (body.success && faulty === undefined) return { ok: true, value: body.data };
  const field = faulty?.replace(/^input\./, '');
  return refused('input_invalid', field ? { field } : {});
}

function refuse(
  reply: FastifyReply,
  { error, field, factors, words }: DeskRefusal,
  retryAfterS = RETRY_AFTER_S,
): FastifyReply {
  const status = statusOf(error);
  if (status === 401) reply.header('WWW-Authenticate', 'Bearer');
  if (status === 429 || status === 503) reply.header('Retry-After', String(Math.max(1, retryAfterS)));
  return reply.status(status).send({
    error,
    ...(field !== undefined && { field }),
    ...(factors && { factors }),
    ...(words !== undefined && { words }),
    requestId: reply.request.id,
  });
}

function answerThrown(
  ctx: AppContext,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  takesFile: boolean,
): FastifyReply {
  if (error instanceof Busy) return refuse(reply, refused('too_many_requests'), error.retryAfterS);
  const name = nameOf(error);
  if (name === 'unavailable') return refuse(reply, refused('unavailable'));
  if (name === 'body_too_large' && takesFile) {
    letBodyPass(request, reply);
    return refuse(reply, refused('file_too_large', { field: 'file' }));
  }
  if (name !== 'unexpected') return refuse(reply, refused('input_invalid'));
  const { operation } = request.routeOptions.config;
  ctx.log.error({ requestId: request.id, operation, bug: describeBug(error) }, 'a call failed');
  return refuse(reply, refused('unexpected'));
}
