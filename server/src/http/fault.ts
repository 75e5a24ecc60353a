import { ERRORS, type ErrorBody, type ErrorName } from '@wattle/contract/errors.ts';
import type { FastifyReply } from 'fastify';
import { isDatabaseAway } from '../platform/database-fault.ts';
import { Unreadable } from './read-body.ts';

/** Seconds after which a client may try again when the database is away. */
export const RETRY_AFTER_S = 2;

/** Answers a refusal or a fault: the one place where a name becomes a wire code and a status. */
export function refuse(
  reply: FastifyReply,
  error: ErrorName,
  field?: string,
  retryAfterS = RETRY_AFTER_S,
): FastifyReply {
  const { code, status } = ERRORS[error];
  const body: ErrorBody = { error: [code], ...(field !== undefined && { field }), requestId: reply.request.id };
  if (status === 401) reply.header('WWW-Authenticate', 'Bearer');
  if (status === 429 || status === 503) reply.header('Retry-After', String(retryAfterS));
  return reply.status(status).type('application/json; charset=utf-8').send(JSON.stringify(body));
}

/** The name under which a thrown error is answered. `unexpected` is a bug and is logged as one. */
export function nameOf(error: unknown): ErrorName {
  if (error instanceof Unreadable) return 'required_field';
  if (isDatabaseAway(error)) return 'unavailable';
  const { code, statusCode } = (error ?? {}) as { code?: unknown; statusCode?: unknown };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return 'body_too_large';
  if (typeof code === 'string' && code.startsWith('FST_ERR_') && typeof statusCode === 'number') {
    if (statusCode === 404) return 'not_found';
    if (statusCode >= 400 && statusCode < 500) return 'required_field';
  }
  return 'unexpected';
}

/**
 * What the log may know of a bug. A message of the database driver or of a parser can quote the
 * values that it failed on, so only codes, names and places in the code are kept of those.
 */
export function describeBug(error: unknown): object {
  if (!(error instanceof Error)) return { kind: typeof error };
  const { code, table, constraint } = error as Error & { code?: string; table?: string; constraint?: string };
  const quotesValues = 'severity' in error || error instanceof SyntaxError || error.name.startsWith('$Zod');
  return {
    kind: error.name,
    ...(code !== undefined && { code }),
    ...(table !== undefined && { table }),
    ...(constraint !== undefined && { constraint }),
    ...(!quotesValues && { message: error.message }),
    at: (error.stack ?? '')
      .split('\n')
      .filter((line) => line.startsWith('    at '))
      .slice(0, 12)
      .map((line) => line.trim()),
  };
}
