import * as z from 'zod/mini';
import { documentOperation } from '../downloads/document.ts';
import { operation, WEB_ACCOUNT } from '../operation.ts';
import { SENT_FILE_TYPES, sentFile } from '../sent-file.ts';
import { accountNumber, done, instant } from '../wire.ts';
import { postedRow } from './transaction.ts';

/** Most receipts that one person keeps, and their bytes in all. */
export const RECEIPTS_MAXIMUM = 500;
export const RECEIPT_BYTES_MAXIMUM = 200 * 1024 * 1024;

/** A photo or PDF that a cardholder keeps with a posted row. */
export const keptReceipt = z.object({
  Sequence: z.number(),
  Name: z.string(),
  Type: z.enum(SENT_FILE_TYPES),
  /** Bytes. */
  Size: z.number(),
  AddedAt: instant,
});
export type KeptReceipt = z.output<typeof keptReceipt>;

/** The caller's own receipts on the rows of an account. */
export const getKeptReceipts = operation({
  name: 'getKeptReceipts',
  method: 'POST',
  reads: true,
  path: 'transaction/getReceipts',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { accountNumber: 'account' },
  summary: 'Own receipts kept with transactions',
  body: z.object({ accountNumber }),
  response: z.object({ Receipts: z.array(keptReceipt) }),
  errors: ['invalid_card_details'],
});

/** Keep a receipt with a posted row, in place of the one that it has. */
export const keepReceipt = operation({
  name: 'keepReceipt',
  method: 'POST',
  path: 'transaction/keepReceipt',
  encoding: 'bytes',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { accountNumber: 'account', Sequence: 'transaction' },
  summary: 'Keep a receipt with a transaction',
  body: z.object({ ...postedRow, ...sentFile }),
  response: keptReceipt,
  errors: ['invalid_card_details', 'not_found', 'file_refused', 'receipts_full'],
  errorFields: { not_found: 'Sequence' },
});

/** Remove the receipt of a posted row. */
export const removeReceipt = operation({
  name: 'removeReceipt',
  method: 'POST',
  path: 'transaction/removeReceipt',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { accountNumber: 'account', Sequence: 'transaction' },
  summary: 'Remove the receipt of a transaction',
  body: z.object(postedRow),
  response: done,
  errors: ['invalid_card_details'],
});

/** The receipt itself, as it was kept. */
export const keptReceiptFile = documentOperation({
  name: 'keptReceiptFile',
  who: WEB_ACCOUNT,
  ids: { accountNumber: 'account', Sequence: 'transaction' },
  summary: 'A receipt kept with a transaction',
  parameters: z.object(postedRow),
  errors: ['invalid_card_details', 'not_found'],
});
