import type { FastifyRequest } from 'fastify';

/** The fields of a posted form. */
export function formOf(request: FastifyRequest): URLSearchParams {
  return new URLSearchParams(request.rawBody.toString('utf8'));
}
