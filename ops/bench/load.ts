import { connect } from 'node:net';
import type { Socket } from 'node:net';

export type Answer = { readonly status: number; readonly body: string };

export type Call = {
  readonly method: 'GET' | 'POST';
  /** With a leading slash. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

export type HttpClient = {
  send(call: Call): Promise<Answer>;
  close(): void;
};

const END_OF_HEAD = Buffer.from('\r\n\r\n');

/**
 * HTTP/1.1 over persistent sockets only: the load generator shares the processors with the server, so it must cost as
 * little as pgbench. Responses need a Content-Length.
 */
export function openHttpClient(baseUrl: string, connections: number): HttpClient {
  const { hostname, port, host } = new URL(baseUrl);
  const free: Connection[] = [];
  const waiting: ((connection: Connection) => void)[] = [];
  const all: Connection[] = [];

  async function take(): Promise<Connection> {
    const idle = free.pop();
    if (idle) return idle;
    if (all.length >= connections) return new Promise((resolve) => waiting.push(resolve));
    const made = new Connection(connect({ host: hostname, port: Number(port), noDelay: true }));
    all.push(made);
    return made;
  }

  return {
    async send(call) {
      const connection = await take();
      const answer = await connection.exchange(requestText(call, host));
      const next = waiting.shift();
      if (next) next(connection);
      else free.push(connection);
      return answer;
    },
    close: () => all.forEach((connection) => connection.close()),
  };
}

function requestText({ method, path, headers, body }: Call, host: string): string {
  const lines = [`${method} ${path} HTTP/1.1`, `host: ${host}`];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  if (body !== undefined) lines.push(`content-length: ${Buffer.byteLength(body)}`);
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`;
}

/** One request at a time. */
class Connection {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #settle: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (part: Buffer) => this.#receive(part));
    socket.on('error', (error) => this.#settle?.reject(error));
    socket.on('close', () => this.#settle?.reject(new Error('the server closed the connection')));
  }

  exchange(request: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #receive(part: Buffer): void {
    this.#received = this.#received.length === 0 ? part : Buffer.concat([this.#received, part]);
    const endOfHead = this.#received.indexOf(END_OF_HEAD);
    if (endOfHead < 0) return;
    const head = this.#received.toString('latin1', 0, endOfHead);
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    if (length === undefined) {
      this.#settle?.reject(new Error(`an answer without a Content-Length: ${head}`));
      return;
    }
    const begin = endOfHead + END_OF_HEAD.length;
    const end = begin + Number(length);
    if (this.#received.length < end) return;
    const answer = { status: Number(head.slice(9, 12)), body: this.#received.toString('utf8', begin, end) };
    this.#received = this.#received.subarray(end);
    const settled = this.#settle;
    this.#settle = undefined;
    settled?.resolve(answer);
  }
}

/** The JIT compiler of the server works long after the first call, which pgbench does not have. */
const FIRST_WARM_UP_SECONDS = 20;
/** Later samples have new callers, and statements to prepare on new connections. */
const WARM_UP_SECONDS = 2;

export type WarmUp = (clients: number, turn: (client: number) => Promise<void>) => Promise<void>;

/** Warm-up before each sample of a measurement, longest before the first. */
export function openWarmUp(): WarmUp {
  let seconds = FIRST_WARM_UP_SECONDS;
  return async (clients, turn) => {
    await closedLoop(clients, seconds, turn);
    seconds = WARM_UP_SECONDS;
  };
}

export async function expectOk(http: HttpClient, call: Call): Promise<string> {
  const { status, body } = await http.send(call);
  if (status !== 200) throw new Error(`${call.method} ${call.path} answered ${status} ${body}`);
  return body;
}

export type Load = {
  /** Completed per second by all callers together. */
  readonly perSecond: number;
  readonly latenciesMs: readonly number[];
};

/** Each of `clients` callers starts its next turn when the previous has ended. */
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

/** Maximum number of waiting requests; more are refused, as by a full server. */
const MOST_WAITING = 2_000;

/**
 * Turns start at their scheduled time, however long earlier ones take, and are measured from that time, so a stall
 * counts for all delayed turns.
 */
export async function openLoop(
  perSecond: number,
  seconds: number,
  turn: (number: number) => Promise<void>,
): Promise<Load & { readonly dropped: number }> {
  const latenciesMs: number[] = [];
  const failures: unknown[] = [];
  const waiting = new Set<Promise<void>>();
  let dropped = 0;
  const begin = performance.now();
  for (let number = 0; number < perSecond * seconds; number += 1) {
    const due = begin + (number * 1000) / perSecond;
    const wait = due - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    if (waiting.size >= MOST_WAITING) {
      dropped += 1;
      continue;
    }
    const timed: Promise<void> = turn(number)
      .then(() => void latenciesMs.push(performance.now() - due))
      .catch((error: unknown) => void failures.push(error))
      .finally(() => waiting.delete(timed));
    waiting.add(timed);
  }
  await Promise.all(waiting);
  if (failures.length > 0) throw failures[0];
  return { perSecond: (latenciesMs.length * 1000) / (performance.now() - begin), latenciesMs, dropped };
}
