import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { carriedBy } from '../proof.ts';
import { LANGUAGES } from '../rules/languages.ts';
import { orderBody } from './store.ts';

/** Added: the receipt of a paid order as a PDF to save, for the browser that placed it or has given its code. */
export const getOrderReceipt = operation({
  name: 'getOrderReceipt',
  method: 'POST',
  path: 'store/getOrderReceipt',
  auth: 'public',
  proof: carriedBy('the cookie of the order'),
  summary: 'Receipt of an order',
  body: z.extend(orderBody, { Language: z.enum(LANGUAGES) }),
  response: z.object({
    FileName: z.string(),
    /** The bytes of the file, base64. */
    Content: z.base64(),
  }),
  errors: ['not_found'],
});
