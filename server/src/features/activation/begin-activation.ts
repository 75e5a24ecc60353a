import { ok, type Result } from '@wattle/contract/errors.ts';
import type { AppContext } from '../../compose/context.ts';
import type { RequestInfo } from '../../http/handle.ts';
import { dayAt } from '../../platform/time/clock.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type Attempt, type Found, signIn, type TokenResult } from '../access/public.ts';
import type { Brand } from '../brands/public.ts';
import { refuseStatus } from './admit-step.ts';
import { beginActivation, findActivationOfCard } from './activation.store.ts';
import { toFactsView } from './activation.view.ts';
import { cardNumberOfLetter } from './letter/find-letter.ts';
import {
  activationCodesOf,
  type CardToActivate,
  dropPreviousActivationCode,
  findByCardId,
  findByPan,
} from './card-to-activate.store.ts';

type Naming = { readonly ctx: AppContext; readonly brand: Brand };

/**
 * The card that someone names by number, or by card id where the brand uses card ids. A card whose processor holds the
 * number may always be named by its id, as the code of its letter does.
 */
function findNamedCard(tx: Tx, { ctx, brand }: Naming, number: string): Promise<CardToActivate | undefined> {
  const isCardId = number.length === 11;
  const usesIds = brand.settings.UseCardIdForCardholderAccess;
  const place = { tenantId: brand.tenantId, brandId: brand.id };
  if (isCardId) return findByCardId(tx, place, { cardId: number, isOfProcessor: !usesIds });
  return usesIds ? Promise.resolve(undefined) : findByPan(tx, place, ctx.secrets.panHashes(number));
}

type Proof = Naming & { readonly request: RequestInfo; readonly cardNumber: string; readonly activationCode: string };

/**
 * Opens the activation of a card by its number and code, or resumes the one that was begun. An unknown card and a wrong
 * code get one answer after the same time, and lock alike.
 */
export async function openActivation(proof: Proof) {
  const { ctx, brand, request } = proof;
  const now = ctx.clocks.business.now();
  const found: { card?: CardToActivate | undefined } = {};
  const result = await signIn({
    ctx,
    brand,
    request,
    kind: 'activation',
    countsByName: true,
    scope: 'verifyactivation',
    name: proof.cardNumber,
    secret: proof.activationCode,
    find: async (tx): Promise<Found | undefined> => {
      const card = await findNamedCard(tx, proof, proof.cardNumber);
      found.card = card;
      if (!card) return undefined;
      // Number and id of a card of a processor name it, and give no second tries.
      const countedAs = card.is_of_processor ? card.card_id : undefined;
      return { secretHashes: activationCodesOf(card), cardId: card.id, webAccountId: null, holderId: null, countedAs };
    },
    secretsOfOne: 2,
    admit: async () => (found.card ? refuseStatus(found.card, now) : 'card_problem'),
    onIn: async (tx, { cardId, secretHashes: [, previous] }, matched) => {
      if (cardId === null) return;
      if (matched === 0 && previous) await dropPreviousActivationCode(tx, brand.tenantId, cardId);
      const nowMs = ctx.clocks.security.now();
      await beginActivation(tx, { tenantId: brand.tenantId, brandId: brand.id, cardId, nowMs });
    },
    wrong: 'activation_code_wrong',
    locked: 'login_locked_or_token_expired',
  });
  return result.ok && found.card ? ok({ token: result.value, cardId: found.card.id }) : (result as RefusedOpening);
}
type RefusedOpening = Extract<Result<never, OpeningError>, { ok: false }>;
type OpeningError =
  | 'activation_code_wrong'
  | 'login_locked_or_token_expired'
  | 'card_problem'
  | 'card_activated_already';

/** Grant `verifyactivation`: tokens, and the facts of the opened activation. */
export async function verifyActivation({ grant, ...rest }: Attempt<'verifyactivation'>): Promise<TokenResult> {
  const { ctx, brand } = rest;
  const { letterReference: reference = '', activationCode } = grant;
  // A reference without a card is answered like an unknown number, after the same time.
  const cardNumber = grant.cardNumber ?? (await cardNumberOfLetter(ctx, brand, reference)) ?? reference;
  const opened = await openActivation({ ...rest, cardNumber, activationCode });
  if (!opened.ok) return opened;
  const day = dayAt(ctx.clocks.business.now());
  const { token, cardId } = opened.value;
  const row = await ctx.database.read(brand.tenantId, (tx) => findActivationOfCard(tx, brand.tenantId, cardId, day));
  return ok(row ? { ...token, ...toFactsView(row) } : token);
}
