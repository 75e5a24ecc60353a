import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HostedPageSettings } from '../../src/config/gateway-settings.ts';
import type { OutsideOutcome } from '../../src/outside/outcome.ts';
import type { GatewayWord, NewGatewayPayment, PaymentAt } from '../../src/outside/gateway/port.ts';
import { openSandboxGateway, type SandboxGateway } from '../../src/outside/gateway/sandbox.ts';
import { memoryStore } from '../../src/outside/gateway/sandbox-store.ts';
import type { Clocks } from '../../src/platform/time/clock.ts';

export type GatewayServer = {
  readonly settings: HostedPageSettings;
  /** Gateway with the pages and cards. */
  readonly behind: SandboxGateway;
  /** Sets the next response, once. */
  answerNext(reply: { status: number; body?: string } | 'hang up'): void;
  close(): Promise<void>;
};

const API_KEY = 'test-api-key';
export const NOTICE_KEY = Buffer.alloc(32, 7);

type Body = {
  amount: number;
  expiresIn: number;
  charge: string;
} & Omit<NewGatewayPayment, 'amount' | 'openedAt' | 'closesAt'>;

const answerOf = (outcome: OutsideOutcome<GatewayWord>): object | undefined => {
  if (outcome.kind !== 'done') return undefined;
  const { kind, ...rest } = outcome.value;
  if (outcome.value.kind !== 'paid') return { state: kind, ...rest };
  return {
    state: kind,
    declines: outcome.value.declines,
    charges: outcome.value.charges.map(({ amount, fee, ...charge }) => ({
      ...charge,
      amount: Number(amount),
      fee: fee === undefined ? undefined : Number(fee),
    })),
  };
};

/** Its own name of a payment is not needed: it is asked by our reference. */
const at = (reference: string): PaymentAt => ({ reference, gatewayId: null, openedAt: 0, amount: 0n });

/** HTTP payment gateway for the adapter of a hosted page. */
export async function givenGatewayServer(clocks: Clocks): Promise<GatewayServer> {
  const behind = openSandboxGateway({ store: memoryStore(), ...clocks });
  let next: { status: number; body?: string } | 'hang up' | undefined;

  async function carryOut(request: IncomingMessage, body: Body, origin: string): Promise<object | undefined> {
    const url = new URL(request.url ?? '', origin);
    const [, kind, reference = '', act] = url.pathname.split('/').map(decodeURIComponent);
    if (kind === 'refunds' && request.method === 'GET') {
      const found = await behind.findRefund({ key: reference, chargeId: '', amount: 0n, firstSentAt: null });
      return found.kind === 'done' && found.value !== null ? { state: found.value } : undefined;
    }
    if (kind === 'refunds') {
      const key = String(request.headers['idempotency-key']);
      const done = await behind.refund({
        key,
        chargeId: body.charge,
        amount: BigInt(body.amount),
        firstSentAt: null,
      });
      return { state: done.kind === 'done' ? 'done' : done.kind === 'pending' ? 'pending' : 'failed' };
    }
    if (kind === 'cards') return (await behind.forget(reference)).kind === 'done' ? {} : undefined;
    if (request.method === 'GET' && reference === '') return listOf(url.searchParams);
    if (request.method === 'GET') return answerOf(await behind.state(at(reference)));
    if (act === 'close') return answerOf(await behind.close(at(reference)));
    const payment = { ...body, amount: BigInt(body.amount), openedAt: 0, closesAt: body.expiresIn * 1000 };
    const outcome = await behind.open(payment);
    if (outcome.kind !== 'done') return undefined;
    const { page, gatewayId } = outcome.value;
    return { pageUrl: `${origin}${page.url}`, page: page.kind, id: gatewayId };
  }

  /** Two per page. */
  async function listOf(query: URLSearchParams): Promise<object | undefined> {
    const all = await behind.list(Date.parse(query.get('since') ?? ''));
    if (all.kind !== 'done') return undefined;
    const begin = all.value.findIndex(({ reference }) => reference === query.get('after')) + 1;
    const page = all.value.slice(begin, begin + 2);
    const payments = page.map(({ reference, word }) => ({ reference, ...answerOf({ kind: 'done', value: word }) }));
    return { payments, next: begin + 2 < all.value.length ? page.at(-1)?.reference : null };
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const reply = next;
    next = undefined;
    if (reply === 'hang up') return request.socket.destroy();
    if (reply) return response.writeHead(reply.status).end(reply.body);
    if (request.headers.authorization !== `Bearer ${API_KEY}`) return response.writeHead(401).end();
    const text = Buffer.concat(chunks).toString('utf8');
    const answer = await carryOut(request, (text === '' ? {} : JSON.parse(text)) as Body, originOf());
    return answer
      ? response.writeHead(200).end(JSON.stringify(answer))
      : response.writeHead(404).end(JSON.stringify({ error: unknownAt(request.url) }));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const originOf = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    settings: {
      provider: 'hostedPage',
      url: originOf(),
      apiKey: API_KEY,
      noticeKey: NOTICE_KEY,
      pageOrigin: originOf(),
    },
    behind,
    answerNext: (reply) => {
      next = reply;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** The word of a gateway that has never heard of what a path names. */
function unknownAt(path = ''): string {
  if (path.startsWith('/refunds')) return 'refund_unknown';
  return path.startsWith('/cards') ? 'card_unknown' : 'payment_unknown';
}
