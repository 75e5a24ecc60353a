import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { done } from '../wire.ts';

/** The sandbox's identity service is told that the person has done their part. In the sandbox only. */
export const finishVerification = operation({
  name: 'finishVerification',
  method: 'POST',
  path: 'sandbox/finishVerification',
  auth: 'public',
  proof: 'none',
  summary: "End of the person's part of a verification in the sandbox",
  body: z.object({ UserToken: z.string().check(z.regex(/^[\da-f]{40}$/, 'required')) }),
  response: done,
  errors: ['not_found'],
});
