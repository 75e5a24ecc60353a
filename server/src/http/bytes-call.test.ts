import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BYTES_TYPE, FIELDS_HEADER } from '@wattle/contract/rules/bytes-call.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../test-support/app.ts';
import { givenUser } from '../../test-support/signed-in.ts';

const MB = 1024 * 1024;
const FIELDS = { DisputeId: '0f0e0d0c-0b0a-4908-8706-050403020100', Name: 'receipt.pdf' };

let test: TestApp;
let headers: object;
beforeAll(async () => {
  test = await givenApp();
  ({ headers } = await givenUser(test.ctx));
  await test.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => test.close());

const encoded = (fields: unknown) => encodeURIComponent(JSON.stringify(fields));

function send(given: { readonly type?: string; readonly fields?: string; readonly payload?: Buffer }) {
  const { type = BYTES_TYPE, fields = encoded(FIELDS), payload = Buffer.from('%PDF-1.7\n%%EOF\n') } = given;
  const all = { ...headers, 'content-type': type, [FIELDS_HEADER]: fields };
  return test.app.inject({ method: 'POST', url: '/api/dispute/addFile', headers: all, payload });
}

describe('a call that sends a file', () => {
  it('has its fields in a header, in any script', async () => {
    const answer = await send({ fields: encoded({ ...FIELDS, Name: 'Beleg 发票.pdf' }) });
    expect([answer.statusCode, answer.json().error]).toEqual([404, ['404']]);
  });

  it.each<[string, Parameters<typeof send>[0]]>([
    ['JSON', { type: 'application/json', payload: Buffer.from('{}') }],
    ['no type', { type: '' }],
    ['fields that are no JSON', { fields: '%7Bnot' }],
    ['fields that are a list', { fields: encoded([]) }],
    ['broken percent encoding', { fields: '%zz' }],
    ['a NUL in a field', { fields: encoded({ ...FIELDS, Name: 'a\0b' }) }],
    ['a field of the bytes among the others', { fields: encoded({ Content: 'aGVsbG8=' }) }],
    ['nothing', { payload: Buffer.alloc(0) }],
  ])('is refused with %s', async (_, given) => {
    const answer = await send(given);
    expect([answer.statusCode, answer.json().error]).toEqual([400, ['20010']]);
  });

  it('is refused above 10 MB by its Content-Length before the body is read', async () => {
    const { status, body } = await upload({ length: 11 * MB, chunks: 0 });
    expect([status, JSON.parse(body).error]).toEqual([400, ['20010']]);
  });

  it('is refused above 10 MB while the body is read when it has no Content-Length', async () => {
    const { status, body, sentMb } = await upload({ chunks: 64 });
    expect([status, JSON.parse(body).error]).toEqual([400, ['20010']]);
    expect(sentMb).toBeLessThan(64);
  });
});

/** Sends megabytes until a response arrives. */
function upload(given: { readonly length?: number; readonly chunks: number }) {
  const { port } = test.app.server.address() as AddressInfo;
  return new Promise<{ status: number; body: string; sentMb: number }>((resolve, reject) => {
    let sentMb = 0;
    let isAnswered = false;
    const call = request({
      host: '127.0.0.1',
      port,
      method: 'POST',
      path: '/api/dispute/addFile',
      headers: {
        ...headers,
        'content-type': BYTES_TYPE,
        [FIELDS_HEADER]: encoded(FIELDS),
        ...(given.length !== undefined && { 'content-length': given.length }),
      },
    });
    call.on('response', (response) => {
      isAnswered = true;
      let body = '';
      response.setEncoding('utf8').on('data', (part: string) => (body += part));
      response.on('end', () => {
        call.destroy();
        resolve({ status: response.statusCode ?? 0, body, sentMb });
      });
    });
    call.on('error', (error) => (isAnswered ? undefined : reject(error)));
    const next = () => {
      if (isAnswered || sentMb >= given.chunks) return;
      sentMb += 1;
      call.write(Buffer.alloc(MB), () => setImmediate(next));
    };
    call.flushHeaders();
    next();
  });
}
