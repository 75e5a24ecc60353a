import { messageText } from '@wattle/contract/rules/typed-text.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { RateName } from '../config.ts';
import type { AppContext } from '../context.ts';
import { addressBlock } from '../features/lockouts/public.ts';
import {
  type DeskCommand,
  type DeskCommands,
  type DeskOutcome,
  type DeskRefusal,
  definitionsFor,
  REASON_MAXIMUM,
  refused,
  runCommand,
  setStaffPassword,
  signInStaff,
  signOutStaff,
  type StaffSession,
  statusOf,
} from '../features/desk/public.ts';
import { Busy } from '../platform/busy.ts';
import { callerOf, foreignPage, forgetCookie, giveCookie, isFromPage } from './desk-caller.ts';
import { describeBug, nameOf, RETRY_AFTER_S } from './fault.ts';
import { readBody } from './read-body.ts';
import { fieldOfUnstorable } from './validate.ts';

const MINUTE_MS = 60_000;

const member = { tenant: z.int().positive().max(2_147_483_647), name: z.string().min(1).max(40) };
const signInBody = z.strictObject({ ...member, password: z.string().min(1).max(400) });
const passwordBody = z.strictObject({
  ...member,
  /** The current password, or the set-up code of a member without a password. */
  proof: z.string().min(1).max(400),
  newPassword: z.string().min(1).max(400),
});

const commandBody = z.strictObject({
  // Each command has limits of its own.
  input: z.record(z.string().max(60), z.union([z.string().max(4000), z.boolean()])),
  reason: z.string().overwrite(messageText).max(REASON_MAXIMUM).optional(),
});

/** Idempotency key, chosen by the client. */
const key = z.string().regex(/^[\x21-\x7e]{8,64}$/);

type Handled = DeskRefusal | { readonly ok: true; readonly body: object };

export type DeskTools = {
  /** Counts one call of this address. Throws Busy above the rate. */
  readonly countCall: (name: RateName, request: FastifyRequest) => Promise<void>;
};

/**
 * Serves the calls of the desk under `/desk/`: `sign-in`, `sign-out`, `password`, `session`, the definitions of the
 * commands, and each command at `commands/` and its name. Only sessions of staff are accepted, by bearer or by the cookie
 * of a page. Who may reach it: `desk-admission.ts`.
 */
export function bindDesk(app: FastifyInstance, ctx: AppContext, commands: DeskCommands, tools: DeskTools): void {
  const count = app.createRateLimit({
    max: ctx.config.desk.callsAMinute,
    timeWindow: MINUTE_MS,
    keyGenerator: (request) => addressBlock(request.ip),
  });
  type Handle = (request: FastifyRequest, reply: FastifyReply) => Promise<Handled>;
  const serve = (method: 'GET' | 'POST', path: string, operation: string, handle: Handle) =>
    app.route({
      method,
      url: `/desk/${path}`,
      exposeHeadRoute: false,
      config: { operation: `desk.${operation}` },
      errorHandler: (error, request, reply) => answerThrown(ctx, error, request, reply),
      handler: async (request, reply) => {
        const room = await count(request);
        if (!room.isAllowed && room.isExceeded) return refuse(reply, refused('too_many_requests'), room.ttlInSeconds);
        const outcome = foreignPage(ctx, request) ?? (await handle(request, reply));
        return outcome.ok ? reply.send(outcome.body) : refuse(reply, outcome);
      },
    });

  serve('POST', 'sign-in', 'sign-in', async (request, reply) => {
    const body = parsed(signInBody, request);
    if (!body.ok) return body;
    await tools.countCall('signIn', request);
    const { tenant: tenantId, name, password: proof } = body.value;
    const outcome = await signInStaff(ctx, { tenantId, name, proof, requestId: request.id });
    if (!outcome.ok) return outcome;
    const { token, ...session } = outcome.value;
    if (!isFromPage(ctx, request)) return { ok: true, body: { token, ...session } };
    await giveCookie(ctx, request, reply, token);
    return { ok: true, body: session };
  });
  serve('POST', 'password', 'set-password', async (request) => {
    const body = parsed(passwordBody, request);
    if (!body.ok) return body;
    await tools.countCall('signIn', request);
    const { tenant: tenantId, name, proof, newPassword } = body.value;
    const outcome = await setStaffPassword(ctx, { tenantId, name, proof, newPassword, requestId: request.id });
    return outcome.ok ? { ok: true, body: {} } : outcome;
  });
  serve('POST', 'sign-out', 'sign-out', async (request, reply) => {
    const caller = await callerOf(ctx, request, reply);
    forgetCookie(ctx, request, reply);
    if (!caller) return refused('not_signed_in');
    await signOutStaff(ctx, caller, request.id);
    return { ok: true, body: {} };
  });
  serve('GET', 'session', 'session', async (request, reply) => {
    const caller = await callerOf(ctx, request, reply);
    return caller ? { ok: true, body: sessionView(ctx, caller) } : refused('not_signed_in');
  });
  serve('GET', 'commands', 'list-commands', async (request, reply) => {
    const caller = await callerOf(ctx, request, reply);
    if (!caller) return refused('not_signed_in');
    return { ok: true, body: { commands: definitionsFor(commands, caller.staff) } };
  });
  for (const command of commands.values()) {
    serve('POST', `commands/${command.name}`, command.name, (request, reply) =>
      runOne(ctx, commands, command, request, reply),
    );
  }
}

function sessionView({ config }: AppContext, { staff, fullName, programme, endsAtMs }: StaffSession): object {
  const { name, role, tenantId: tenant } = staff;
  const endsAt = new Date(endsAtMs).toISOString();
  return { name, fullName, role, tenant, programme, idleMs: config.desk.idleMs, endsAt };
}

/** Authenticates the caller before the body is parsed. */
async function runOne(
  ctx: AppContext,
  commands: DeskCommands,
  command: DeskCommand,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Handled> {
  const caller = await callerOf(ctx, request, reply);
  if (!caller) return refused('not_signed_in');
  const body = parsed(commandBody, request);
  if (!body.ok) return body;
  const givenKey = key.safeParse(request.headers['idempotency-key']);
  if (!givenKey.success) return refused('input_invalid', { field: 'Idempotency-Key' });
  const { input, reason } = body.value;
  const asked = { command, given: input, reason, key: givenKey.data, requestId: request.id };
  const outcome = await runCommand(ctx, commands, caller.staff, asked);
  return outcome.ok ? { ok: true, body: viewOf(outcome) } : outcome;
}

function viewOf({ rows, hasMore = false, request }: Extract<DeskOutcome, { ok: true }>): object {
  return { rows, hasMore, ...(request && { request }) };
}

function parsed<T>(schema: z.ZodType<T>, request: FastifyRequest): DeskRefusal | { ok: true; value: T } {
  const body = schema.safeParse(readBody('json', request.headers, request.rawBody));
  const faulty = body.success ? fieldOfUnstorable(body.data) : body.error.issues[0]?.path.join('.');
  if (body.success && faulty === undefined) return { ok: true, value: body.data };
  const field = faulty?.replace(/^input\./, '');
  return refused('input_invalid', field ? { field } : {});
}

function refuse(reply: FastifyReply, { error, field }: DeskRefusal, retryAfterS = RETRY_AFTER_S): FastifyReply {
  const status = statusOf(error);
  if (status === 401) reply.header('WWW-Authenticate', 'Bearer');
  if (status === 429 || status === 503) reply.header('Retry-After', String(Math.max(1, retryAfterS)));
  return reply.status(status).send({ error, ...(field !== undefined && { field }), requestId: reply.request.id });
}

function answerThrown(ctx: AppContext, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof Busy) return refuse(reply, refused('too_many_requests'), error.retryAfterS);
  const name = nameOf(error);
  if (name === 'unavailable') return refuse(reply, refused('unavailable'));
  if (name !== 'unexpected') return refuse(reply, refused('input_invalid'));
  const { operation } = request.routeOptions.config;
  ctx.log.error({ requestId: request.id, operation, bug: describeBug(error) }, 'a call failed');
  return refuse(reply, refused('unexpected'));
}
