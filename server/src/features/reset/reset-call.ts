import { err, type Refusal } from '@wattle/contract/errors.ts';
import type { AppContext } from '../../compose/context.ts';
import type { RequestInfo } from '../../http/handle.ts';
import { audit } from '../../platform/sealed-log/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type Brand, findBrand } from '../brands/public.ts';
import { queueRequested, type Recipient } from '../messages/public.ts';
import { readQuestionThatCounts } from '../security-questions/public.ts';
import { refusalOf } from './reset.domain.ts';
import { lockReset, type Place, readPerson, type ResetPerson, type ResetRow } from './reset.store.ts';

/** A call that names a reset by its token, at the brand of the page. */
export type ResetCall = {
  readonly ctx: AppContext;
  readonly request: RequestInfo;
  readonly brand: Brand;
  readonly place: Place;
  readonly tokenHash: Buffer;
};

export function placeOf({ tenantId, id: brandId }: Brand): Place {
  return { tenantId, brandId };
}

/** Keyed hash of a token, the only form that is stored. */
export function hashOfToken({ secrets }: Pick<AppContext, 'secrets'>, { brandId }: Place, token: string): Buffer {
  return secrets.identifierHash(`${brandId}:reset token`, token);
}

/** The call of a token; undefined if the page has no brand, so that there is no such token. */
export async function resetCall(ctx: AppContext, request: RequestInfo, token: string): Promise<ResetCall | undefined> {
  const brand = await findBrand(ctx, request.brand, request.host);
  if (!brand) return undefined;
  const place = placeOf(brand);
  return { ctx, request, brand, place, tokenHash: hashOfToken(ctx, place, token) };
}

/** Calls of one token wait for each other, so that its guesses are counted one by one. */
export function inTurnOfReset<T>({ ctx, tokenHash }: ResetCall, work: () => Promise<T>): Promise<T> {
  return ctx.turns.take(`reset:${tokenHash.toString('hex')}`, work);
}

export type OpenReset = { readonly row: ResetRow; readonly person: ResetPerson | undefined };

/** The reset that a call names, with its person, locked, if it can continue. */
export async function openReset(
  tx: Tx,
  { ctx, place, tokenHash }: ResetCall,
): Promise<OpenReset | Refusal<'token_invalid' | 'token_expired'>> {
  const now = ctx.clocks.security.now();
  const row = await lockReset(tx, place, tokenHash, now);
  const refusal = refusalOf(row, now);
  if (!row || refusal) return err(refusal ?? 'token_invalid');
  const person = await readPerson(tx, place.tenantId, row.webAccountId);
  const times = { nowMs: now, keptMs: ctx.config.contacts.newMs };
  // No holder has the id 0, so a reset without a person costs the same statement.
  const { question, hash } = await readQuestionThatCounts(tx, place.tenantId, person?.holder_id ?? 0n, times);
  return { row, person: person && { ...person, security_question: question, security_answer_hash: hash } };
}

/** Sends the code of a reset. */
export async function sendCode(
  tx: Tx,
  { ctx, place, request }: ResetCall,
  { row, person, contact, code }: { row: ResetRow; person: ResetPerson; contact: Recipient; code: string },
): Promise<void> {
  await queueRequested(tx, ctx, {
    ...contact,
    ...place,
    holderId: person.holder_id,
    template: 'resetCode',
    language: person.language,
    params: { code, firstName: person.first_name },
    expiresAt: ctx.clocks.security.now() + ctx.config.resets.codeMs,
    replaces: `reset-code:${row.id}:`,
    dedupKey: `reset-code:${row.id}:${request.id}`,
  });
}

/** A line of the audit log. */
export function auditReset(
  tx: Tx,
  { ctx, brand, request }: Pick<ResetCall, 'ctx' | 'brand' | 'request'>,
  action: string,
  { webAccountId, outcome }: { readonly webAccountId: bigint | null; readonly outcome: string },
): void {
  audit(tx, ctx.clocks, {
    tenantId: brand.tenantId,
    actor: 'visitor',
    action,
    object: webAccountId === null ? undefined : `web:${webAccountId}`,
    outcome,
    requestId: request.id,
    details: { brand: brand.identifier },
  });
}
