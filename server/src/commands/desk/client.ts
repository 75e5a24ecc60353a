import { BYTES_TYPE, FIELDS_HEADER } from '@wattle/contract/rules/bytes-call.ts';
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { NoAnswer, whyNoAnswer } from './no-answer.ts';

const ANSWER_WITHIN_MS = 30_000;

const row = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

const answer = z.object({
  rows: z.array(row),
  hasMore: z.boolean(),
  request: z.object({ id: z.string(), expiresAt: z.string() }).optional(),
  shownOnce: z.array(z.string()).optional(),
  done: z
    .object({
      words: z.string(),
      reference: z.string().optional(),
      next: z.string().optional(),
      object: z.string().optional(),
    })
    .optional(),
});
export type DeskResponse = z.output<typeof answer>;

const signedIn = z.object({
  token: z.string(),
  name: z.string(),
  role: z.string(),
  idleMs: z.number(),
  endsAt: z.string(),
});

const refusal = z.object({
  error: z.string(),
  field: z.string().optional(),
  requestId: z.string().optional(),
  factors: z.array(z.string()).readonly().optional(),
  words: z.string().optional(),
});

const begun = z.object({
  enrolment: z.string(),
  needsPassword: z.boolean(),
  totp: z.object({ secret: z.string(), uri: z.string() }),
});

export type Refused = z.output<typeof refusal>;
export type Answered<T> = ({ readonly ok: true; readonly value: T } | ({ readonly ok: false } & Refused)) & {
  /** Whether an instance of staging has answered. */
  readonly isStaging?: true;
};

/** Signs in. */
export function postSignIn(
  server: string,
  body: { readonly tenant: number; readonly name: string; readonly password: string; readonly code?: string },
): Promise<Answered<z.output<typeof signedIn>>> {
  return post(`${server}/desk/sign-in`, {}, body, signedIn);
}

/** Sets a password. */
export function postPassword(
  server: string,
  body: {
    readonly tenant: number;
    readonly name: string;
    readonly proof: string;
    readonly newPassword: string;
    readonly code?: string;
  },
): Promise<Answered<object>> {
  return post(`${server}/desk/password`, {}, body, z.object({}));
}

/** Begins to set an authenticator app up, by the set-up code or the password. */
export function postEnrolment(
  server: string,
  body: { readonly tenant: number; readonly name: string; readonly proof: string },
): Promise<Answered<z.output<typeof begun>>> {
  return post(`${server}/desk/enrolment`, {}, body, begun);
}

/** Ends that with a code of the app. */
export function postEnrolmentEnd(
  server: string,
  body: { readonly enrolment: string; readonly newPassword: string; readonly code: string },
): Promise<Answered<object>> {
  return post(`${server}/desk/enrolment/finish`, {}, body, z.object({}));
}

/** Ends the session. */
export function postSignOut(server: string, token: string): Promise<Answered<object>> {
  return post(`${server}/desk/sign-out`, { authorization: `Bearer ${token}` }, {}, z.object({}));
}

/** Gives a command, with a file where it takes one. */
export function postCommand(
  { server, token }: { readonly server: string; readonly token: string },
  command: string,
  body: { readonly input: object; readonly reason?: string },
  file?: Buffer,
): Promise<Answered<DeskResponse>> {
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() };
  const url = `${server}/desk/commands/${command}`;
  if (!file) return post(url, headers, body, answer);
  const fields = { [FIELDS_HEADER]: encodeURIComponent(JSON.stringify(body)) };
  return post(url, { ...headers, ...fields }, file, answer);
}

async function post<T>(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: object | Buffer,
  schema: z.ZodType<T>,
): Promise<Answered<T>> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': Buffer.isBuffer(body) ? BYTES_TYPE : 'application/json' },
      body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    text = await response.text();
  } catch (error) {
    throw new NoAnswer(url, whyNoAnswer(error), { cause: error });
  }
  const json = jsonOf(text);
  const answered = response.ok ? schema.safeParse(json) : undefined;
  const staging = response.headers.get('wattle-mode') === 'staging' && ({ isStaging: true } as const);
  if (answered?.success) return { ok: true, value: answered.data, ...staging };
  const refused = response.ok ? undefined : refusal.safeParse(json);
  if (refused?.success) return { ok: false, ...refused.data, ...staging };
  throw new NoAnswer(url, `something else does, with status ${response.status}. Check name and port`);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
