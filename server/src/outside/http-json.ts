import type * as z from 'zod';
import { faultCode, isFinalStatus } from './http-fault.ts';
import type { OutsideOutcome } from './outcome.ts';

export type JsonCall<T> = {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: object;
  /** Schema of a valid answer. */
  readonly answer: z.ZodType<T>;
  readonly signal: AbortSignal;
};

/** Maximum size of an answer. */
const ANSWER_MOST_BYTES = 256 * 1024;

/** Errors before a connection was made: nothing was sent. */
const NOT_CONNECTED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'];

/** One HTTP call. Does not follow redirects, so that data is sent only to the configured URL. */
export async function callJson<T>(call: JsonCall<T>): Promise<OutsideOutcome<T>> {
  try {
    const response = await fetch(call.url, {
      method: call.method,
      headers: {
        Accept: 'application/json',
        ...(call.body && { 'Content-Type': 'application/json' }),
        ...call.headers,
      },
      body: call.body ? JSON.stringify(call.body) : null,
      redirect: 'error',
      signal: call.signal,
    });
    if (!response.ok) {
      await response.body?.cancel();
      const code = `http_${response.status}`;
      return { kind: isFinalStatus(response.status) ? 'refused' : 'unknown', code };
    }
    const text = await readText(response);
    const answer = call.answer.safeParse(text === undefined ? undefined : parseJson(text));
    return answer.success ? { kind: 'done', value: answer.data } : { kind: 'unknown', code: 'unreadable' };
  } catch (error) {
    const code = faultCode(error);
    return { kind: NOT_CONNECTED.includes(code) ? 'unsent' : 'unknown', code };
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
