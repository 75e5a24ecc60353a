import type { askTicket, DocumentOperation } from '@wattle/contract/downloads/document.ts';
import type { ErrorName, Result } from '@wattle/contract/errors.ts';
import type { AnyOperation, ErrorOf } from '@wattle/contract/operation.ts';
import type { Language } from '@wattle/contract/rules/languages.ts';
import type * as z from 'zod/mini';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../compose/context.ts';
import type { Tx } from '../platform/database/database.ts';
import type { AnsweredJar } from './cookies.ts';
import type { Route, Session } from './handle.ts';

type Parameters<D> = D extends { readonly parameters: infer P extends z.ZodMiniType } ? z.output<P> : never;

/** Caller of a document, and its parameters. */
export type DocumentCall<D> = {
  readonly parameters: Parameters<D>;
  readonly language: Language;
  readonly session: Session;
  readonly ctx: AppContext;
};

export type MadeDocument = {
  /** With its extension: `receipt-263240001175.pdf`. */
  readonly fileName: string;
  readonly contentType: string;
  /** True: shown by the browser instead of saved. */
  readonly isShown?: boolean;
  /** Its bytes, generated on demand. Closed when the browser disconnects. */
  readonly body: AsyncIterable<Uint8Array>;
};

/** Refusals of a document that the ticket call can return as well. */
type Refusals<D> = Exclude<Extract<ErrorOf<D>, ErrorOf<typeof askTicket>>, 'ticket_gone'>;

export type DocumentKind<D, Found> = {
  /**
   * Checks whether the caller may have it and reads its data. Called for the ticket, so that a refusal is shown on the
   * page, and again when the file is fetched. Read-only.
   */
  find(call: DocumentCall<D> & { readonly tx: Tx }): Promise<Result<Found, Refusals<D>>>;
  /**
   * Generates the file. No transaction is open: a long document reads its rows in parts, so a slow browser holds no
   * connection.
   */
  make(found: Found, call: DocumentCall<D>): MadeDocument | Promise<MadeDocument>;
};

/** Route that returns a file for a ticket. */
export type DocumentRoute = Route & {
  readonly kind: 'document';
  readonly document: {
    readonly operation: DocumentOperation;
    readonly find: (call: DocumentCall<DocumentOperation> & { readonly tx: Tx }) => Promise<Result<unknown, ErrorName>>;
    readonly make: (found: unknown, call: DocumentCall<DocumentOperation>) => MadeDocument | Promise<MadeDocument>;
  };
};

/** The fields of a document's form. */
export type DocumentForm = { readonly token: string } & Readonly<Record<string, string>>;

/** The post of a document's form. */
export type PostedDocument = {
  readonly route: DocumentRoute;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly cookies: AnsweredJar;
  readonly body: DocumentForm;
  /** Origin of our pages as the visitor's browser reports it. */
  readonly origin: string;
};

/** Kind of document: its operation in the contract, and how it is found and generated. */
export function documentKind<D extends { readonly name: string }, Found>(
  operation: D,
  kind: DocumentKind<D, Found>,
): DocumentRoute {
  return {
    operation: operation as unknown as AnyOperation,
    kind: 'document',
    readOnly: false,
    run: async () => {
      throw new Error(`${operation.name} is fetched with a ticket`);
    },
    options: {},
    document: { ...kind, operation: operation as unknown as DocumentOperation } as unknown as DocumentRoute['document'],
  };
}
