import * as z from 'zod/mini';
import { ACTIVATION_STEPS } from '../activation.ts';

/** What a right code answers: the card, and what has to be done before its PIN is chosen. */
export const provedCard = z.object({
  IsSuccessful: z.literal(true),
  CardNumberSuffix: z.string(),
  /** Null: the card is in use and only has to be added. */
  NextStep: z.nullable(z.enum(ACTIVATION_STEPS)),
});

/** Refusals of a card that somebody wants to have in their login. */
export const CARD_TO_TAKE = [
  'activation_code_wrong',
  'login_locked_or_token_expired',
  'card_problem',
  'card_activated_already',
  'card_not_of_login',
  'card_linked',
  'card_linked_elsewhere',
  'identity_not_verified',
] as const;

/** Refusals of a card of the caller's list. */
export const ALLOCATED_CARD = [
  'invalid_card_details',
  'activation_code_wrong',
  'login_locked_or_token_expired',
  'card_problem',
  'card_activated_already',
  'identity_not_verified',
] as const;

/** Refusals of a card that is activated before everything that it asks for is done. */
export const BEFORE_PIN = ['required_field', 'kyc_needed', 'kyc_failed'] as const;
