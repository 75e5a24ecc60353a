import { BYTES_FIELD } from '@wattle/contract/rules/bytes-call.ts';
import { messageText } from '@wattle/contract/rules/typed-text.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { AppContext } from '../compose/context.ts';
import {
  definitionsFor,
  type DeskCommand,
  type DeskCommands,
  type DeskOutcome,
  REASON_MAXIMUM,
  refused,
  runCommand,
} from '../features/desk/public.ts';
import { type DeskTools, type Handled, openServe, parsed } from './desk-call.ts';
import { callerOf } from './desk-caller.ts';
import { deskOpenApiOf } from './desk-openapi.ts';
import { serveSignIn } from './desk-sign-in.ts';

const commandBody = z.strictObject({
  // Each command has its own limits.
  input: z.record(z.string().max(60), z.union([z.string().max(4000), z.boolean()])),
  reason: z.string().overwrite(messageText).max(REASON_MAXIMUM).optional(),
  /** The body itself, where a command takes a file: JSON can't hold it. */
  [BYTES_FIELD]: z.instanceof(Buffer).optional(),
});

/** Idempotency key, chosen by the client. */
const key = z.string().regex(/^[\x21-\x7e]{8,64}$/);

/**
 * Serves the calls of the desk under `/desk/`: who someone is (`desk-sign-in.ts`), the definitions of the commands, and
 * each command at `commands/` and its name. Only sessions of staff are accepted, by bearer or by the cookie of a page
 * (`desk-caller.ts`). Who may reach it: `desk-admission.ts`.
 */
export function bindDesk(app: FastifyInstance, ctx: AppContext, commands: DeskCommands, tools: DeskTools): void {
  const serve = openServe(app, ctx);
  serveSignIn(serve, ctx, tools);
  serve('GET', 'commands', 'list-commands', async (request, reply) => {
    const caller = await callerOf(ctx, request, reply);
    if (!caller) return refused('not_signed_in');
    return { ok: true, body: { commands: definitionsFor(commands, caller.staff) } };
  });
  serve('GET', 'openapi.json', 'openapi', async (request, reply) => {
    const caller = await callerOf(ctx, request, reply);
    return caller ? { ok: true, body: deskOpenApiOf(commands) } : refused('not_signed_in');
  });
  for (const command of commands.values()) {
    serve(
      'POST',
      `commands/${command.name}`,
      command.name,
      (request, reply) => runOne(ctx, commands, command, request, reply),
      { fileMaximum: command.takesFile?.maximum },
    );
  }
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
  if (command.takesFile && request.rawBody.length === 0) return refused('input_invalid', { field: 'file' });
  const body = parsed(commandBody, request, command.takesFile ? 'bytes' : 'json');
  if (!body.ok) return body;
  const givenKey = key.safeParse(request.headers['idempotency-key']);
  if (!givenKey.success) return refused('input_invalid', { field: 'Idempotency-Key' });
  const { input, reason, [BYTES_FIELD]: file } = body.value;
  const { staff, sessionId } = caller;
  const asked = { command, given: input, reason, file, key: givenKey.data, requestId: request.id, sessionId };
  const outcome = await runCommand(ctx, commands, staff, asked);
  return outcome.ok ? { ok: true, body: viewOf(outcome) } : outcome;
}

function viewOf(outcome: Extract<DeskOutcome, { ok: true }>): object {
  const { rows, hasMore = false, request, shownOnce, done, object } = outcome;
  return {
    rows,
    hasMore,
    ...(request && { request }),
    ...(shownOnce && { shownOnce }),
    // What it was about, so that a page can name the person.
    ...(done && { done: { ...done, ...(object !== undefined && { object }) } }),
  };
}
