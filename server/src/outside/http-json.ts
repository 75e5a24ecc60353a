import type * as z from 'zod';
import { isNotConnected } from '../platform/database/network-fault.ts';
import { faultCode, isFinalStatus } from './http-fault.ts';
import type { OutsideOutcome } from './outcome.ts';

export type JsonCall<T> = {
  readonly method: 'GET' | 'PATCH' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: object;
  /** Schema of a valid response. */
  readonly answer: z.ZodType<T>;
  readonly signal: AbortSignal;
};

/** Maximum size of a response. */
const ANSWER_MOST_BYTES = 256 * 1024;

export type TextCall<T> = {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent by POST. Absent: GET. */
  readonly body?: string;
  /** Parses the response. Undefined: invalid. */
  readonly read: (text: string) => T | undefined;
  readonly signal: AbortSignal;
};

/** One HTTP call with JSON. */
export function callJson<T>(call: JsonCall<T>): Promise<OutsideOutcome<T>> {
  return callHttp({
    method: call.method,
    url: call.url,
    headers: {
      Accept: 'application/json',
      ...(call.body && { 'Content-Type': 'application/json' }),
      ...call.headers,
    },
    body: call.body ? JSON.stringify(call.body) : null,
    signal: call.signal,
    read(text) {
      const answer = call.answer.safeParse(parseJson(text));
      return answer.success ? { value: answer.data } : undefined;
    },
  });
}

/** One HTTP call with a text response. */
export function callText<T>(call: TextCall<T>): Promise<OutsideOutcome<T>> {
  return callHttp({
    method: call.body === undefined ? 'GET' : 'POST',
    url: call.url,
    headers: call.headers ?? {},
    body: call.body ?? null,
    signal: call.signal,
    read(text) {
      const value = call.read(text);
      return value === undefined ? undefined : { value };
    },
  });
}

type HttpRequest<T> = {
  readonly method: 'GET' | 'PATCH' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly signal: AbortSignal;
  readonly read: (text: string) => { readonly value: T } | undefined;
};

/** Does not follow redirects, so that data is sent only to the configured URL. */
async function callHttp<T>({ url, read, ...request }: HttpRequest<T>): Promise<OutsideOutcome<T>> {
  try {
    const response = await fetch(url, { ...request, redirect: 'error' });
    if (!response.ok) {
      await response.body?.cancel();
      const code = `http_${response.status}`;
      return { kind: isFinalStatus(response.status) ? 'refused' : 'unknown', code };
    }
    const text = await readText(response);
    const answer = text === undefined ? undefined : read(text);
    return answer ? { kind: 'done', value: answer.value } : { kind: 'unknown', code: 'unreadable' };
  } catch (error) {
    return { kind: isNotConnected(error) ? 'unsent' : 'unknown', code: faultCode(error) };
  }
}

async function readText(response: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > ANSWER_MOST_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
