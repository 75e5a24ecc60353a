import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export type HttpCall = {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
};

export type HttpServer = { readonly url: string; readonly calls: readonly HttpCall[]; close(): Promise<void> };

/** HTTP server on the loopback that records requests. `answer` returns the response. */
export async function givenHttpServer(
  answer: (
    call: HttpCall,
  ) => { status: number; headers?: Record<string, string>; body?: string } | 'hang up' | 'silence',
): Promise<HttpServer> {
  const calls: HttpCall[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const call = {
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks),
    };
    calls.push(call);
    const reply = answer(call);
    if (reply === 'hang up') request.socket.destroy();
    else if (reply !== 'silence') response.writeHead(reply.status, reply.headers).end(reply.body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
