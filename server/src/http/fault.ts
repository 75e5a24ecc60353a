import { ERRORS, type ErrorBody, type ErrorName } from '@wattle/contract/errors.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OutsideUnavailable } from '../outside/outside-unavailable.ts';
import { Busy } from '../platform/busy.ts';
import { isDatabaseAway } from '../platform/database/database-fault.ts';
import { Unreadable } from './read-body.ts';

/** Retry-After, in seconds, when the database is unavailable. */
export const RETRY_AFTER_S = 2;

/** Sends an error response. The only place that maps an error name to a code and a status. */
export function refuse(
  reply: FastifyReply,
  error: ErrorName,
  field?: string,
  retryAfterS = RETRY_AFTER_S,
): FastifyReply {
  const { status } = ERRORS[error];
  const body = errorBodyOf(reply.request, error, field);
  if (status === 401) reply.header('WWW-Authenticate', 'Bearer');
  if (status === 429 || status === 503) reply.header('Retry-After', String(retryAfterS));
  return reply.status(status).type('application/json; charset=utf-8').send(JSON.stringify(body));
}

/** Response body of a refusal. */
export function errorBodyOf(request: Pick<FastifyRequest, 'id'>, error: ErrorName, field?: string): ErrorBody {
  return { error: [ERRORS[error].code], ...(field !== undefined && { field }), requestId: request.id };
}

/** Maps a thrown error to an error name. `unexpected` is a bug and is logged as one. */
export function nameOf(error: unknown): ErrorName {
  if (error instanceof Unreadable) return 'required_field';
  if (error instanceof Busy) return 'too_many_requests';
  if (error instanceof OutsideUnavailable || isDatabaseAway(error)) return 'unavailable';
  const { code, statusCode } = (error ?? {}) as { code?: unknown; statusCode?: unknown };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return 'body_too_large';
  if (code === 'FST_ERR_MAX_PARAM_LENGTH') return 'not_found';
  // Errors of Fastify and its plugins, such as an unknown Content-Encoding from @fastify/compress.
  if (typeof code === 'string' && code.startsWith('FST_') && typeof statusCode === 'number') {
    if (statusCode === 404) return 'not_found';
    if (statusCode >= 400 && statusCode < 500) return 'required_field';
  }
  return 'unexpected';
}

/**
 * The loggable part of a bug. Messages of the database driver or a parser may quote values, so only codes,
 * names and stack locations are kept.
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

/**
 * Reads and drops the rest of a body that is refused early, up to the time limit of a request. Disconnecting would
 * reset the connection and lose the response.
 */
export function letBodyPass(request: FastifyRequest, reply: FastifyReply): void {
  reply.removeHeader('connection');
  request.raw.resume();
}
