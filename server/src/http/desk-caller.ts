import type { FastifyReply, FastifyRequest } from 'fastify';
import { demandsTls } from '../config/mode.ts';
import type { AppContext } from '../compose/context.ts';
import {
  type DeskRefusal,
  endStaffSession,
  refused,
  type StaffSession,
  staffSessionOf,
} from '../features/desk/public.ts';
import { type AnsweredJar, openCookieJar } from './cookies.ts';
import { hasDeskPages } from './desk-admission.ts';

const COOKIE = 'desk';
/** Says that a page of the desk calls. No form of another site can send it, and no script of one may. */
const PAGE_HEADER = 'wattle-desk';
/** The page asks by itself: the session is not prolonged. */
const UNATTENDED = 'unattended';
/** Milliseconds until the session ends without another call. */
const LEFT_HEADER = 'Wattle-Desk-Left';

/** Whether a call comes from a page of the desk, which keeps its session in a cookie. */
export function isFromPage(ctx: AppContext, request: FastifyRequest): boolean {
  return request.headers[PAGE_HEADER] !== undefined && hasDeskPages(ctx.config);
}

/** Refuses a page of another site that calls as one of the desk. Browsers say which site calls. */
export function foreignPage(ctx: AppContext, request: FastifyRequest): DeskRefusal | undefined {
  const site = request.headers['sec-fetch-site'];
  return isFromPage(ctx, request) && site !== undefined && site !== 'same-origin' ? refused('foreign_page') : undefined;
}

const jarOf = (ctx: AppContext, request: FastifyRequest): AnsweredJar =>
  openCookieJar(request, demandsTls(ctx.config.mode));

/** The session of a bearer, or of a page's cookie; its answer says how long that is good for. */
export async function callerOf(
  ctx: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<StaffSession | undefined> {
  const { authorization } = request.headers;
  if (authorization !== undefined) {
    return staffSessionOf(ctx, /^Bearer (\S{1,200})$/i.exec(authorization)?.[1] ?? '');
  }
  const token = isFromPage(ctx, request) ? jarOf(ctx, request).read(COOKIE) : undefined;
  if (token === undefined) return undefined;
  const isUnattended = request.headers[PAGE_HEADER] === UNATTENDED;
  const session = await staffSessionOf(ctx, token, { isUnattended });
  reply.header(LEFT_HEADER, String(Math.max(0, session?.leftMs ?? 0)));
  return session;
}

/**
 * Gives a page the cookie of its new session. The previous session of the page ends, because someone else may have left
 * its cookie there.
 */
export async function giveCookie(
  ctx: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
): Promise<void> {
  const jar = jarOf(ctx, request);
  const before = jar.read(COOKIE);
  if (before !== undefined) await endStaffSession(ctx, before);
  jar.keep(COOKIE, token, ctx.config.desk.sessionMs);
  jar.answer(reply);
}

export function forgetCookie(ctx: AppContext, request: FastifyRequest, reply: FastifyReply): void {
  if (!isFromPage(ctx, request)) return;
  const jar = jarOf(ctx, request);
  jar.forget(COOKIE);
  jar.answer(reply);
}
