import { randomInt } from 'node:crypto';
import type { AppContext } from '../../../compose/context.ts';
import type { SetUp } from './staff.store.ts';

/** Letters and digits without those that look alike. 16 of them hold 78 bits. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

const LETTERS = 16;
const HALF = LETTERS / 2;
const letterAt = (number: number) => ALPHABET.charAt(number % ALPHABET.length);
const grouped = (letters: string) => letters.replaceAll(/(.{4})(?=.)/g, '$1-');

type Member = { readonly tenantId: number; readonly name: string };

type Made = { readonly code: string; readonly secondHalf: string; readonly setUp: SetUp };

/**
 * A code for a member to set a password with, and its stored form. `firstHalf`: first half of a code that two people
 * hand over.
 */
export function makeSetUpCode(
  { secrets, clocks, config }: Pick<AppContext, 'secrets' | 'clocks' | 'config'>,
  member: Member,
  firstHalf?: string,
): Made {
  const drawn = (length: number) => Array.from({ length }, () => letterAt(randomInt(ALPHABET.length))).join('');
  const secondHalf = grouped(drawn(HALF));
  const code = `${firstHalf ?? grouped(drawn(HALF))}-${secondHalf}`;
  const endsAtMs = clocks.security.now() + config.desk.setUpMs;
  return { code, secondHalf, setUp: { hash: hashOfSetUpCode(secrets, member, code), endsAtMs } };
}

/**
 * Half of a set-up code. The member who asked for it passes it on, so that the approver cannot pose as the new member.
 * It is computed from the key of the request: it is not stored, and can be read again.
 */
export function firstHalfOf(secrets: AppContext['secrets'], key: string): string {
  const bytes = secrets.identifierHash('half of a staff set-up code', key);
  return grouped(Array.from({ length: HALF }, (_, at) => letterAt(bytes.readUInt16BE(2 * at))).join(''));
}

/** Keyed hash of a set-up code, in any case and with or without its hyphens. */
export function hashOfSetUpCode(secrets: AppContext['secrets'], { tenantId, name }: Member, typed: string): Buffer {
  const letters = typed.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return secrets.identifierHash('staff set-up code', `${tenantId}:${name}:${letters}`);
}
