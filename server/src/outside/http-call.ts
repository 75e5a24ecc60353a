import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { noteOnSpan } from '../platform/tracing/spans.ts';
import { AddressNotPermitted, type CalledAddresses } from './called-addresses.ts';

export type HttpCall = {
  readonly method: 'DELETE' | 'GET' | 'PATCH' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
  readonly addresses: CalledAddresses;
  readonly signal: AbortSignal;
  /** Bytes of the body that are read; 0: the answer is its status and headers, whatever follows them. */
  readonly mostBytes: number;
};

export type HttpAnswer = {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** Undefined: longer than is read. */
  readonly body: Buffer | undefined;
};

/** Answers before the answer (100 to 199) that are read: a server could send them without end. */
const EARLY_MOST = 8;

/**
 * One HTTP call, to an address that may be called. A redirect is an answer like any other and is not followed, so that
 * data is sent only to the URL that is given. Rejects with the reason of `signal`, `AddressNotPermitted` or the fault
 * of the network.
 */
export async function callHttp(call: HttpCall): Promise<HttpAnswer> {
  const { url, method, headers, addresses, body, signal } = call;
  const { protocol, hostname } = new URL(url);
  if (!addresses.permitsHost(hostname)) throw new AddressNotPermitted();
  noteOnSpan({ 'server.address': hostname.replace(/^\[(.*)\]$/, '$1') });
  try {
    const response = await new Promise<IncomingMessage>((answered, failed) => {
      const options = {
        method,
        headers: { 'Accept-Encoding': 'identity', 'User-Agent': 'Wattle', ...headers },
        signal,
      };
      const request =
        protocol === 'https:'
          ? requestHttps(url, { ...options, agent: addresses.agents.https })
          : requestHttp(url, { ...options, agent: addresses.agents.http });
      // A protocol that was not asked for (101) ends the connection without a response or an error.
      const closed = () => failed(new Error('the connection was closed without an answer'));
      request.on('response', answered).on('error', failed).on('close', closed).end(body);
      let early = 0;
      request.on('information', () => {
        early += 1;
        if (early > EARLY_MOST) request.destroy();
      });
    });
    const { statusCode = 0 } = response;
    noteOnSpan({ 'http.response.status_code': statusCode });
    return { status: statusCode, headers: response.headers, body: await readBody(response, call.mostBytes) };
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}

/** Ends the connection of a response that is too long. */
async function readBody(response: IncomingMessage, mostBytes: number): Promise<Buffer | undefined> {
  if (mostBytes === 0) {
    response.destroy();
    return undefined;
  }
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > mostBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
