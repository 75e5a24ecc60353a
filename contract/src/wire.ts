import * as z from 'zod/mini';
import { typed } from './typed.ts';

/**
 * Shapes that several calls share. A message is a key of texts/<locale>/validation.json, so that
 * the screen and the server say the same thing about the same rule.
 */

/** Text that must be there. Bounded, because nothing on this wire is long. */
export const requiredText = z.string().check(typed.line(), z.minLength(1, 'required'), z.maxLength(400, 'required'));

/** Exactly 16 or exactly 19 digits. */
export const cardNumber = z
  .string()
  .check(typed.digits(), typed.required(), z.regex(/^(\d{16}|\d{19})$/, 'cardNumberInvalid'));

/** Exactly 11 digits: what a card carries instead of its number where the brand uses card ids. */
export const cardId = z.string().check(typed.digits(), typed.required(), z.regex(/^\d{11}$/, 'cardIdInvalid'));

/** A code of 6 characters: issued as digits, accepted as characters. */
export const accessCode = z
  .string()
  .check(typed.digits(), typed.required(), z.regex(/^[^\s]{6}$/, 'accessCodeInvalid'));

/** The code that comes with a new card: 6 characters, issued as digits. */
export const activationCode = z
  .string()
  .check(typed.digits(), typed.required(), z.regex(/^[^\s]{6}$/, 'activiationCodeInvalid'));

/** 9 digits. The wire also calls it MemberNumber and AccNo. */
export const accountNumber = z.string().check(typed.digits(), z.regex(/^\d{9}$/, 'errorAccountNumberInvalid'));

/** First 6 and last 4 digits in groups of 4, the rest as bullets: `9036 00•• •••• 0017`. */
export const maskedCardNumber = z.string().check(z.regex(/^[\d•]{4}( [\d•]{1,4}){3,4}$/, 'cardNumberInvalid'));

/** `yyyy-MM`. A card is good until the last moment of this month, Melbourne time. */
export const expirationDate = z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'required'));

/** ISO 8601 instant in UTC: `2026-11-20T05:04:03Z`. */
export const instant = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?Z$/));

/** Whether a text in the form of a date names a day that exists. */
function isDay(date: string): boolean {
  const midnight = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(date);
}

/** `2026-11-20`: a day that exists. */
export const isoDate = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/), z.refine(isDay));

/** Dollars with at most 2 decimals, as a JSON number. Inside it is integer cents. */
export const money = z.number();

/** How a card is named in a request. Unique within an account; looked up among the caller's own. */
export const cardReference = z.object({
  AccountNumber: accountNumber,
  MaskedCardNumber: maskedCardNumber,
  ExpirationDate: expirationDate,
});
export type CardReference = z.output<typeof cardReference>;

/** The body of every call that concerns one card and nothing else. */
export const cardBody = z.object({ Card: cardReference });

/** Brand identifier as a URL has it: what is not a letter or digit is dropped. */
export const brandIdentifier = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(100, 'required')),
    z.transform((name: string) => name.replace(/[^a-z0-9]/gi, '').toLowerCase()),
  ),
  z.string().check(z.minLength(1, 'required'), z.maxLength(40, 'required')),
);

/** An answer that says no more than that the call was carried out. */
export const done = z.object({ IsSuccessful: z.literal(true) });
