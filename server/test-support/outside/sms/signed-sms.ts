import { createHmac } from 'node:crypto';
import type { HttpCall } from '../http-server.ts';

/** Whether a call is signed as a gateway of texts that speaks our protocol wants it. */
export function isSignedSms(key: Uint8Array, { headers, body }: HttpCall): boolean {
  const signed = `${String(headers['wattle-timestamp'])}.${String(headers['idempotency-key'])}.${body.toString('utf8')}`;
  return headers['wattle-signature'] === createHmac('sha256', key).update(signed).digest('hex');
}
