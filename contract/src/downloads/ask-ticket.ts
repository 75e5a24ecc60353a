import { LANGUAGES } from '../rules/languages.ts';
import * as z from 'zod/mini';
import { operation, SIGNED_IN } from '../operation.ts';

/**
 * A ticket for one document. It is good once, for 60 seconds, in the browser that asked (a cookie goes with
 * it) and for as long as its session lives. Browsers fetch documents by the post of a form, which cannot
 * carry a bearer; the form carries the ticket as `token`. The documents know no such call.
 *
 * `kind` is the name of a document, `parameters` are its own: 20010 names the field at fault.
 */
export const askTicket = operation({
  name: 'askTicket',
  method: 'POST',
  path: 'download/ticket',
  auth: SIGNED_IN,
  proof: 'session',
  ids: {},
  summary: 'Ask for a ticket to download a document',
  body: z.object({
    kind: z.string('required').check(z.maxLength(60, 'required')),
    parameters: z.record(z.string(), z.unknown()),
    /** Language of the document. */
    language: z.enum(LANGUAGES, 'required'),
  }),
  response: z.object({
    Token: z.string(),
    /** Name of the cookie that appears when the file begins: a page hears nothing else of a download. */
    BeginCookie: z.string(),
  }),
  errors: ['required_field', 'scope_refused', 'invalid_card_details', 'card_problem', 'not_found'],
});
