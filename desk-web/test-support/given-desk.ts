import { FIELDS_HEADER } from '@wattle/contract/rules/bytes-call.ts';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { AnyRow, CommandName, InputOf, RowOf } from '../src/calls/commands.ts';
import type { CommandDefinition } from '../src/calls/definitions.ts';
import type { DeskSession } from '../src/session/session.ts';
import { plainWords } from '../src/ui/field-words.ts';

/** A command as the page gave it. */
export type Given<Input = Readonly<Record<string, string | boolean>>> = {
  readonly input: Input;
  readonly reason: string | undefined;
  readonly key: string;
  readonly isUnattended: boolean;
  /** The file that went with it. */
  readonly file: File | undefined;
};

type Reply = Response | Promise<Response>;
type Handler = (body: unknown, headers: Headers) => Reply;

export const SESSION: DeskSession = {
  name: 'kate',
  fullName: 'Kate Lowe',
  role: 'manager',
  tenant: 1,
  programme: 'Harbour Mutual',
  idleMs: 900_000,
  endsAt: '2026-11-26T18:12:00.000Z',
};

let calls: Map<string, Handler>;
let commands: Map<string, (given: Given) => Reply>;
let definitions: CommandDefinition[];
let made: { readonly path: string; readonly body: unknown; readonly given?: Given }[];
let session: DeskSession | null;
let faults: string[];

export const refusal = (error: string, status: number, more: object = {}): Response =>
  Response.json({ error, requestId: 'request-1', ...more }, { status });

const NOT_SIGNED_IN = () => refusal('not_signed_in', 401);

/** Sets who is signed in; null: no one. */
export function givenSession(next: DeskSession | null): void {
  session = next;
}

/** Answers a call that does not run a command: `sign-in`, `enrolment`. */
export function answerCall(path: string, handler: Handler): void {
  calls.set(path, handler);
}

/** Rows of a command from now on, or a function from its inputs to its rows. */
export function answerRows<Name extends CommandName>(
  name: Name,
  rows: readonly RowOf<Name>[] | ((given: Given<InputOf<Name>>) => readonly RowOf<Name>[]),
  { hasMore = false }: { readonly hasMore?: boolean } = {},
): void {
  commands.set(name, (given) => {
    const found = typeof rows === 'function' ? rows(given) : rows;
    return Response.json({ rows: found, hasMore });
  });
}

/** Sets any answer to a command: a refusal, a request that waits, or none at all. */
export function answerCommand(name: string, handler: (given: Given) => Reply): void {
  commands.set(name, handler);
}

export const done = (...rows: AnyRow[]): Response => Response.json({ rows, hasMore: false });

export const waits = (id: string, expiresAt: string): Response =>
  Response.json({ rows: [], hasMore: false, request: { id, expiresAt } });

export function noAnswer(): never {
  throw new TypeError('Failed to fetch');
}

/** Definitions of the commands, as the server sends them. */
export function givenDefinitions(...next: readonly CommandDefinition[]): void {
  definitions.push(...next);
}

/** A definition with defaults for fields that do not matter to a test. */
export function definition(name: string, more: Partial<CommandDefinition> = {}): CommandDefinition {
  return {
    name,
    title: plainWords(name),
    summary: name,
    permission: 'act',
    needsApproval: false,
    mayGive: true,
    inputs: [],
    ...more,
  };
}

/** All calls of a command so far, in order. */
export const given = (name: string): readonly Given[] =>
  made.flatMap((call) => (call.path === `commands/${name}` && call.given ? [call.given] : []));

/** Bodies of a call so far. */
export const sentTo = (path: string): readonly unknown[] =>
  made.filter((call) => call.path === path).map(({ body }) => body);

async function respond(path: string, init: RequestInit): Promise<Response> {
  init.signal?.throwIfAborted();
  const headers = new Headers(init.headers);
  const file = init.body instanceof File ? init.body : undefined;
  const text = typeof init.body === 'string' ? init.body : decodeURIComponent(headers.get(FIELDS_HEADER) ?? '');
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  if (!headers.has('Wattle-Desk')) faults.push(`${path} lacks the header of a page`);
  const own = calls.get(path);
  const name = /^commands\/(.+)$/.exec(path)?.[1];
  if (name === undefined) {
    made.push({ path, body });
    if (own) return own(body, headers);
    if (path === 'session') return Response.json(session ?? {});
    if (path === 'sign-out') return Response.json({});
    if (path === 'commands') return session ? Response.json({ commands: definitions }) : NOT_SIGNED_IN();
    faults.push(`${path} has no answer`);
    return refusal('not_found', 404);
  }
  const { input, reason } = body as { readonly input: Given['input']; readonly reason?: string };
  const isUnattended = headers.get('Wattle-Desk') === 'unattended';
  const call: Given = { input, reason, key: headers.get('Idempotency-Key') ?? '', isUnattended, file };
  made.push({ path, body, given: call });
  if (!session) return NOT_SIGNED_IN();
  const answer = commands.get(name);
  if (answer) return answer(call);
  faults.push(`command ${name} has no answer`);
  return refusal('not_found', 404);
}

beforeEach(() => {
  [calls, commands, definitions, made, faults] = [new Map(), new Map(), [], [], []];
  session = SESSION;
  answerRows('programme', []);
  answerRows('requests', []);
  // Counted next to their places.
  for (const name of [
    'payments-to-check',
    'cases',
    'bank-trouble',
    'suspense',
    'ending-cases',
    'complaints',
    'processor-trouble',
  ] as const) {
    answerRows(name, []);
  }
  const real = window.fetch.bind(window);
  vi.stubGlobal('fetch', (address: RequestInfo | URL, init: RequestInit = {}) =>
    typeof address === 'string' && address.startsWith('/desk/')
      ? respond(address.slice('/desk/'.length), init)
      : real(address, init),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  expect(faults.join('\n'), 'faults of the given desk').toBe('');
});
