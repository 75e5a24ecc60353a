import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from '../../compose/context.ts';
import type { RequestInfo } from '../../http/handle.ts';
import { audit } from '../../platform/sealed-log/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { addressBlock, countCallOf } from '../lockouts/public.ts';
import { type Brand, findBrand } from '../brands/public.ts';
import type { MemberToSignUp, Place } from './sign-up.store.ts';

/** A call of a sign-up, at a brand that offers it. */
export type SignUpCall = {
  readonly ctx: AppContext;
  readonly request: RequestInfo;
  readonly brand: Brand;
  readonly place: Place;
};

/** Undefined if the brand does not exist or offers no sign-up. */
export async function signUpCall(
  ctx: AppContext,
  request: RequestInfo,
  brandIdentifier: string,
): Promise<SignUpCall | undefined> {
  const brand = await findBrand(ctx, brandIdentifier, request.host);
  if (!brand?.settings.ShowSignupLink) return undefined;
  return { ctx, request, brand, place: { tenantId: brand.tenantId, brandId: brand.id } };
}

/**
 * Counts a question about an account number. From the eleventh in an hour, the questions of an address wait for each
 * other: guessing numbers is slow, and a household with one address still gets its answers.
 */
export async function slowQuestions({ ctx, request }: Pick<SignUpCall, 'ctx' | 'request'>): Promise<void> {
  const isOver = (await countCallOf(ctx, 'signUpQuestion', request.address)) > 0;
  if (!isOver) return;
  await ctx.turns.take(`sign-up question:${addressBlock(request.address)}`, () => sleep(ctx.config.signUps.slowMs));
}

/** Whether a login can be made for an account. */
export function isOpen(member: MemberToSignUp | undefined): member is MemberToSignUp {
  return member !== undefined && member.is_current && !member.has_login;
}

export function hashOfToken({ ctx, place }: Pick<SignUpCall, 'ctx' | 'place'>, token: string): Buffer {
  return ctx.secrets.identifierHash(`${place.brandId}:sign-up token`, token);
}

/** Subject under which the codes of an account number are counted. */
export function subjectOf({ ctx, place }: Pick<SignUpCall, 'ctx' | 'place'>, accountNumber: string): Buffer {
  return ctx.secrets.identifierHash(`${place.brandId}:sign-up number`, accountNumber);
}

/** A line of the audit log. */
export function auditSignUp(
  tx: Tx,
  { ctx, brand, request }: SignUpCall,
  line: { readonly action: string; readonly object: string | undefined; readonly outcome: string },
): void {
  audit(tx, ctx.clocks, {
    ...line,
    tenantId: brand.tenantId,
    actor: 'visitor',
    requestId: request.id,
    details: { brand: brand.identifier },
  });
}
