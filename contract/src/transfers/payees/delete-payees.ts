import * as z from 'zod/mini';
import { operation, SIGNED_IN } from '../../operation.ts';
import { done } from '../../wire.ts';
import { payeeId } from './payee.ts';

/** Deletes one of the caller's saved payees; another's is as good as none: 404. What was paid stays. */
export const deletePayees = operation({
  name: 'deletePayees',
  method: 'POST',
  path: 'transfer/deletePayees',
  auth: SIGNED_IN,
  proof: 'session',
  ids: { PayeeId: 'payee' },
  summary: 'Delete a saved payee',
  body: z.object({ PayeeId: payeeId }),
  response: done,
  errors: ['not_found'],
});
