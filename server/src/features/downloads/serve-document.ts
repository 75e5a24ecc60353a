import { ERRORS, type ErrorName } from '@wattle/contract/errors.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { AppContext } from '../../compose/context.ts';
import type { MadeDocument, PostedDocument } from '../../http/document.ts';
import { describeBug, errorBodyOf } from '../../http/fault.ts';
import { framedByOwnPages } from '../../http/headers.ts';
import { readingFromStandby, type Replica } from '../../platform/database/replica.ts';
import { beginCookieOf } from './ticket.ts';
import { redeemTicket } from './redeem-ticket.ts';

/** Number of documents that each session is fetching. A document takes time and memory until it is fetched. */
type Slots = {
  /** Takes a place. Answers how to give it back; undefined if the session has as many as it may. */
  enter(sessionId: string): (() => void) | undefined;
};

function openSlots(most: number): Slots {
  const taken = new Map<string, number>();
  return {
    enter(sessionId) {
      const count = taken.get(sessionId) ?? 0;
      if (count >= most) return undefined;
      taken.set(sessionId, count + 1);
      return () => {
        const left = (taken.get(sessionId) ?? 1) - 1;
        if (left > 0) taken.set(sessionId, left);
        else taken.delete(sessionId);
      };
    },
  };
}

/** Documents under way, by server. */
const slotsOf = new WeakMap<AppContext, Slots>();

/** Answers the post of a document's form with its file, or with why not. */
export async function serveDocument(ctx: AppContext, posted: PostedDocument): Promise<FastifyReply> {
  const { route, request, reply, cookies, body, origin } = posted;
  // The page posts into a separate frame and reads the reason of a refusal there.
  reply.headers(framedByOwnPages());
  if (request.headers.origin !== origin) return refuseDocument(request, reply, 'scope_refused');
  const { token, ...fields } = body;
  const redeemed = await redeemTicket(ctx, route.document, { token, fields, cookies, requestId: request.id });
  if (!redeemed.ok) return refuseDocument(request, reply, redeemed.error);

  const { found, call, tokenHash } = redeemed.value;
  const slots = slotsOf.get(ctx) ?? openSlots(ctx.config.downloads.atOnceOfSession);
  slotsOf.set(ctx, slots);
  const leave = slots.enter(call.session.id);
  if (!leave) return refuseDocument(request, reply, 'too_many_requests');
  let made: MadeDocument;
  let stream: Readable;
  try {
    made = await route.document.make(found, ctx.replica ? { ...call, ctx: await onStandby(ctx, ctx.replica) } : call);
    stream = await begin(made.body);
  } catch (error) {
    leave();
    throw error;
  }
  stream.once('close', leave);
  stream.once('error', (error) => {
    ctx.log.error(
      { requestId: request.id, operation: route.operation.name, bug: describeBug(error) },
      'a document broke off',
    );
  });
  cookies.writePlain(beginCookieOf(tokenHash), ctx.config.downloads.ticketMs);
  cookies.answer(reply);
  // A browser that reads nothing for this time is gone, or occupies a place that others wait for.
  reply.raw.setTimeout(ctx.config.downloads.stalledMs, () => reply.raw.destroy());
  return reply
    .header('Content-Disposition', `${made.isShown ? 'inline' : 'attachment'}; filename="${made.fileName}"`)
    .type(made.contentType)
    .send(stream);
}

async function onStandby(ctx: AppContext, replica: Replica): Promise<AppContext> {
  return { ...ctx, database: await readingFromStandby(ctx.database, replica) };
}

/**
 * A refusal as JSON. To a browser that shows it, as plain text, because some browsers show JSON in a viewer, which the
 * page cannot read.
 */
function refuseDocument(request: FastifyRequest, reply: FastifyReply, error: ErrorName): FastifyReply {
  const isShown = (request.headers.accept ?? '').includes('text/html');
  return reply
    .status(ERRORS[error].status)
    .type(`${isShown ? 'text/plain' : 'application/json'}; charset=utf-8`)
    .send(JSON.stringify(errorBodyOf(request, error)));
}

/** A stream whose first piece has arrived: an earlier failure can still be answered. */
async function begin(body: AsyncIterable<Uint8Array>): Promise<Readable> {
  const iterator = body[Symbol.asyncIterator]();
  const first = await iterator.next();
  async function* pieces(): AsyncGenerator<Uint8Array> {
    if (first.done) return;
    yield first.value;
    for (let piece = await iterator.next(); !piece.done; piece = await iterator.next()) yield piece.value;
  }
  const stream = Readable.from(pieces(), { objectMode: false });
  // Runs however the response ends, even if nothing was read.
  stream.once('close', () => {
    Promise.resolve(iterator.return?.()).catch(() => {});
  });
  return stream;
}
