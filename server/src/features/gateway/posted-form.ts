import type { FastifyRequest } from 'fastify';

/** Fields of a posted form. */
export function formOf(request: FastifyRequest): URLSearchParams {
  return new URLSearchParams(request.rawBody.toString('utf8'));
}
