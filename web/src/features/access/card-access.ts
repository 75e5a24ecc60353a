import { getCardAccessDetails } from '@wattle/contract/access/get-card-access-details.ts';
import { token } from '@wattle/contract/access/token.ts';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import * as z from 'zod/mini';
import { call } from '../../api/call.ts';
import { type CallFailure, send } from '../../api/send.ts';
import { type BrandView, currentBrand } from '../../brand/brand.ts';
import { messageOf } from './message-of.ts';

/**
 * The way back to forgotten card details: the card's number, its PIN, then the card id and a fresh
 * access code. What the steps hand on lives in memory alone: a reload, or a step back, begins anew.
 */
export type CardAccessDetails = ResponseOf<typeof getCardAccessDetails>;

let namedWith: string | null = null;
let found: CardAccessDetails | null = null;

const bodyOf = (brand: BrandView | null, cardnumber: string) =>
  ({
    grant_type: 'cardaccess',
    brand: brand?.BrandIdentifier ?? '',
    tenantId: String(brand?.TenantId),
    brandId: String(brand?.BrandId),
    cardnumber,
  }) as const;

export function checkCardNumber(typed: string): string | null {
  return messageOf(z.safeParse(token.body, bodyOf(currentBrand(), typed)));
}

export function checkPin(typed: string): string | null {
  return messageOf(z.safeParse(getCardAccessDetails.body, { PinNumber: typed }));
}

/** Names the card. Null when it worked, which says nothing about whether there is such a card. */
export async function nameCard(typed: string): Promise<CallFailure | null> {
  const answer = await call(token, { body: bodyOf(currentBrand(), typed) });
  if (!answer.ok) return answer;
  namedWith = answer.value.access_token;
  found = null;
  return null;
}

export function isCardNamed(): boolean {
  return namedWith !== null;
}

/** Begins anew: forgets the named card and what was found for it. */
export function forgetCardAccess(): void {
  namedWith = null;
  found = null;
}

/** Asks for the details by the PIN. Null when they are there; the token is spent then. */
export async function findCardAccessDetails(pin: string): Promise<CallFailure | null> {
  const answer = await send(getCardAccessDetails, { body: { PinNumber: pin } }, namedWith ?? '');
  if (!answer.ok) return answer;
  namedWith = null;
  found = answer.value;
  return null;
}

/** What was found, for the one page that shows it. */
export function foundCardAccessDetails(): CardAccessDetails | null {
  return found;
}
