import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { signWebhook, webhookKey } from '../../outside/standard-webhooks.ts';
import { UsageError } from './command.ts';
import { receiveWebhooks } from './webhook.ts';

const SECRET = `whsec_${randomBytes(32).toString('base64')}`;
const NOW = Date.parse('2026-11-20T02:00:00Z');
const BODY = '{"type":"endpoint.test","timestamp":"2026-11-20T02:00:00.000Z","data":{"id":"endpoint:3"}}';

const running: Promise<void>[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0));
});

/** A receiver that ends after so many deliveries, and what it has printed. */
async function givenReceiver(count: number, ...argv: readonly string[]) {
  const lines: string[] = [];
  const listening = new Promise<string>((heard) => {
    const say = (line: string) => {
      if (line.startsWith('Listening at ')) heard(line.slice('Listening at '.length));
      else lines.push(line);
    };
    const all = ['--secret', SECRET, '--port', '0', '--count', String(count), ...argv];
    running.push(receiveWebhooks(all, { say, now: () => NOW }));
  });
  const url = await listening;
  const send = async (id: string, body = BODY, atMs = NOW) => {
    const headers = signWebhook(webhookKey(SECRET) ?? Buffer.alloc(0), id, atMs, BODY);
    return fetch(url, { method: 'POST', body, headers: { ...headers, connection: 'close' } });
  };
  return { url, lines, send };
}

describe('npm run sim -- webhook', () => {
  it('prints what is signed, says what is a repeat, and refuses the rest', async () => {
    const { lines, send } = await givenReceiver(4);
    const sent = [
      await send('evt_1'),
      await send('evt_1'),
      await send('evt_2', '{}'),
      await send('evt_3', BODY, NOW - 301_000),
    ];
    expect(sent.map(({ status }) => status)).toEqual([204, 204, 401, 401]);
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { verified: true, id: 'evt_1', repeat: false, body: JSON.parse(BODY) },
      { verified: true, id: 'evt_1', repeat: true, body: JSON.parse(BODY) },
      { verified: false, id: 'evt_2' },
      { verified: false, id: 'evt_3' },
    ]);
  });

  it('answers as a receiver in trouble', async () => {
    const { send } = await givenReceiver(1, '--answer', '429', '--retry-after', '30');
    const { status, headers } = await send('evt_1');
    expect([status, headers.get('retry-after')]).toEqual([429, '30']);
  });

  it('goes on after a request that is cut while it is read', async () => {
    const { url, lines, send } = await givenReceiver(2);
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nhalf', () => socket.destroy());
    await once(socket, 'close');
    expect((await send('evt_1')).status).toBe(204);
    await expect.poll(() => lines).toHaveLength(2);
  });

  it.each([
    [['--secret', SECRET, '--port', '65536'], '--port takes a port'],
    [['--port', '4480'], '--secret takes the secret'],
    [['--secret', 'whsec_short'], 'whsec_ and base64'],
    [['--secret', SECRET, '--answer', 'no'], 'an HTTP status'],
    [['--secret', SECRET, '--nothing'], '--nothing'],
  ])('says what is wrong with %j', async (argv, words) => {
    const failed = receiveWebhooks(argv, { say: () => {}, now: () => NOW });
    await expect(failed).rejects.toThrow(UsageError);
    await expect(failed).rejects.toThrow(words);
  });
});
