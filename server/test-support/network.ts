import { randomUUID } from 'node:crypto';
import type { NetworkAnswer } from '@wattle/contract/network/message.ts';
import type { FastifyInstance } from 'fastify';
import { signatureOf } from '../src/outside/processors/wattle/signature.ts';
import type { TestContext } from './processes/database.ts';
import type { TestCard } from './factories.ts';

export type NetworkPath =
  | 'authorisations'
  | 'balances'
  | 'advices'
  | 'clearings'
  | 'reversals'
  | 'refunds'
  | 'notices'
  | 'holds'
  | 'expiries'
  | 'corrections'
  | 'refund-authorisations'
  | 'refund-reversals';

/** Unused reference. */
export function freshReference(): string {
  return `TEST-${randomUUID().slice(0, 18)}`;
}

/** Contactless purchase of 12.34 at a café, with optional changes. */
export function purchaseOf(card: TestCard, given: object = {}) {
  return {
    reference: freshReference(),
    cardNumber: card.pan,
    amount: 1234,
    currency: 'AUD' as const,
    channel: 'contactless' as const,
    merchant: { name: 'Corner Cafe', country: 'AU', mcc: '5814' },
    ...given,
  };
}

/** Posts a message like the network, signed at the security clock's time. */
export function postNetwork(
  { app, ctx }: { readonly app: FastifyInstance; readonly ctx: TestContext },
  path: NetworkPath,
  message: object,
  headers: Readonly<Record<string, string>> = {},
) {
  const payload = JSON.stringify(message);
  const timestamp = String(Math.floor(ctx.clocks.security.now() / 1000));
  const signed = { timestamp, method: 'POST', path: `/network/${path}`, body: payload };
  return app.inject({
    method: 'POST',
    url: `/network/${path}`,
    headers: {
      'content-type': 'application/json',
      'wattle-timestamp': timestamp,
      'wattle-signature': signatureOf(ctx.secrets.networkKey, signed),
      ...headers,
    },
    payload,
  });
}

/** The network's answer to an accepted message. */
export async function sendNetwork(
  where: { readonly app: FastifyInstance; readonly ctx: TestContext },
  path: NetworkPath,
  message: object,
): Promise<NetworkAnswer> {
  const response = await postNetwork(where, path, message);
  if (response.statusCode !== 200) throw new Error(`the network call answered ${response.statusCode} ${response.body}`);
  return response.json<NetworkAnswer>();
}
