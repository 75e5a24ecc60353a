import { namesOf } from '@wattle/contract/rules/typed-names.ts';
import { BANK_PARTS } from '../../config/bank-settings.ts';
import { namedSmsAccount } from '../../config/sms-account.ts';
import * as z from 'zod';
import { gatewayAccount, secretName } from './gateway-account.ts';

/** Secret that a programme names; undefined: the environment has none by this name. */
export function namedSecretOf(
  secrets: ReadonlyMap<string, string>,
  tenantId: number,
  name: string,
): string | undefined {
  return secrets.get(`WATTLE_SECRET_${tenantId}_${name}`);
}

/** Parts of the identity of a programme, as they are stored. */
export const IDENTITY_PARTS = {
  /** The programme's account and user id at its bank. */
  bank: z.object({
    institution: BANK_PARTS.institution,
    userName: z.string().min(1).max(26),
    userId: BANK_PARTS.userId,
    bsb: BANK_PARTS.bsb,
    accountNumber: BANK_PARTS.account,
    hasContra: z.boolean(),
    tracesPayer: z.boolean(),
  }),
  /** Sender's address. The mail server is the instance's. */
  mail: z.object({ from: z.email() }),
  /** Account at a provider of text messages. */
  sms: namedSmsAccount(secretName),
  /** Account at the payment gateway. */
  gateway: gatewayAccount,
} as const;

export type IdentityPart = keyof typeof IDENTITY_PARTS;
export const PART_NAMES = namesOf(IDENTITY_PARTS);

export type PartSettings<Part extends IdentityPart> = z.output<(typeof IDENTITY_PARTS)[Part]>;

/** Parts that a programme can have itself. */
export type ProgrammeIdentity = { readonly [Part in IdentityPart]?: PartSettings<Part> };
