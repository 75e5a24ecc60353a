import * as z from 'zod/mini';
import { instant, money, requiredText } from '../wire.ts';
import { LANGUAGES } from '../rules/languages.ts';
import { operation, WEB_ACCOUNT } from '../operation.ts';
import { WEB_ACCOUNT_OR_VIEW } from '../viewed.ts';
import { carriedBy } from '../proof.ts';

/** Withholding tax on interest while neither a tax file number nor an exemption is known. */
export const withholding = z.object({
  /** 47 for 47%. */
  Percent: z.number(),
  /** A month's interest below this amount is not taxed. */
  FreeBelow: money,
});
export type Withholding = z.output<typeof withholding>;

/** The signed-in user of a web account, with the values for the greeting. */
export const getOnlineAccount = operation({
  name: 'getOnlineAccount',
  method: 'GET',
  path: 'onlineAccount/',
  auth: WEB_ACCOUNT_OR_VIEW,
  proof: 'session',
  ids: {},
  summary: 'The signed-in user',
  response: z.object({
    FirstName: z.string(),
    /** Chinese greets with the full name. */
    Surname: z.string(),
    /** When this user signed in before this session; null on the first time. */
    PreviousLogin: z.nullable(instant),
    ShowStatementMessage: z.boolean(),
    /** Nine stars, `EXEMPT` and its code, or null if neither is known. A nominee is never asked for one. */
    TaxFileNumber: z.nullable(z.string()),
    /** True for a person who could give one and has not. */
    Withholding: z.nullable(withholding),
    IsPrimaryAccount: z.boolean(),
    /** Whether the person's identity is verified electronically. */
    Kyc: z.boolean(),
    Language: z.enum(LANGUAGES),
    /**
     * Contacts that messages do not reach, or whose reader reported a mail as unwanted, unless their person has put the
     * question off within the last week.
     */
    UnreachedContacts: z.array(
      z.object({ Channel: z.enum(['email', 'mobile']), Why: z.enum(['failing', 'optedOut', 'complained']) }),
    ),
    /** False where no message reaches the person: they get no code. */
    IsReached: z.boolean(),
  }),
});

/**
 * Added: answers the question about a contact that messages do not reach. `works`: messages to it count from now on, so
 * it is tried again. `later`: the question comes again after a week. A contact is changed by UpdateAccessDetails.
 */
export const answerContactCheck = operation({
  name: 'answerContactCheck',
  method: 'POST',
  path: 'onlineAccount/AnswerContactCheck',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: {},
  summary: 'Answer whether a contact still works',
  body: z.object({
    Channel: z.enum(['email', 'mobile'], 'required'),
    Answer: z.enum(['works', 'later'], 'required'),
  }),
  response: z.object({ result: z.literal(true) }),
});

/**
 * Added: asks that the account be closed, with the current password, or withdraws that. The desk closes it once no
 * payment is pending. 10001 for a nominee and for an account that is closed.
 */
export const requestAccountClosure = operation({
  name: 'requestAccountClosure',
  method: 'POST',
  path: 'onlineAccount/RequestAccountClosure',
  auth: WEB_ACCOUNT,
  proof: carriedBy('currentpassword'),
  ids: {},
  summary: 'Ask that the account be closed',
  body: z.object({ IsAsked: z.boolean('required'), currentpassword: requiredText }),
  response: z.object({ result: z.literal(true) }),
  errors: ['card_problem', 'current_password_wrong', 'account_locked'],
  errorFields: { current_password_wrong: 'currentpassword' },
});
