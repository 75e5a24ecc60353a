import { getRememberedUser } from '@wattle/contract/access/sign-in.ts';
import { BYTES_FIELD, FIELDS_HEADER } from '@wattle/contract/rules/bytes-call.ts';
import { ERRORS } from '@wattle/contract/errors.ts';
import type { AnyOperation, BodyInputOf, ErrorOf, ResponseOf } from '@wattle/contract/operation.ts';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import * as z from 'zod/mini';

/** A call as the page made it. */
export type Sent<Body = unknown> = {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: Body;
};
type Answer<O> =
  | ResponseOf<O>
  | ((sent: Sent<BodyInputOf<O>>) => ResponseOf<O> | Response | Promise<ResponseOf<O> | Response>);
type Given = { readonly operation: AnyOperation; answer(sent: Sent): unknown };

/** Calls whose failure a screen handles itself, so that it never leads to the error page. */
const GOES_ON_WITHOUT =
  /^\/api\/((config|address|devices)\/|live$|brand\/GetSystemNotifications$|onlineAccount\/PasskeyChallenge$|token\/end$)/i;

let given: Given[] = [];
let rest: (() => Response) | null = null;
let made: { readonly method: string; readonly sent: Sent }[] = [];
/** Calls without an answer, and answers that the contract does not know. */
let faults: string[] = [];

const addressOf = ({ path }: AnyOperation) => new RegExp(`^/api/${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`, 'i');
const isTo = (operation: AnyOperation, method: string, path: string) =>
  operation.method === method && addressOf(operation).test(path);

/**
 * Sets the response to a call from now on: a value of its contract, or a function of each call. The last one set wins.
 */
export function answer<O extends AnyOperation>(operation: O, value: Answer<O>): void {
  const make = typeof value === 'function' ? (value as (sent: Sent) => unknown) : () => value;
  given.unshift({ operation, answer: make });
}

/** Answers every call without a specific answer. */
export function answerRest(make: () => Response): void {
  rest = make;
}

/** The server refuses a call from now on, by an error of its contract. */
export function refuse<O extends AnyOperation>(operation: O, error: ErrorOf<O>, field?: string): void {
  const { code, status } = ERRORS[error as keyof typeof ERRORS];
  answer(operation, () => Response.json({ error: [code], ...(field !== undefined && { field }) }, { status }));
}

/** The server fails a call from now on; status 0: no answer comes. */
export function fail(operation: AnyOperation, status: 0 | 500 | 503): void {
  answer(operation, () => {
    if (status === 0) throw new TypeError('Failed to fetch');
    return Response.json({ error: [String(status)] }, { status });
  });
}

/** The calls of an operation so far, in their order. */
export function sent<O extends AnyOperation>(operation: O): Sent<BodyInputOf<O>>[] {
  const calls = made.filter(({ method, sent: { path } }) => isTo(operation, method, path));
  return calls.map((call) => call.sent as Sent<BodyInputOf<O>>);
}

function bodyOf(body: BodyInit | null | undefined, headers: Headers): unknown {
  if (body instanceof Uint8Array) {
    const fields = JSON.parse(decodeURIComponent(headers.get(FIELDS_HEADER) ?? '')) as object;
    return { ...fields, [BYTES_FIELD]: body };
  }
  const text = typeof body === 'string' ? body : '';
  if (text === '') return undefined;
  const isForm = headers.get('Content-Type') === 'application/x-www-form-urlencoded';
  return isForm ? Object.fromEntries(new URLSearchParams(text)) : (JSON.parse(text) as unknown);
}

async function respond(address: string, init: RequestInit): Promise<Response> {
  const { pathname: path, searchParams: query } = new URL(address, window.location.href);
  // Aborts like a real fetch, so that a page of an earlier test sends nothing in the next one.
  init.signal?.throwIfAborted();
  const [method, headers] = [init.method ?? 'GET', new Headers(init.headers)];
  const call = { path, query, headers, body: bodyOf(init.body, headers) };
  made.push({ method, sent: call });
  const found = given.find(({ operation }) => isTo(operation, method, path));
  if (!found) {
    if (rest && path !== '/api/live') return rest();
    if (GOES_ON_WITHOUT.test(path)) return new Promise(() => undefined);
    faults.push(`${method} ${path} has no answer`);
    return Response.json({ error: ['404'] }, { status: 404 });
  }
  const value = await found.answer(call);
  if (value instanceof Response) return value;
  // What a test makes up is what the server could send.
  const { success, error } = z.safeParse(found.operation.response, value);
  if (!success) faults.push(`${found.operation.name}: ${z.prettifyError(error)}`);
  return Response.json(value);
}

beforeEach(() => {
  [given, made, faults] = [[], [], []];
  rest = null;
  answer(getRememberedUser, { UserName: null });
  const real = window.fetch.bind(window);
  vi.stubGlobal('fetch', (address: RequestInfo | URL, init: RequestInit = {}) =>
    typeof address === 'string' && address.startsWith('/api/') ? respond(address, init) : real(address, init),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  expect(faults.join('\n'), 'faults of the given server').toBe('');
});
