import { err, type ErrorName, type Result } from '@wattle/contract/errors.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { demandsTls, rulesOf } from '../config/mode.ts';
import type { RateName } from '../config/config.ts';
import type { AppContext } from '../compose/context.ts';
import type { Tx } from '../platform/database/database.ts';
import { actAs, infoOf, ownStep, readInput, tryInput } from './act.ts';
import { readBearer, sessionOf, viewSessionOf } from './auth.ts';
import { type AnsweredJar, openCookieJar } from './cookies.ts';
import { reachOfDesk } from './desk-admission.ts';
import type { DocumentForm, DocumentRoute, PostedDocument } from './document.ts';
import { refuse } from './fault.ts';
import { askOtherClusters } from './forward.ts';
import { checkProof, checkView } from './fresh-proof.ts';
import type { OpenStream, Route, Session } from './handle.ts';
import { inOwnTurn, runOutside } from './outside.ts';
import { admitSessions } from './payment-admission.ts';
import { noteSeen, readSeen } from './seen-position.ts';
import { openSharedReads, type SharedReads } from './shared-read.ts';
import { validate } from './validate.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The raw body. Parsed only after authentication. */
    rawBody: Buffer;
    /** When it arrived, by `performance.now()`. */
    arrivedAt: number;
  }
  interface FastifyContextConfig {
    /** Name of the contract's operation; labels metrics and log lines. */
    operation?: string;
  }
}

export type BindTools = {
  /** The identifier of a brand, to compare with the header `Wattle-Brand`. */
  readonly brandIdentifierOf: (ctx: AppContext, brandId: number) => Promise<string | undefined>;
  /** Counts one call of this address. Throws Busy above the rate. */
  readonly countCall: (name: RateName, request: FastifyRequest) => Promise<void>;
  /** Handles the post of a document's form. */
  readonly serveDocument: (ctx: AppContext, posted: PostedDocument) => Promise<FastifyReply>;
};

/** Dependencies of all calls with a session. */
type Serving = {
  readonly ctx: AppContext;
  readonly tools: BindTools;
  readonly reads: SharedReads;
  /** Whether a request comes from the networks of the desk. */
  readonly isOfStaff: (request: FastifyRequest) => boolean;
};

type Outcome = Result<unknown, ErrorName>;

/** The URL of an operation. */
export function addressOf(route: Pick<Route, 'kind' | 'operation'>): string {
  const prefix = route.kind === 'signed' ? '/network/' : '/api/';
  return prefix + route.operation.path.replace(/\{(\w+)\}/g, ':$1');
}

/** Serves every route of the list. */
export function bindRoutes(app: FastifyInstance, ctx: AppContext, routes: readonly Route[], tools: BindTools): void {
  const isOfStaff = reachOfDesk(ctx);
  const serving: Serving = { ctx, tools, reads: openSharedReads(ctx), isOfStaff };
  const { showsMessages } = rulesOf(ctx.config.mode);
  const isForStaff = ({ options }: Route) =>
    options.isForStaff === true || (options.isSandboxOnly === true && showsMessages === 'desk');
  const network: AppContext = { ...ctx, database: ctx.reserved };
  for (const route of routes) {
    if (route.operation.money !== (route.payment !== undefined)) {
      throw new Error(`${route.operation.name}: a call moves money if and only if it is a payment`);
    }
    checkProof(route);
    checkView(route);
    app.route({
      method: route.operation.method,
      url: addressOf(route),
      config: { operation: route.operation.name, ...(route.outside && { callsOutside: true }) },
      ...(route.options.bodyLimit !== undefined && { bodyLimit: route.options.bodyLimit }),
      // HEAD makes no sense for a stream, and compression would buffer it until a block is full.
      ...(route.isStream && { exposeHeadRoute: false, compress: false as const }),
      handler: async (request, reply) => {
        if (route.kind === 'signed' && !(await isSigned(ctx, route, request))) return refuse(reply, 'bad_bearer');
        if (isForStaff(route) && !isOfStaff(request)) return refuse(reply, 'not_found');
        const cookies = openCookieJar(request, demandsTls(ctx.config.mode));
        if (route.kind === 'session') {
          const outcome = await runSession(serving, route, request, cookies);
          if (!route.readOnly && !route.options.mayBeOld && outcome.ok) await noteSeen(ctx, cookies);
          return answer(route, reply, cookies, outcome);
        }
        if (route.kind === 'document') return runDocument(ctx, route as DocumentRoute, request, reply, cookies, tools);
        if (route.kind === 'signed') {
          return runPublic({ ...serving, ctx: network }, route, request, reply, cookies).catch((error: unknown) =>
            askOtherClusters(ctx, error, request, reply),
          );
        }
        return runPublic(serving, route, request, reply, cookies);
      },
    });
  }
}

async function isSigned(ctx: AppContext, route: Route, request: FastifyRequest): Promise<boolean> {
  const { authenticate } = route;
  if (!authenticate) throw new Error(`${route.operation.name} has nobody to check its signature`);
  return authenticate({
    method: route.operation.method,
    path: addressOf(route),
    headers: request.headers,
    rawBody: request.rawBody,
    ctx,
  });
}

async function runDocument(
  ctx: AppContext,
  route: DocumentRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  cookies: AnsweredJar,
  tools: BindTools,
): Promise<FastifyReply> {
  const input = validate(route.operation, readInput(route, request));
  if (!input.ok) return refuse(reply, input.error, input.field);
  const { origin } = infoOf(request, demandsTls(ctx.config.mode));
  return tools.serveDocument(ctx, { route, request, reply, cookies, body: input.value.body as DocumentForm, origin });
}

async function runPublic(
  { ctx, tools, isOfStaff }: Serving,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  cookies: AnsweredJar,
): Promise<FastifyReply> {
  const input = validate(route.operation, readInput(route, request));
  if (!input.ok) return refuse(reply, input.error, input.field);
  const { rate, isCounted } = route.options;
  if (rate && isCounted?.(input.value.body as never) !== false) await tools.countCall(rate, request);
  const outcome = await route.run({
    ...input.value,
    request: infoOf(request, demandsTls(ctx.config.mode)),
    isFromDesk: isOfStaff(request),
    ...(route.kind === 'signed' && { signed: { headers: request.headers, rawBody: request.rawBody } }),
    cookies,
    ctx,
  } as never);
  if (route.kind === 'public' && route.operation.method === 'POST' && outcome.ok) await noteSeen(ctx, cookies);
  return answer(route, reply, cookies, outcome);
}

/**
 * Checks authentication first, then authorisation, then the body, so that an unauthorised caller learns
 * nothing about the input.
 */
async function runSession(
  { ctx, tools, reads, isOfStaff }: Serving,
  route: Route,
  request: FastifyRequest,
  cookies: AnsweredJar,
): Promise<Outcome> {
  const claims = await readBearer(ctx, request.headers.authorization);
  if (!claims || !(await isForBrand(ctx, request, claims.brandId, tools))) return err('bad_bearer');
  if (route.options.rate) await tools.countCall(route.options.rate, request);
  if (claims.scope === 'view') {
    if (!isOfStaff(request)) return err('bad_bearer');
    // Read-only whatever the route is, so that not even the database takes a change.
    return ctx.database.read(claims.tenantId, async (tx) =>
      actAs(await viewSessionOf(ctx, tx, claims), tx, { ctx, route, request, cookies }, ownStep(route)),
    );
  }
  if (route.payment) {
    const input = tryInput(route, request);
    // Invalid input is handled below, in the usual order of checks.
    if (input?.ok) {
      const { body, key = '' } = input.value;
      const call = { claims, operation: route.operation, body };
      return ctx.payments.enter(claims.tenantId, admitSessions, {
        kind: route.payment,
        key,
        requestId: request.id,
        call,
      });
    }
  }
  const acting = { ctx, route, request, cookies };
  if (route.outside) return runOutside(acting, route.outside, claims);
  const act = (tx: Tx, session: Session | undefined) => actAs(session, tx, acting, ownStep(route));
  if (route.readOnly) {
    return reads.read(claims, act, { position: readSeen(cookies), mayBeOld: route.options.mayBeOld });
  }
  const early = route.options.mayBeOld ? await reads.fromStandby(claims, act, readSeen(cookies)) : undefined;
  if (early) return early;
  return inOwnTurn(ctx, claims, () =>
    ctx.database.transact(claims.tenantId, async (tx) => act(tx, await sessionOf(ctx, tx, claims))),
  );
}

/** Rejects a token of another brand than the page's. */
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

/** The response is parsed by its schema, so that undeclared fields are dropped. */
function answer(route: Route, reply: FastifyReply, cookies: AnsweredJar, outcome: Outcome): FastifyReply {
  cookies.answer(reply);
  if (!outcome.ok) return refuse(reply, outcome.error, outcome.field);
  if (route.isStream) return answerStream(reply, outcome.value as OpenStream);
  const view = route.operation.response.parse(outcome.value);
  return reply
    .headers(route.options.headers ?? {})
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(view));
}

/** Proxies must not cache, buffer or transform the stream. One that has ended leaves no idle connection behind. */
function answerStream(reply: FastifyReply, open: OpenStream): FastifyReply {
  return reply
    .headers({ 'Cache-Control': 'no-store, no-transform', 'X-Accel-Buffering': 'no', Connection: 'close' })
    .type('text/event-stream; charset=utf-8')
    .send(open());
}
