import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { StripeSettings } from '../../../src/config/gateway-settings.ts';
import type { Clock } from '../../../src/platform/time/clock.ts';
import { STRIPE_VERSION } from '../../../src/outside/gateway/stripe/api.ts';
import { type StripeCall, StripeError } from './call.ts';
import { nestedOf } from './forms.ts';
import { openStripeBooks, type StripeBooks } from './books.ts';

const DAY_MS = 86_400_000;

type Reply = { readonly status: number; readonly body?: string; readonly headers?: Readonly<Record<string, string>> };

export type StripeServer = {
  readonly settings: StripeSettings;
  readonly calls: readonly StripeCall[];
  readonly books: StripeBooks;
  /** Sets the next answer, once; `lost` carries the call out and says nothing. */
  answerNext(reply: Reply | 'hang up' | 'lost' | 'silence', only?: (call: StripeCall) => boolean): void;
  close(): Promise<void>;
};

export const STRIPE_KEY = 'rk_test_4f1cd7feda9826e7';
export const STRIPE_SECRETS = { now: 'whsec_now_0123456789', old: 'whsec_old_0123456789' } as const;

/**
 * Stripe over HTTP as far as the gateway uses it, with its traps: a key is kept for a day, with other fields it is
 * refused, a session that is not open does not expire, and a declined card ends nothing.
 */
export async function givenStripe(clock: Clock): Promise<StripeServer> {
  const calls: StripeCall[] = [];
  const kept = new Map<string, { at: number; said: string; status: number; body: string }>();
  let next: { reply: Reply | 'hang up' | 'lost' | 'silence'; only: (call: StripeCall) => boolean } | undefined;

  const answerTo = (call: StripeCall, text: string): Reply => {
    const before = call.key === undefined ? undefined : kept.get(call.key);
    const said = `${call.path} ${text}`;
    if (before && clock.now() - before.at < DAY_MS) {
      if (before.said !== said) return toReply(new StripeError(400, 'idempotency_error'));
      return { status: before.status, body: before.body, headers: { 'idempotent-replayed': 'true' } };
    }
    const reply = carriedOut(() => books.carryOut(call));
    if (call.key !== undefined) {
      kept.set(call.key, { at: clock.now(), said, status: reply.status, body: reply.body ?? '' });
    }
    return reply;
  };
  const server = createServer((request, response) => void serve(request, response));
  async function serve(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const url = new URL(request.url ?? '', origin());
    const key = request.headers['idempotency-key'];
    const call: StripeCall = {
      method: request.method ?? '',
      path: url.pathname.replace(/^\/v1\//, ''),
      query: nestedOf(url.search),
      fields: nestedOf(text),
      key: typeof key === 'string' ? key : undefined,
    };
    calls.push(call);
    const set = next?.only(call) ? next.reply : undefined;
    if (set !== undefined) next = undefined;
    if (set === 'silence') return;
    if (set === 'hang up') return void request.socket.destroy();
    const isOurs = request.headers.authorization === `Bearer ${STRIPE_KEY}`;
    const isVersion = request.headers['stripe-version'] === STRIPE_VERSION;
    const reply =
      typeof set === 'object'
        ? set
        : isOurs && isVersion
          ? answerTo(call, text)
          : toReply(new StripeError(isOurs ? 400 : 401, 'invalid_request_error'));
    if (set === 'lost') return void request.socket.destroy();
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers }).end(reply.body);
  }
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const books = openStripeBooks(clock, origin());
  return {
    settings: {
      provider: 'stripe',
      url: origin(),
      key: STRIPE_KEY,
      noticeSecrets: [STRIPE_SECRETS.now, STRIPE_SECRETS.old],
      pageOrigin: origin(),
    },
    calls,
    books,
    answerNext: (reply, only = () => true) => {
      next = { reply, only };
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

const toReply = ({ status, body }: StripeError): Reply => ({ status, body: JSON.stringify(body) });

function carriedOut(work: () => object): Reply {
  try {
    return { status: 200, body: JSON.stringify(work()) };
  } catch (error) {
    if (error instanceof StripeError) return toReply(error);
    throw error;
  }
}
