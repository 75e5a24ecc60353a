import type * as z from 'zod';
import { isNotConnected } from '../platform/database/network-fault.ts';
import { AddressNotPermitted, type CalledAddresses } from './called-addresses.ts';
import { callHttp, type HttpAnswer, type HttpCall } from './http-call.ts';
import { faultCode, isFinalStatus } from './http-fault.ts';
import type { OutsideOutcome } from './outcome.ts';

export type JsonCall<T> = {
  readonly method: 'DELETE' | 'GET' | 'PATCH' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: object;
  /** Schema of a valid response. */
  readonly answer: z.ZodType<T>;
  /** Code of a response that is a final refusal; undefined: the outcome is unknown. Absent: its status decides. */
  readonly refusal?: Refusal;
  readonly addresses: CalledAddresses;
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
  /** Maximum size of a response in bytes. Absent: that of all calls. */
  readonly mostBytes?: number;
  /** Code of a response that is a final refusal; undefined: the outcome is unknown. Absent: its status decides. */
  readonly refusal?: Refusal;
  readonly addresses: CalledAddresses;
  readonly signal: AbortSignal;
};

/** One HTTP call with JSON. */
export function callJson<T>({ body, ...call }: JsonCall<T>): Promise<OutsideOutcome<T>> {
  return callForJson(call, body && { type: 'application/json', text: JSON.stringify(body) });
}

/** One HTTP call with a text response. */
export function callText<T>(call: TextCall<T>): Promise<OutsideOutcome<T>> {
  return callFor({
    method: call.body === undefined ? 'GET' : 'POST',
    url: call.url,
    headers: call.headers ?? {},
    body: call.body ?? null,
    addresses: call.addresses,
    signal: call.signal,
    refusal: call.refusal ?? refusalByStatus,
    ...(call.mostBytes !== undefined && { mostBytes: call.mostBytes }),
    read(text) {
      const value = call.read(text);
      return value === undefined ? undefined : { value };
    },
  });
}

/**
 * Refusal of a system whose errors have a body of their own form. Another body is of a server in between, so the request
 * may have been done.
 */
export function refusalOfForm(form: z.ZodType): (status: number, text: string) => string | undefined {
  return (status, text) => (form.safeParse(parseJson(text)).success ? refusalByStatus(status) : undefined);
}

/** Values of a form: nested ones are written with brackets, `shipping[address][city]`, `filters[0]`. */
export type FormFields = { readonly [name: string]: FormValue | undefined };
type FormValue = string | FormFields | readonly FormValue[];

type FormCall<T> = Omit<JsonCall<T>, 'method' | 'body'> & {
  /** Sent by POST. Absent: GET. */
  readonly fields?: FormFields;
};

/** One HTTP call with the fields of a form and a JSON response. */
export function callForm<T>({ fields, ...call }: FormCall<T>): Promise<OutsideOutcome<T>> {
  const method = fields ? 'POST' : 'GET';
  return callForJson(
    { ...call, method },
    fields && { type: 'application/x-www-form-urlencoded', text: formOf(fields) },
  );
}

function callForJson<T>(
  call: Omit<JsonCall<T>, 'body'>,
  sent: { readonly type: string; readonly text: string } | undefined,
): Promise<OutsideOutcome<T>> {
  return callFor({
    method: call.method,
    url: call.url,
    headers: { Accept: 'application/json', ...(sent && { 'Content-Type': sent.type }), ...call.headers },
    body: sent ? sent.text : null,
    addresses: call.addresses,
    signal: call.signal,
    refusal: call.refusal ?? refusalByStatus,
    read(text) {
      const answer = call.answer.safeParse(parseJson(text));
      return answer.success ? { value: answer.data } : undefined;
    },
  });
}

/** Fields as the text of a form or of a query. Undefined ones are left out. */
export function formOf(fields: FormFields): string {
  const form = new URLSearchParams();
  const write = (name: string, value: FormValue | undefined): void => {
    if (value === undefined) return;
    if (typeof value === 'string') return form.append(name, value);
    for (const [inner, one] of Object.entries<FormValue | undefined>({ ...value })) write(`${name}[${inner}]`, one);
  };
  for (const [name, value] of Object.entries(fields)) write(name, value);
  return form.toString();
}

/** @returns code of a response that is a final refusal; undefined: the outcome is unknown */
type Refusal = (status: number, text: string, headers: HttpAnswer['headers']) => string | undefined;

type CallFor<T> = Omit<HttpCall, 'mostBytes'> & {
  readonly mostBytes?: number;
  readonly read: (text: string) => { readonly value: T } | undefined;
  readonly refusal: Refusal;
};

const refusalByStatus = (status: number) => (isFinalStatus(status) ? `http_${status}` : undefined);

async function callFor<T>({ read, refusal, ...call }: CallFor<T>): Promise<OutsideOutcome<T>> {
  try {
    const { status, headers, body } = await callHttp({ mostBytes: ANSWER_MOST_BYTES, ...call });
    const text = body?.toString('utf8');
    if (status < 200 || status > 299) {
      const code = refusal(status, text ?? '', headers);
      return code === undefined ? { kind: 'unknown', code: `http_${status}` } : { kind: 'refused', code };
    }
    const answer = text === undefined ? undefined : read(text);
    return answer ? { kind: 'done', value: answer.value } : { kind: 'unknown', code: 'unreadable' };
  } catch (error) {
    const isUnsent = error instanceof AddressNotPermitted || isNotConnected(error);
    return { kind: isUnsent ? 'unsent' : 'unknown', code: faultCode(error) };
  }
}

/** Undefined: no JSON. Bytes are UTF-8. */
export function parseJson(sent: string | Uint8Array): unknown {
  try {
    return JSON.parse(typeof sent === 'string' ? sent : Buffer.from(sent).toString('utf8'));
  } catch {
    return undefined;
  }
}
