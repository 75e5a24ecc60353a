import { BANK_PARTS } from '../../bank-settings.ts';
import * as z from 'zod';

/** Name of a setting of the environment that holds a secret. The database keeps the name alone. */
export const SECRET_NAME = /^WATTLE_SECRET_[A-Z\d_]{1,60}$/;
const secretName = z.string().regex(SECRET_NAME);
const httpUrl = z.url({ protocol: /^https?$/ });

/** Parts of the identity of a programme, as they are stored. */
export const IDENTITY_PARTS = {
  /** The programme's account at its bank, and its user id there. */
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
  /** Account at the gateway for text messages, which decides their sender. */
  sms: z.object({ url: httpUrl, key: secretName }),
  /** Account at the payment gateway. */
  gateway: z.object({ url: httpUrl, apiKey: secretName, noticeKey: secretName, pageOrigin: httpUrl }),
} as const;

export type IdentityPart = keyof typeof IDENTITY_PARTS;
export const PART_NAMES = Object.keys(IDENTITY_PARTS) as readonly IdentityPart[];

export type PartSettings<Part extends IdentityPart> = z.output<(typeof IDENTITY_PARTS)[Part]>;

/** Parts that a programme has of its own. */
export type ProgrammeIdentity = { readonly [Part in IdentityPart]?: PartSettings<Part> };
