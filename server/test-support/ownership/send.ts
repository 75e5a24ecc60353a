import { randomUUID } from 'node:crypto';
import { BYTES_FIELD, BYTES_TYPE, FIELDS_HEADER } from '@wattle/contract/rules/bytes-call.ts';
import { addressOf } from '../../src/http/bind.ts';
import type { Route } from '../../src/http/handle.ts';
import type { TestApp } from '../app.ts';
import type { Headers } from '../signed-in.ts';
import type { Ask } from './driver.ts';

/** Sends a request of a driver. The body of a stream is not awaited. */
export async function sendAsked(
  { app }: Pick<TestApp, 'app'>,
  route: Route,
  headers: Partial<Headers>,
  { params = {}, query = {}, body }: Ask,
): Promise<{ readonly status: number; readonly body: string }> {
  const { method } = route.operation;
  const path = addressOf(route).replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? 'nothing');
  const sent = route.operation.encoding === 'bytes' ? bytesOf(body) : jsonOf(body);
  const response = await app.inject({
    method,
    url: path,
    query,
    headers: { ...headers, ...sent.headers, 'idempotency-key': randomUUID() },
    ...(sent.payload && { payload: sent.payload }),
    // A stream does not end.
    ...(route.isStream && { payloadAsStream: true as const }),
  });
  if (!route.isStream) return { status: response.statusCode, body: response.body };
  if (response.statusCode === 200) response.stream().destroy();
  return { status: response.statusCode, body: '' };
}

const jsonOf = (body: Ask['body']) => ({
  headers: body ? { 'content-type': 'application/json' } : {},
  payload: body,
});

/** Content of a file, base64 among the fields of a driver. */
function bytesOf(body: Ask['body']) {
  const { [BYTES_FIELD]: content, ...fields } = (body ?? {}) as Record<string, unknown>;
  return {
    headers: { 'content-type': BYTES_TYPE, [FIELDS_HEADER]: encodeURIComponent(JSON.stringify(fields)) },
    payload: Buffer.from(String(content), 'base64'),
  };
}
