import { BYTES_FIELD, BYTES_TYPE, FIELDS_HEADER } from '@wattle/contract/rules/bytes-call.ts';
import type { Success } from '@wattle/contract/errors.ts';
import type { AnyOperation, BodyInputOf, QueryInputOf, ResponseOf } from '@wattle/contract/operation.ts';
import type * as z from 'zod/mini';
import { currentBrand } from '../brand/brand.ts';
import { takeEarly } from '../early-calls/early-calls.ts';
import { isUnknown } from '../form/form.domain.ts';
import { noteChange } from './change-in-doubt.ts';
import { limitOf, within } from './time-limit.ts';

/** Refused or failed call. `code` is a key of the error texts; 99999 without a valid response. */
export type CallFailure = {
  readonly ok: false;
  readonly code: string;
  /** Wire name of the field with the error. */
  readonly field?: string;
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /** Seconds after which a call that came too often (429) may be made again, where the server says so. */
  readonly retryAfter?: number;
};
export type CallResult<T> = Success<T> | CallFailure;

export type OperationLike = Pick<
  AnyOperation,
  'name' | 'method' | 'path' | 'encoding' | 'auth' | 'response' | 'proof' | 'reads'
>;

type Part<Name extends string, T> = [T] extends [never]
  ? { readonly [key in Name]?: undefined }
  : undefined extends T
    ? { readonly [key in Name]?: T }
    : { readonly [key in Name]: T };

type ParamsInputOf<O> = O extends { readonly params: infer P extends z.ZodMiniType } ? z.input<P> : never;

/** Input of a call: the parts declared by its operation, as typed, before they are converted to the wire format. */
export type CallInput<O> = Part<'params', ParamsInputOf<O>> &
  Part<'query', QueryInputOf<O>> &
  Part<'body', BodyInputOf<O>> & {
    /** Idempotency key: one for each intent, the same on a retry. */
    readonly idempotencyKey?: string;
    readonly signal?: AbortSignal;
  };

export const UNEXPECTED = '99999';

function addressOf(operation: OperationLike, params: unknown, query: unknown): string {
  const values = (params ?? {}) as Record<string, unknown>;
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
  const search = new URLSearchParams(entriesOf(query)).toString();
  return `/api/${path}${search ? `?${search}` : ''}`;
}

function entriesOf(values: unknown): [string, string][] {
  return Object.entries((values ?? {}) as Record<string, unknown>)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => [name, String(value)]);
}

type Body = { readonly type: string; readonly content: BodyInit; readonly fields?: string };

function bodyOf(operation: OperationLike, body: unknown): Body | null {
  if (body === undefined) return null;
  if (operation.encoding === 'bytes') {
    const { [BYTES_FIELD]: content, ...fields } = body as Record<string, unknown>;
    return { type: BYTES_TYPE, content: content as BodyInit, fields: encodeURIComponent(JSON.stringify(fields)) };
  }
  return operation.encoding === 'form'
    ? { type: 'application/x-www-form-urlencoded', content: new URLSearchParams(entriesOf(body)).toString() }
    : { type: 'application/json', content: JSON.stringify(body) };
}

/** First code of the server's refusal, with its field. */
export function failureOf(status: number, answer: unknown): CallFailure {
  const { error, field } = (answer ?? {}) as { error?: unknown; field?: unknown };
  const first: unknown = Array.isArray(error) ? error[0] : undefined;
  const code = typeof first === 'string' ? first : UNEXPECTED;
  return typeof field === 'string' ? { ok: false, code, field, status } : { ok: false, code, status };
}

/** Failure without a valid response: none at all, the page of a proxy or a portal, or one that is cut or empty. */
const NO_ANSWER: CallFailure = { ok: false, code: UNEXPECTED, status: 0 };

async function outcomeOf<T>(response: Response): Promise<CallResult<T>> {
  const answer = (await response.json().catch(() => null)) as unknown;
  if (!response.ok) {
    const failure = failureOf(response.status, answer);
    const retryAfter = Number(response.headers.get('Retry-After'));
    return response.status === 429 && retryAfter > 0 ? { ...failure, retryAfter } : failure;
  }
  return answer === null ? NO_ANSWER : { ok: true, value: answer as T };
}

/**
 * Makes one call over the network and returns its outcome. It does not renew a session, as `call` does, and is used
 * directly for calls without a session. A response after the time limit (`limitOf`) counts as lost.
 */
export async function send<O extends OperationLike>(
  operation: O,
  input: CallInput<O>,
  bearer?: string,
): Promise<CallResult<ResponseOf<O>>> {
  const parts = input as { params?: unknown; query?: unknown; body?: unknown };
  const headers = new Headers({ Accept: 'application/json' });
  const brand = currentBrand();
  if (brand) headers.set('Wattle-Brand', brand.BrandIdentifier);
  if (bearer !== undefined) headers.set('Authorization', `Bearer ${bearer}`);
  if (input.idempotencyKey !== undefined) headers.set('Idempotency-Key', input.idempotencyKey);
  const body = bodyOf(operation, operation.method === 'GET' ? undefined : parts.body);
  if (body) headers.set('Content-Type', body.type);
  if (body?.fields !== undefined) headers.set(FIELDS_HEADER, body.fields);
  const address = addressOf(operation, parts.params, parts.query);
  const early = operation.method === 'GET' ? takeEarly(address, bearer) : undefined;
  const ended = noteChange(operation);
  try {
    const result = await within(limitOf(operation), input.signal, async (signal) => {
      const response = await (early ??
        fetch(address, {
          method: operation.method,
          headers,
          body: body?.content ?? null,
          cache: 'no-store',
          credentials: 'same-origin',
          signal,
        }));
      return outcomeOf<ResponseOf<O>>(response);
    });
    ended(result.ok ? 'done' : isUnknown(result.status) ? 'unknown' : 'refused');
    return result;
  } catch {
    ended('unknown');
    return NO_ANSWER;
  }
}
