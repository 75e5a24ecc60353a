import { newCredential, passkeyName, signedCredential } from '@wattle/contract/access/passkeys.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { demandsTls } from '../config/mode.ts';
import type { AppContext } from '../compose/context.ts';
import {
  beginEnrolment,
  type DeskRefusal,
  finishEnrolment,
  passkeyRequest,
  refused,
  setStaffPassword,
  signInByPasskey,
  type SignedIn,
  signInStaff,
  signOutStaff,
  type StaffSession,
} from '../features/desk/public.ts';
import type { Site } from '../platform/passkeys/site.ts';
import { originOf } from './act.ts';
import { hasDeskPages } from './desk-admission.ts';
import { type DeskTools, type Handled, parsed, type Serve } from './desk-call.ts';
import { callerOf, forgetCookie, giveCookie, isFromPage } from './desk-caller.ts';

const tenant = z.int().positive().max(2_147_483_647);
const secret = z.string().min(1).max(400);
/** A code of the authenticator app, perhaps with spaces. */
const code = z
  .string()
  .max(20)
  .overwrite((typed) => typed.replaceAll(/\s/g, ''));
const member = { tenant, name: z.string().min(1).max(40) };

/** Second factor of a member who changes how they sign in. */
const factor = { code: code.optional(), passkey: z.optional(signedCredential) };

const passwordSignIn = z.strictObject({ ...member, password: secret, code: code.optional() });
const passkeySignIn = z.strictObject({ passkey: signedCredential });
const passwordBody = z.strictObject({
  ...member,
  /** The current password, or the set-up code of a member without a password. */
  proof: secret,
  newPassword: secret,
  ...factor,
});
const enrolmentBody = z.strictObject({ ...member, proof: secret, ...factor });
const enrolmentEnd = { enrolment: z.string().max(200), newPassword: secret.optional() };
const enrolmentEndBody = z.union([
  z.strictObject({ ...enrolmentEnd, code }),
  z.strictObject({ ...enrolmentEnd, passkey: newCredential, passkeyName }),
]);

/**
 * Serves the proof of who someone is: sign-in, second factor, password, and the session. Each attempt counts for its
 * address.
 */
export function serveSignIn(serve: Serve, ctx: AppContext, tools: DeskTools): void {
  const attempted = (
    path: string,
    operation: string,
    handle: (request: FastifyRequest, reply: FastifyReply) => Promise<Handled>,
  ) =>
    serve('POST', path, operation, async (request, reply) => {
      await tools.countCall('signIn', request);
      return handle(request, reply);
    });

  const attemptOf = (body: z.output<typeof enrolmentBody>, request: FastifyRequest) => {
    const { tenant: tenantId, name, proof, code: typed, passkey: credential } = body;
    const passkey = credential && { credential, site: siteOf(ctx, request) };
    return { tenantId, name, proof, code: typed, passkey, requestId: request.id };
  };

  attempted('sign-in', 'sign-in', async (request, reply) => {
    const form: z.ZodType<SignInBody> = isByPasskey(request) ? passkeySignIn : passwordSignIn;
    const body = parsed(form, request);
    if (!body.ok) return body;
    const outcome = await signIn(ctx, body.value, request);
    if (!outcome.ok) return outcome;
    const { token, ...session } = outcome.value;
    if (!isFromPage(ctx, request)) return { ok: true, body: { token, ...session } };
    await giveCookie(ctx, request, reply, token);
    return { ok: true, body: session };
  });
  attempted('passkey', 'start-passkey', async (request) => {
    const body = parsed(z.strictObject({}), request);
    if (!body.ok) return body;
    const site = siteOf(ctx, request);
    return site ? { ok: true, body: passkeyRequest(ctx, site) } : refused('passkey_refused');
  });
  attempted('enrolment', 'begin-enrolment', async (request) => {
    const body = parsed(enrolmentBody, request);
    if (!body.ok) return body;
    const outcome = await beginEnrolment(ctx, attemptOf(body.value, request), siteOf(ctx, request));
    return outcome.ok ? { ok: true, body: outcome.value } : outcome;
  });
  attempted('enrolment/finish', 'enrol', async (request) => {
    const body = parsed(enrolmentEndBody, request);
    if (!body.ok) return body;
    const { enrolment, newPassword, ...given } = body.value;
    const factor =
      'code' in given
        ? { kind: 'totp' as const, code: given.code }
        : { kind: 'passkey' as const, credential: given.passkey, name: given.passkeyName, site: siteOf(ctx, request) };
    const outcome = await finishEnrolment(ctx, { enrolment, newPassword, factor, requestId: request.id });
    return outcome.ok ? { ok: true, body: {} } : outcome;
  });
  attempted('password', 'set-password', async (request) => {
    const body = parsed(passwordBody, request);
    if (!body.ok) return body;
    const { newPassword } = body.value;
    const outcome = await setStaffPassword(ctx, { ...attemptOf(body.value, request), newPassword });
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
    if (caller) return { ok: true, body: sessionView(ctx, caller) };
    // A refusal would be an error in the console of the sign-in page.
    return isFromPage(ctx, request) ? { ok: true, body: {} } : refused('not_signed_in');
  });
}

/** Only looks which of two forms a body has; the form checks it. */
function isByPasskey({ rawBody }: FastifyRequest): boolean {
  return rawBody.includes('"passkey"');
}

type SignInBody = z.output<typeof passwordSignIn> | z.output<typeof passkeySignIn>;

async function signIn(
  ctx: AppContext,
  body: SignInBody,
  request: FastifyRequest,
): Promise<{ readonly ok: true; readonly value: SignedIn } | DeskRefusal> {
  if ('passkey' in body) {
    const site = siteOf(ctx, request);
    if (!site) return refused('passkey_refused');
    return signInByPasskey(ctx, { credential: body.passkey, site, requestId: request.id });
  }
  const { tenant: tenantId, name, password: proof, code: typed } = body;
  return signInStaff(ctx, { tenantId, name, proof, code: typed, requestId: request.id });
}

/** The site of the desk's pages. Undefined if there are none: the Host header would choose the host of passkeys. */
function siteOf(ctx: AppContext, request: FastifyRequest): Site | undefined {
  if (!hasDeskPages(ctx.config)) return undefined;
  const origin = originOf(request, demandsTls(ctx.config.mode));
  return { rpId: request.hostname.toLowerCase(), origins: [origin] };
}

function sessionView({ config }: AppContext, { staff, fullName, programme, endsAtMs }: StaffSession): object {
  const { name, role, tenantId } = staff;
  const endsAt = new Date(endsAtMs).toISOString();
  return { name, fullName, role, tenant: tenantId, programme, idleMs: config.desk.idleMs, endsAt };
}
