import { Agent, request } from 'node:http';
import type { OutgoingHttpHeaders } from 'node:http';

export type Answer = { readonly status: number; readonly body: string };

export type Call = {
  readonly method: 'GET' | 'POST';
  /** With a leading slash. */
  readonly path: string;
  readonly headers: OutgoingHttpHeaders;
  readonly body?: string;
};

export type HttpClient = {
  send(call: Call): Promise<Answer>;
  close(): void;
};

/** Keeps its connections open, as a browser does. */
export function openHttpClient(baseUrl: string, connections: number): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return {
    send: ({ method, path, headers, body }) =>
      new Promise((resolve, reject) => {
        const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
        const sent = request(
          new URL(path, baseUrl),
          { agent, method, headers: { ...headers, ...length } },
          (answer) => {
            const parts: Buffer[] = [];
            answer.on('data', (part: Buffer) => parts.push(part));
            answer.on('error', reject);
            answer.on('end', () =>
              resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(parts).toString('utf8') }),
            );
          },
        );
        sent.on('error', reject);
        sent.end(body);
      }),
    close: () => agent.destroy(),
  };
}

export type Load = {
  /** Finished in a second, all callers together. */
  readonly perSecond: number;
  readonly latenciesMs: readonly number[];
};

/** Each of `clients` callers begins its next turn as soon as the last has ended. */
export async function closedLoop(
  clients: number,
  seconds: number,
  turn: (client: number) => Promise<void>,
): Promise<Load> {
  const latenciesMs: number[] = [];
  const begin = performance.now();
  const end = begin + seconds * 1000;
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let start = performance.now(); start < end; start = performance.now()) {
        await turn(client);
        latenciesMs.push(performance.now() - start);
      }
    }),
  );
  return { perSecond: (latenciesMs.length * 1000) / (performance.now() - begin), latenciesMs };
}

/**
 * Turns begin at their time, however long the ones before take; each is timed from when it was due,
 * so that a stall counts for all whom it kept waiting.
 */
export async function steadyRate(
  perSecond: number,
  seconds: number,
  turn: (number: number) => Promise<void>,
): Promise<Load> {
  const latenciesMs: number[] = [];
  const begin = performance.now();
  const turns: Promise<void>[] = [];
  for (let number = 0; number < perSecond * seconds; number += 1) {
    const due = begin + (number * 1000) / perSecond;
    const wait = due - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    turns.push(turn(number).then(() => void latenciesMs.push(performance.now() - due)));
  }
  await Promise.all(turns);
  return { perSecond: (latenciesMs.length * 1000) / (performance.now() - begin), latenciesMs };
}
