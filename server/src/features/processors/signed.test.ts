import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import {
  givenConnection,
  knowSample,
  SAMPLE_SECRETS,
  type TestConnection,
} from '../../../test-support/processors/given-connection.ts';
import { sampleProcessor } from '../../../test-support/processors/sample/sample.ts';

let test: TestApp;
let connection: TestConnection;
beforeAll(async () => {
  test = await givenApp();
  knowSample(test, sampleProcessor());
  connection = await givenConnection(test);
});
afterAll(() => test.close());

const ping = { id: 'ping-1', type: 'ping' };
const NOT_SIGNED = { status: 401, body: '' };

async function storedOf({ id }: TestConnection): Promise<number> {
  const [row] = await test.ctx.asOwner<{ count: number }>(
    `SELECT ((SELECT count(*) FROM processor_event WHERE connection_id = $1)
           + (SELECT count(*) FROM processor_delivery WHERE connection_id = $1))::integer AS count`,
    [id],
  );
  return row?.count ?? -1;
}

describe('a delivery of a card processor', () => {
  it.each([
    ['a wrong secret', { secret: 'another secret' }],
    ['a signature of 301 seconds ago', { secondsAgo: 301 }],
    ['a signature 301 seconds ahead', { secondsAgo: -301 }],
    ['the signature of another path', { signedFor: 'events' }],
    ['the secret of the other purpose', { secret: SAMPLE_SECRETS.EVENTS }],
  ])('is refused with %s, and nothing of it is kept', async (_, how) => {
    const own = await givenConnection(test);
    expect(await own.send('asks', ping, how)).toEqual(NOT_SIGNED);
    expect(await storedOf(own)).toBe(0);
  });

  it('is refused without a signature, at a path that is none, and at an address that is none', async () => {
    const post = (url: string) => test.app.inject({ method: 'POST', url, payload: '{}' });
    for (const url of [
      `/processors/${connection.publicId}/asks`,
      `/processors/${connection.publicId}/other`,
      '/processors/00000000-0000-4000-8000-000000000000/asks',
    ]) {
      const answer = await post(url);
      expect([answer.statusCode, answer.body]).toEqual([401, '']);
    }
  });

  it('is refused where it was signed for another connection', async () => {
    const other = await givenConnection(test, { secrets: { asks: [], events: [] } });
    expect(await other.send('asks', ping)).toEqual(NOT_SIGNED);
  });

  it('is taken within 300 seconds, by either of two secrets', async () => {
    const setAt = '2026-11-01T00:00:00.000Z';
    const asks = ['EVENTS', 'ASKS'].map((name) => ({ name, setAt }));
    const rotating = await givenConnection(test, { secrets: { asks, events: asks } });
    for (const [place, secret] of [SAMPLE_SECRETS.ASKS, SAMPLE_SECRETS.EVENTS].entries()) {
      const message = { id: `ping-${place}`, type: 'ping' };
      expect(await rotating.send('asks', message, { secret, secondsAgo: 300 })).toEqual({
        status: 200,
        body: '{"taken":true}',
      });
    }
    expect(await storedOf(rotating)).toBe(4);
  });

  it('is refused above 256 KiB, and taken below', async () => {
    const padded = (bytes: number) => JSON.stringify({ ...ping, id: `ping-${bytes}`, shop: 'x'.repeat(bytes) });
    const own = await givenConnection(test);
    expect((await own.send('asks', ping, { raw: padded(300 * 1024) })).status).toBe(400);
    expect(await storedOf(own)).toBe(0);
    expect((await own.send('asks', ping, { raw: padded(250 * 1024) })).status).toBe(200);
  });

  it('that cannot be read is kept sealed, and refused where an answer is waited for', async () => {
    const own = await givenConnection(test);
    expect(await own.send('asks', ping, { raw: 'no JSON' })).toEqual({ status: 400, body: '' });
    expect((await own.send('events', ping, { raw: 'no JSON' })).status).toBe(200);
    const events = await test.ctx.asOwner('SELECT kind, outcome FROM processor_event WHERE connection_id = $1', [
      own.id,
    ]);
    expect(events).toEqual([{ kind: 'unreadable', outcome: 'taken' }]);
  });

  it('of a kind that is not known is kept, counted, and declined where an answer is waited for', async () => {
    const own = await givenConnection(test);
    expect(await own.send('asks', { id: 'a-1', type: 'riddle' })).toEqual({
      status: 200,
      body: '{"yes":false,"why":"not understood"}',
    });
    expect(await own.send('events', { id: 'e-1', type: 'riddle' })).toEqual({ status: 200, body: '{"taken":true}' });
    expect(
      await test.ctx.asOwner('SELECT field, word, times FROM processor_word WHERE connection_id = $1', [own.id]),
    ).toEqual([{ field: 'event', word: 'riddle', times: 2 }]);
  });

  it('keeps no card number in clear, in whichever field it stands', async () => {
    const own = await givenConnection(test);
    const number = '4111111111111111';
    await own.send('events', { id: number, type: `see ${number}`, purchase: number });
    await own.send('events', {
      id: `id ${number}`,
      type: 'cleared',
      purchase: number,
      shop: `Shop ${number}`,
      way: `by ${number}`,
      cents: 100,
    });
    for (const table of ['processor_event', 'processor_delivery', 'processor_waiting', 'processor_word']) {
      const rows = await test.ctx.asOwner<{ row: string }>(
        `SELECT t::text AS row FROM ${table} t WHERE connection_id = $1`,
        [own.id],
      );
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.map(({ row }) => row).join('\n')).not.toContain(number);
    }
  });
});
