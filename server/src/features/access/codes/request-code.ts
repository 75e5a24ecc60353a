import { DEFAULT_LANGUAGE } from '@wattle/contract/rules/languages.ts';
import { randomInt } from 'node:crypto';
import type { AppContext } from '../../../compose/context.ts';
import type { RequestInfo } from '../../../http/handle.ts';
import { audit } from '../../../platform/sealed-log/audit.ts';
import { monthAt } from '../../../platform/time/clock.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Brand } from '../../brands/public.ts';
import { contactForCode } from '../../contact-marks/public.ts';
import { countMessagesOfBrand, queueRequested, type Recipient } from '../../messages/public.ts';
import { type CardForCode, type CodeKind, countRequest, findCardForCode, setCode } from './request-code.store.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const TEMPLATE_OF = { access: 'accessCode', activation: 'activationCode' } as const;

/** Matches no row, so an unknown card costs the same statements as a known one. */
const NO_CARD = 0n;

type CodeRequest = {
  readonly ctx: AppContext;
  readonly brand: Brand;
  readonly kind: CodeKind;
  readonly cardId: string;
  readonly request: RequestInfo;
};

/**
 * Makes a new code for a card and sends it to the registered contact. The caller learns nothing: an unknown card, one
 * without a contact and one request too many end alike, after the same work.
 */
export async function requestCode(asked: CodeRequest): Promise<void> {
  const { ctx, brand } = asked;
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const cardIdHash = ctx.secrets.identifierHash(`${brand.id}:code`, asked.cardId);
  await ctx.turns.take(`code:${cardIdHash.toString('hex')}`, async () => {
    const hash = await ctx.secrets.hashSecret(code);
    await ctx.database.transact(brand.tenantId, (tx) => issueCode(tx, asked, cardIdHash, { code, hash }));
  });
}

type NewCode = { readonly code: string; readonly hash: string };

async function issueCode(tx: Tx, asked: CodeRequest, cardIdHash: Buffer, { code, hash }: NewCode): Promise<void> {
  const { ctx, brand, kind, cardId } = asked;
  const place = { tenantId: brand.tenantId, brandId: brand.id };
  const nowMs = ctx.clocks.security.now();
  const isCounted = await countRequest(tx, place, cardIdHash, {
    nowMs,
    sinceMs: nowMs - DAY_MS,
    limit: ctx.config.codes.requestsADay,
  });
  const card = await findCardForCode(tx, place, kind, cardId, monthAt(ctx.clocks.business.now()));
  const contact = card && contactForCode(ctx, place.tenantId, card);
  // Without a contact the old code stays valid, or anybody could invalidate the code of a printed letter.
  const isWithinCap = await isUnderBrandCap(tx, asked, nowMs);
  const receiver = isCounted && isWithinCap && card && contact ? { ...contact, card } : undefined;
  await setCode(tx, place.tenantId, kind, receiver?.card.id ?? NO_CARD, hash);
  if (receiver) await sendCode(tx, asked, receiver, code);
  audit(tx, ctx.clocks, {
    tenantId: brand.tenantId,
    actor: 'visitor',
    action: `card.${kind}_code_requested`,
    object: card && `card:${card.id}`,
    outcome: outcomeOf({ isCounted, isWithinCap, card, contact }),
    requestId: asked.request.id,
    details: { brand: brand.identifier, channel: receiver?.channel ?? null },
  });
}

/** Whether the brand has sent fewer codes of this kind within the hour than it may. */
async function isUnderBrandCap(tx: Tx, { ctx, brand, kind }: CodeRequest, nowMs: number): Promise<boolean> {
  const sent = await countMessagesOfBrand(tx, {
    tenantId: brand.tenantId,
    brandId: brand.id,
    template: TEMPLATE_OF[kind],
    sinceMs: nowMs - HOUR_MS,
  });
  return sent < ctx.config.codes.sentOfBrandAnHour;
}

type Circumstances = {
  readonly isCounted: boolean;
  readonly isWithinCap: boolean;
  readonly card: CardForCode | undefined;
  readonly contact: Recipient | undefined;
};

function outcomeOf({ isCounted, isWithinCap, card, contact }: Circumstances): string {
  if (!isCounted) return 'too_many';
  if (!card) return 'no_card';
  if (!contact) return 'no_contact';
  return isWithinCap ? 'ok' : 'too_many_of_brand';
}

async function sendCode(
  tx: Tx,
  { ctx, brand, kind, request }: CodeRequest,
  { card, ...contact }: Recipient & { readonly card: CardForCode },
  code: string,
): Promise<void> {
  await queueRequested(tx, ctx, {
    ...contact,
    tenantId: brand.tenantId,
    brandId: brand.id,
    holderId: card.holder_id,
    template: TEMPLATE_OF[kind],
    language: card.language ?? DEFAULT_LANGUAGE,
    params: { code, firstName: card.first_name ?? '' },
    // The code itself has no end. By then another one can be asked for, whatever the limit was.
    expiresAt: ctx.clocks.security.now() + DAY_MS,
    // Codes superseded during an outage must not arrive after the valid one.
    replaces: `${kind}-code:${card.id}:`,
    dedupKey: `${kind}-code:${card.id}:${request.id}`,
  });
}
