import * as z from 'zod/mini';
import { meetsNeed, PASSWORD_NEEDS } from '../../rules/password-rule.ts';
import { typed } from '../../typed.ts';

function meetsAll(password: string): boolean {
  return PASSWORD_NEEDS.every((need) => meetsNeed(password, need));
}

/** A password that somebody chooses. The server refuses common and breached ones besides. */
export const newPassword = z.string().check(
  typed.secret(),
  z.minLength(1, 'required'),
  z.maxLength(400, 'passwordInvalid'),
  z.refine((typed: string) => meetsAll(typed), 'passwordInvalid'),
);
