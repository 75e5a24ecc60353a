import * as z from 'zod/mini';
import { ACTIVATION_OR_LOGIN, operation } from '../operation.ts';
import { optionalPersonName, personName } from '../profile/person-name.ts';
import { accountNumber } from '../wire.ts';

/**
 * Names a case of verification among those that the session has registered. One of another person, session or brand
 * is answered like one that does not exist.
 */
export const caseId = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,17}$/, 'required')),
  z.transform((digits) => BigInt(digits)),
);

/**
 * Returns the values with which the browser shows the identity service's frame for a case, by default the session's
 * last one. 503 where the programme has no such service, 20179 for an unknown case.
 */
export const getVerificationConfiguration = operation({
  name: 'getVerificationConfiguration',
  method: 'GET',
  path: 'greenId/getConfiguration',
  auth: ACTIVATION_OR_LOGIN,
  proof: 'session',
  ids: { CaseId: 'verification' },
  summary: 'Configuration of the identity service',
  query: z.object({ CaseId: z.optional(caseId) }),
  response: z.object({
    GreenIdAccountId: z.string(),
    GreenIdUiMode: z.string(),
    GreenIdApiCode: z.string(),
    ScriptLinks: z.array(z.string()),
  }),
  errors: ['verification_unmet'],
});

/**
 * Begins the electronic verification of the person of this session, or goes on with the one that is open. Date of
 * birth and address are those that were entered before. A signed-in holder who is not verified may give the name as
 * their document has it; it becomes the holder's name with the verdict. During an activation the name is the one that
 * was entered, and names given here are ignored. 20179 where a fact is missing, 20254 after the third verification in
 * 30 days that has ended or where the service has locked the person out.
 */
export const registerVerification = operation({
  name: 'registerVerification',
  method: 'POST',
  path: 'greenId/registerVerification',
  auth: ACTIVATION_OR_LOGIN,
  proof: 'fresh',
  ids: { AccountNumber: 'account' },
  summary: 'Begin an electronic verification of identity',
  body: z.object({
    AccountNumber: accountNumber,
    FirstName: z.optional(optionalPersonName),
    MiddleName: z.optional(optionalPersonName),
    Surname: z.optional(personName),
  }),
  response: z.object({
    /** Secret with which the browser opens the person's part. */
    UserToken: z.string(),
    /** Names the case in the calls that follow. */
    CaseId: z.string(),
  }),
  errors: ['invalid_card_details', 'verification_unmet', 'kyc_locked', 'required_field'],
  errorFields: { invalid_card_details: 'AccountNumber' },
});

/**
 * State of an identity check: of one case, or of the latest case of this session's person. The server asks the service
 * and ignores what the browser says about it. Only the details that the case was registered with are verified. 20179 if
 * no check was begun, and for an unknown case.
 */
export const getVerificationResult = operation({
  name: 'getVerificationResult',
  method: 'POST',
  path: 'greenId/getVerificationResult',
  auth: ACTIVATION_OR_LOGIN,
  proof: 'session',
  ids: { CaseId: 'verification' },
  summary: 'Result of an electronic verification',
  body: z._default(z.object({ CaseId: z.optional(caseId) }), {}),
  response: z.object({
    IsVerified: z.boolean(),
    /** The service has not decided yet; asking later may verify the person. */
    IsPending: z.boolean(),
    /** The details on record differ from those that were checked, so they need a separate check. */
    DetailsChanged: z.boolean(),
  }),
  errors: ['verification_unmet', 'kyc_locked'],
});

/** Whether this session's person may begin or continue a verification. */
export const verificationUsageCheck = operation({
  name: 'verificationUsageCheck',
  method: 'POST',
  reads: true,
  path: 'greenId/usageCheck',
  auth: ACTIVATION_OR_LOGIN,
  proof: 'session',
  ids: {},
  summary: 'Whether a verification may be begun or gone on with',
  response: z.object({
    IsAllowed: z.boolean(),
    /** A verification that was begun before can be continued. */
    IsOpen: z.boolean(),
    /** Verifications that are left in the running 30 days. */
    Left: z.number(),
  }),
});
