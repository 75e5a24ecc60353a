import { err, type ErrorName, ok, type Result } from '@wattle/contract/errors.ts';
import { IDEMPOTENCY_KEY, idempotencyKey } from '@wattle/contract/idempotency.ts';
import { brandIdentifier } from '@wattle/contract/wire.ts';
import type { FastifyRequest } from 'fastify';
import { demandsTls } from '../config/mode.ts';
import type { AppContext } from '../compose/context.ts';
import type { Tx } from '../platform/database/database.ts';
import { withSavepoint } from '../platform/database/savepoint.ts';
import type { AnsweredJar } from './cookies.ts';
import { behindProof } from './fresh-proof.ts';
import type { RequestInfo, Route, Session, SessionInput, Step } from './handle.ts';
import { readBody, Unreadable } from './read-body.ts';
import { type Input, validate } from './validate.ts';

type Outcome = Result<unknown, ErrorName>;
type Kept = (tx: Tx) => Promise<unknown>;
type AnyInput = SessionInput<Route['operation']>;

/** A request with the context that serves it. */
export type Acting = {
  readonly ctx: AppContext;
  readonly route: Route;
  readonly request: FastifyRequest;
  readonly cookies: AnsweredJar;
};

/** The step of a route that runs in one transaction. */
export const ownStep = (route: Route): Step => behindProof(route, (input) => route.run(input as never));

/**
 * Runs a step as this caller: authentication first, then authorisation, then input. A refusal is rolled back to here
 * unless the route keeps it, and the writes given to `keep` are made after that.
 */
export async function actAs(
  session: Session | undefined,
  tx: Tx,
  { ctx, route, request, cookies }: Acting,
  step: Step,
  keepsRefusals = route.options.keepsRefusals === true,
): Promise<Outcome> {
  const { operation, readOnly } = route;
  if (!session) return err('bad_bearer');
  if (operation.auth === 'public' || !operation.auth.includes(session.scope)) {
    return err(session.scope === 'view' ? 'view_only' : 'scope_refused');
  }
  const input = checkInput(route, request);
  if (!input.ok) return input;
  const kept: Kept[] = [];
  const call = () =>
    step({
      ...input.value,
      request: infoOf(request, demandsTls(ctx.config.mode)),
      cookies,
      ctx,
      session,
      tx,
      keep: (write: Kept) => {
        if (readOnly) throw new Error(`${operation.name} is declared as a read and keeps nothing`);
        kept.push(write);
      },
    } as AnyInput);
  if (readOnly) return call();
  const outcome = await withSavepoint(tx, call, (result) => result.ok || keepsRefusals);
  if (!outcome.ok) for (const write of kept) await write(tx);
  return outcome;
}

type CheckedInput = Result<Input & { readonly key: string | undefined }, ErrorName>;

/** Validates the input against the operation's schemas, and the idempotency key if one is required. */
function checkInput(route: Route, request: FastifyRequest): CheckedInput {
  const input = validate(route.operation, readInput(route, request));
  if (!input.ok || !route.operation.money) return input.ok ? ok({ ...input.value, key: undefined }) : input;
  const key = idempotencyKey.safeParse(request.headers[IDEMPOTENCY_KEY.toLowerCase()]);
  return key.success ? ok({ ...input.value, key: key.data }) : err('required_field', IDEMPOTENCY_KEY);
}

/** The same; undefined if the body cannot be parsed. */
export function tryInput(route: Route, request: FastifyRequest): CheckedInput | undefined {
  try {
    return checkInput(route, request);
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

export function readInput(route: Route, request: FastifyRequest): Input {
  const { operation } = route;
  return {
    params: request.params,
    query: request.query,
    body: operation.body && readBody(operation.encoding, request.headers, request.rawBody),
  };
}

export function infoOf(request: FastifyRequest, isTls: boolean): RequestInfo {
  return {
    id: request.id,
    arrivedAt: request.arrivedAt,
    address: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    host: request.hostname.toLowerCase(),
    brand: brandOf(request),
    origin: originOf(request, isTls),
  };
}

function brandOf({ headers }: FastifyRequest): string | undefined {
  const brand = brandIdentifier.safeParse(headers['wattle-brand']);
  return brand.success ? brand.data : undefined;
}

/** @param isTls whether all pages are served over TLS, regardless of what a proxy reports */
export function originOf(request: FastifyRequest, isTls: boolean): string {
  const address = `${isTls ? 'https' : request.protocol}://${request.host}`;
  // Omits the default port of the protocol.
  return URL.canParse(address) ? new URL(address).origin : '';
}
