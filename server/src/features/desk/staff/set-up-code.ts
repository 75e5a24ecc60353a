import { randomInt } from 'node:crypto';
import type { AppContext } from '../../../context.ts';
import type { SetUp } from './staff.store.ts';

/** Without letters and digits that are taken for one another. 16 of them hold 78 bits. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

type Member = { readonly tenantId: number; readonly name: string };

/** A code for a member to set a password with, and what is kept of it. */
export function makeSetUpCode(
  { secrets, clocks, config }: Pick<AppContext, 'secrets' | 'clocks' | 'config'>,
  member: Member,
): { readonly code: string; readonly setUp: SetUp } {
  const letters = Array.from({ length: 16 }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
  const code = letters.replaceAll(/(.{4})(?=.)/g, '$1-');
  const endsAtMs = clocks.security.now() + config.desk.setUpMs;
  return { code, setUp: { hash: hashOfSetUpCode(secrets, member, code), endsAtMs } };
}

/** The code in any case, with or without its hyphens. */
export function hashOfSetUpCode(secrets: AppContext['secrets'], { tenantId, name }: Member, typed: string): Buffer {
  const letters = typed.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return secrets.identifierHash('staff set-up code', `${tenantId}:${name}:${letters}`);
}
