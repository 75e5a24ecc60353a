import * as z from 'zod/mini';
import type { ErrorName } from '../errors.ts';
import { type Ids, type Operation, operation, type Scope, SIGNED_IN } from '../operation.ts';
import { carriedBy } from '../proof.ts';
import { LANGUAGES } from '../rules/languages.ts';

type Schema = z.ZodMiniType;

/** The fields of a document's form. Apart from the token they must equal those of the ticket. */
const documentForm = z.catchall(z.object({ token: z.string().check(z.maxLength(100, 'required')) }), z.string());

/**
 * A document that a person can save: a receipt, a statement, an export. The call that gives a ticket checks the caller
 * and the parameters; the post of a form then fetches the file with the ticket.
 */
export type DocumentOperation<Parameters extends Schema = Schema, Errors extends ErrorName = ErrorName> = Operation<
  z.ZodMiniUndefined,
  z.ZodMiniUndefined,
  typeof documentForm,
  z.ZodMiniString,
  Errors | 'ticket_gone'
> & {
  /** The scopes that may ask for a ticket. */
  readonly who: readonly Scope[];
  readonly parameters: Parameters;
};

type Input<P extends Schema, E extends ErrorName> = {
  /** Unique, camel case. A ticket names it as its kind. */
  readonly name: string;
  /** Description of a path that the specification names. */
  readonly method?: 'POST';
  /** Where the form is posted, where the specification names an address; else `download/{name}`. */
  readonly path?: string;
  readonly who: readonly Scope[];
  /** Kind of thing that each id of the parameters names. */
  readonly ids: Ids<keyof z.input<P> & string>;
  readonly parameters: P;
  /** Refusals of the request for it, and of fetching it if something has changed in between. */
  readonly errors?: readonly E[];
  readonly summary: string;
  /** In words: the part that it shows only within five minutes of a proof. */
  readonly shows?: string;
};

/** Declares a document. Its form is posted with the fields of `parameters` or without them. */
export function documentOperation<P extends Schema, E extends ErrorName = never>(
  input: Input<P, E>,
): DocumentOperation<P, E> {
  const { name, path = `download/${name}`, who, ids, parameters, errors = [], summary, shows } = input;
  return {
    ...operation({
      name,
      method: 'POST',
      path,
      encoding: 'form',
      // The ticket identifies the session that asked for it.
      auth: 'public',
      proof: { ...carriedBy('token'), ...(shows !== undefined && { shows }) },
      summary,
      body: documentForm,
      response: z.string(),
      errors: [...errors, 'ticket_gone'],
    }),
    ids,
    who,
    parameters,
  };
}

/** Parameters of a request for a document, as they are sent. */
export type DocumentParameters<D> = D extends { readonly parameters: infer P extends Schema } ? z.input<P> : never;

/**
 * A ticket for one document. It can be used once, within 60 seconds, in the browser that asked (a cookie goes with it)
 * and until its session ends. Browsers fetch documents by the post of a form, which cannot carry a bearer; the form
 * carries the ticket as `token`. The documents know no such call.  `kind` is the name of a document, `parameters` are
 * its own: 20010 names the field at fault.
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
    /** Name of the cookie that appears when the file begins: the page cannot observe a download in another way. */
    BeginCookie: z.string(),
  }),
  errors: ['required_field', 'scope_refused', 'invalid_card_details', 'card_problem', 'not_found'],
});
