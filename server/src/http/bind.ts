import { err, type ErrorName, ok, type Result } from '@wattle/contract/errors.ts';
import { IDEMPOTENCY_KEY, idempotencyKey } from '@wattle/contract/idempotency.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../context.ts';
import type { Tx } from '../platform/database.ts';
import { withSavepoint } from '../platform/savepoint.ts';
import { readBearer, sessionOf } from './auth.ts';
import { type AnsweredJar, openCookieJar } from './cookies.ts';
import { refuse } from './fault.ts';
import { type Groups, openGroups, requestHashOf } from './grouped.ts';
import type { OpenStream, RequestInfo, Route, Session } from './handle.ts';
import { readBody, Unreadable } from './read-body.ts';
import { openSharedReads, type SharedReads } from './shared-read.ts';
import { type Input, validate } from './validate.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it was sent. It is parsed only once the caller is known. */
    rawBody: Buffer;
  }
  interface FastifyContextConfig {
    /** Name of the contract's operation; labels metrics and log lines. */
    operation?: string;
  }
}

export type BindTools = {
  /** The identifier of a brand, to compare with the header `Wattle-Brand`. */
  readonly brandIdentifierOf: (ctx: AppContext, brandId: number) => Promise<string | undefined>;
  /** Counts one sign-in attempt of this address: seconds to wait, or 0. */
  readonly countSignIn: (request: FastifyRequest) => Promise<number>;
};

/** What serves every call of a signed-in caller. */
type Serving = {
  readonly ctx: AppContext;
  readonly tools: BindTools;
  readonly groups: Groups;
  readonly reads: SharedReads;
};

type Outcome = Result<unknown, ErrorName>;
type Kept = (tx: Tx) => Promise<unknown>;

/** Where an operation is served. */
export function addressOf(route: Pick<Route, 'kind' | 'operation'>): string {
  const prefix = route.kind === 'signed' ? '/network/' : '/api/';
  return prefix + route.operation.path.replace(/\{(\w+)\}/g, ':$1');
}

/** Serves every route of the list. */
export function bindRoutes(app: FastifyInstance, ctx: AppContext, routes: readonly Route[], tools: BindTools): void {
  const serving: Serving = { ctx, tools, groups: openGroups(ctx), reads: openSharedReads(ctx) };
  for (const route of routes) {
    if (route.operation.money !== (route.grouped !== undefined)) {
      throw new Error(`${route.operation.name}: a call moves money if and only if it is carried out in groups`);
    }
    app.route({
      method: route.operation.method,
      url: addressOf(route),
      config: { operation: route.operation.name },
      // A stream has no end that HEAD could skip to, and one that is compressed waits for a full block.
      ...(route.isStream && { exposeHeadRoute: false, compress: false as const }),
      handler: async (request, reply) => {
        if (route.kind === 'signed' && !(await isSigned(ctx, route, request))) return refuse(reply, 'bad_bearer');
        const cookies = openCookieJar(request.headers.cookie, ctx.config.mode === 'production');
        if (route.kind === 'session') {
          return answer(route, reply, cookies, await runSession(serving, route, request, cookies));
        }
        return runPublic(ctx, route, request, reply, cookies, tools);
      },
    });
  }
}

async function isSigned(ctx: AppContext, route: Route, request: FastifyRequest): Promise<boolean> {
  const { authenticate } = route;
  if (!authenticate) throw new Error(`${route.operation.name} has nobody to check its signature`);
  return authenticate({ headers: request.headers, rawBody: request.rawBody, ctx });
}

async function runPublic(
  ctx: AppContext,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  cookies: AnsweredJar,
  tools: BindTools,
): Promise<FastifyReply> {
  const input = validate(route.operation, readInput(route, request));
  if (!input.ok) return refuse(reply, input.error, input.field);
  if (route.options.isSignInAttempt?.(input.value.body as never)) {
    const waitS = await tools.countSignIn(request);
    if (waitS > 0) return refuse(reply, 'too_many_requests', undefined, waitS);
  }
  const outcome = await route.run({
    ...input.value,
    request: infoOf(request, ctx.config.mode === 'production'),
    cookies,
    ctx,
  } as never);
  return answer(route, reply, cookies, outcome);
}

/**
 * Who calls is settled first, then whether they may, and only then is the body looked at: a
 * stranger learns nothing about what a call takes.
 */
async function runSession(
  { ctx, tools, groups, reads }: Serving,
  route: Route,
  request: FastifyRequest,
  cookies: AnsweredJar,
): Promise<Outcome> {
  const claims = await readBearer(ctx, request.headers.authorization);
  if (!claims || !(await isForBrand(ctx, request, claims.brandId, tools))) return err('bad_bearer');
  if (route.grouped) {
    const input = tryInput(route, request);
    // What is wrong with a call is said in the ordinary order, below.
    if (input?.ok) {
      const { body, key } = input.value;
      const requestHash = requestHashOf(input.value);
      return groups.submit(route, { claims, requestId: request.id, body, key, requestHash });
    }
  }
  const act = (tx: Tx, session: Session | undefined) => actAs(session, { ctx, tx, route, request, cookies });
  if (route.readOnly) return reads.read(claims, act);
  return ctx.database.transact(claims.tenantId, async (tx) => act(tx, await sessionOf(ctx, tx, claims)));
}

type Acting = {
  readonly ctx: AppContext;
  readonly tx: Tx;
  readonly route: Route;
  readonly request: FastifyRequest;
  readonly cookies: AnsweredJar;
};

async function actAs(session: Session | undefined, { ctx, tx, route, request, cookies }: Acting): Promise<Outcome> {
  const { operation, readOnly } = route;
  if (!session) return err('bad_bearer');
  if (operation.auth === 'public' || !operation.auth.includes(session.scope)) return err('scope_refused');
  const input = checkInput(route, request);
  if (!input.ok) return input;
  const kept: Kept[] = [];
  const call = () =>
    route.run({
      ...input.value,
      request: infoOf(request, ctx.config.mode === 'production'),
      cookies,
      ctx,
      session,
      tx,
      keep: (write: Kept) => {
        if (readOnly) throw new Error(`${operation.name} is declared as a read and keeps nothing`);
        kept.push(write);
      },
    } as never);
  if (readOnly) return call();
  const outcome = await withSavepoint(tx, call, (result) => result.ok || route.options.keepsRefusals === true);
  if (!outcome.ok) for (const write of kept) await write(tx);
  return outcome;
}

/** A page of one brand never acts with a token of another. */
async function isForBrand(
  ctx: AppContext,
  request: FastifyRequest,
  brandId: number,
  tools: BindTools,
): Promise<boolean> {
  const asked = request.headers['wattle-brand'];
  if (asked === undefined) return true;
  return typeof asked === 'string' && asked.toLowerCase() === (await tools.brandIdentifierOf(ctx, brandId));
}

type CheckedInput = Result<Input & { readonly key: string | undefined }, 'required_field'>;

/** The call by the shapes of its operation, and the key that it has to carry. */
function checkInput(route: Route, request: FastifyRequest): CheckedInput {
  const input = validate(route.operation, readInput(route, request));
  if (!input.ok || !route.operation.money) return input.ok ? ok({ ...input.value, key: undefined }) : input;
  const key = idempotencyKey.safeParse(request.headers[IDEMPOTENCY_KEY.toLowerCase()]);
  return key.success ? ok({ ...input.value, key: key.data }) : err('required_field', IDEMPOTENCY_KEY);
}

function tryInput(route: Route, request: FastifyRequest): CheckedInput | undefined {
  try {
    return checkInput(route, request);
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

function readInput(route: Route, request: FastifyRequest): Input {
  const { operation } = route;
  return {
    params: request.params,
    query: request.query,
    body: operation.body && readBody(operation.encoding, request.headers['content-type'], request.rawBody),
  };
}

function infoOf(request: FastifyRequest, isProduction: boolean): RequestInfo {
  return {
    id: request.id,
    address: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    host: request.hostname.toLowerCase(),
    origin: originOf(request, isProduction),
  };
}

/** In production every page is served by TLS, whatever the proxy in front says of it. */
function originOf(request: FastifyRequest, isProduction: boolean): string {
  const address = `${isProduction ? 'https' : request.protocol}://${request.host}`;
  // Leaves out the port where it is the protocol's own.
  return URL.canParse(address) ? new URL(address).origin : '';
}

/** Nothing leaves that the contract does not name: the answer is parsed by its own schema. */
function answer(route: Route, reply: FastifyReply, cookies: AnsweredJar, outcome: Outcome): FastifyReply {
  const changed = cookies.answer();
  if (changed.length > 0) reply.header('Set-Cookie', changed);
  if (!outcome.ok) return refuse(reply, outcome.error, outcome.field);
  if (route.isStream) return answerStream(reply, outcome.value as OpenStream);
  const view = route.operation.response.parse(outcome.value);
  return reply
    .headers(route.options.headers ?? {})
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(view));
}

/** Proxies on the way may neither keep it, nor collect it, nor change how it is coded. */
function answerStream(reply: FastifyReply, open: OpenStream): FastifyReply {
  return reply
    .headers({ 'Cache-Control': 'no-store, no-transform', 'X-Accel-Buffering': 'no' })
    .type('text/event-stream; charset=utf-8')
    .send(open());
}
