import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../operation.ts';
import { carriedBy } from '../proof.ts';
import { accessCode } from '../wire.ts';

/**
 * Added: the code that was sent to a new email address or mobile number. It takes the place of the old one, which is
 * told and can undo it for 48 hours; other sessions end. 20052 for a code that is wrong, too old or tried too often,
 * 20031 for one that opens another login by now, 403 in the day after a reset where a contact would be replaced, 429
 * for a day once five codes of this person were wrong within 24 hours.
 */
export const confirmContact = operation({
  name: 'confirmContact',
  method: 'POST',
  path: 'onlineAccount/ConfirmContact',
  auth: WEB_ACCOUNT,
  proof: carriedBy('code'),
  ids: {},
  summary: 'Confirm a new email address or mobile number',
  body: z.object({ Channel: z.enum(['email', 'mobile'], 'required'), code: accessCode }),
  response: z.object({ result: z.literal(true) }),
  errors: ['scope_refused', 'access_code_wrong', 'email_taken'],
  errorFields: { access_code_wrong: 'code' },
});
