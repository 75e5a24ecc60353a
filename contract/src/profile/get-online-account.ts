import { LANGUAGES } from '../rules/languages.ts';
import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../operation.ts';
import { instant } from '../wire.ts';
import { withholding } from './withholding.ts';

/** The signed-in user of a web account: what the greeting needs. */
export const getOnlineAccount = operation({
  name: 'getOnlineAccount',
  method: 'GET',
  path: 'onlineAccount/',
  auth: WEB_ACCOUNT,
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
    /** Nine stars, `EXEMPT` and its code, or null where neither is known. A nominee is never asked for one. */
    TaxFileNumber: z.nullable(z.string()),
    /** For who could give one and has not. */
    Withholding: z.nullable(withholding),
    IsPrimaryAccount: z.boolean(),
    /** Whether who they are is verified electronically. */
    Kyc: z.boolean(),
    Language: z.enum(LANGUAGES),
  }),
});
