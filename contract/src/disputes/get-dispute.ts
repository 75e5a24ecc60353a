import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../operation.ts';
import { disputedRow, disputeOfRow } from './dispute.ts';

/** A payment by card and its dispute. */
export const getDispute = operation({
  name: 'getDispute',
  method: 'POST',
  path: 'dispute/get',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { accountNumber: 'account', Sequence: 'transaction' },
  summary: 'A payment by card and its dispute',
  body: z.object(disputedRow),
  response: disputeOfRow,
  errors: ['invalid_card_details', 'not_found'],
});
