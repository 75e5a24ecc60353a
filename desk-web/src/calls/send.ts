import { BYTES_TYPE, FIELDS_HEADER } from '@wattle/contract/rules/bytes-call.ts';

export type Refusal = {
  readonly error: string;
  readonly field?: string;
  readonly requestId?: string;
  /** Faults of a file, one a line. */
  readonly words?: string;
  /** Second factors of the member, if one is needed. */
  readonly factors?: readonly string[];
};

/** Why a call of the desk failed. */
export type Failure =
  /** The server refused, and nothing was done. */
  | ({ readonly kind: 'refused' } & Refusal)
  /** No answer, or one that is not the desk's: a change may have been carried out. */
  | { readonly kind: 'lost' };

export type Answered<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: Failure };

const ANSWER_WITHIN_MS = 30_000;
const LOST = { ok: false, failure: { kind: 'lost' } } as const;

type Listener = () => void;
let onSignedOut: Listener = () => undefined;

/**
 * A page refreshes by itself. After this long without a person's action, refreshing does not keep the session alive.
 */
const ATTENDED_MS = 20_000;
let activeAtMs = Date.now();

/** Last time at which the person did something in one of the tabs. */
export const lastActiveMs = (): number => activeAtMs;

/** Notes that the person did something. */
export function noteActivity(): void {
  activeAtMs = Date.now();
}

/** Sets what happens when the server does not know the session any more. */
export function whenSignedOut(listener: Listener): void {
  onSignedOut = listener;
}

type Asked = {
  readonly method?: 'GET' | 'POST';
  readonly body?: object;
  /** A file to send: it becomes the body, and the other inputs go into a header. */
  readonly file?: File | undefined;
  /** Idempotency key: the same for every repeat of a change. */
  readonly key?: string;
  /** True: an unknown session is an expected answer, as when signing in. */
  readonly isOpen?: boolean;
};

/**
 * Calls the desk. The header proves that a page of this origin calls, because a form of another site cannot send it.
 */
export async function send<Value>(path: string, asked: Asked = {}): Promise<Answered<Value>> {
  const { method = 'POST', body, file, key, isOpen = false } = asked;
  const fields = JSON.stringify(body ?? {});
  let response: Response;
  let answer: unknown;
  try {
    response = await fetch(`/desk/${path}`, {
      method,
      credentials: 'same-origin',
      redirect: 'error',
      cache: 'no-store',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      headers: {
        Accept: 'application/json',
        'Wattle-Desk': Date.now() - activeAtMs < ATTENDED_MS ? 'browser' : 'unattended',
        ...(method === 'POST' && { 'Content-Type': file ? BYTES_TYPE : 'application/json' }),
        ...(file && { [FIELDS_HEADER]: encodeURIComponent(fields) }),
        ...(key !== undefined && { 'Idempotency-Key': key }),
      },
      ...(method === 'POST' && { body: file ?? fields }),
    });
    answer = await response.json();
  } catch {
    return LOST;
  }
  if (response.ok) return isObject(answer) ? { ok: true, value: answer as Value } : LOST;
  if (!isRefusal(answer)) return LOST;
  if (answer.error === 'not_signed_in' && !isOpen) onSignedOut();
  return { ok: false, failure: { kind: 'refused', ...answer } };
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isRefusal = (value: unknown): value is Refusal =>
  isObject(value) && 'error' in value && typeof value.error === 'string';
