import { createSocket } from 'node:dgram';
import { lookup, type LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { afterEach, expect, it } from 'vitest';
import { askNameServers } from './name-servers.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A name server that answers a question of a type with these records, or nothing at all. */
async function givenNameServer(records: Readonly<Record<number, readonly Buffer[]>> | undefined): Promise<string> {
  const socket = createSocket('udp4');
  closing.push(() => socket.close());
  socket.on('message', (query, { port, address }) => {
    if (records === undefined) return;
    // RFC 1035, 4.1: the header, and the question again up to its type and class.
    const end = query.indexOf(0, 12) + 5;
    const type = query.readUInt16BE(end - 4);
    const values = records[type] ?? [];
    const header = Buffer.from(query.subarray(0, 12));
    header.writeUInt16BE(0x8180, 2);
    header.writeUInt16BE(values.length, 6);
    header.writeUInt16BE(0, 10);
    const answers = values.map((value) => {
      const fixed = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, value.length]);
      return Buffer.concat([fixed, value]);
    });
    socket.send(Buffer.concat([header, query.subarray(12, end), ...answers]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return `127.0.0.1:${socket.address().port}`;
}

const ask = (host: string, server: string) =>
  new Promise<LookupAddress[] | NodeJS.ErrnoException>((answered) => {
    askNameServers([server])(host, { all: true }, (error, found) => answered(error ?? found));
  });

const [A, AAAA] = [1, 28];

it('answers the addresses of both kinds', async () => {
  const six = Buffer.from('20010db8000000000000000000000001', 'hex');
  const server = await givenNameServer({ [A]: [Buffer.from([192, 0, 2, 7])], [AAAA]: [six] });
  expect(await ask('hooks.example', server)).toEqual([
    { address: '192.0.2.7', family: 4 },
    { address: '2001:db8::1', family: 6 },
  ]);
});

it('answers the addresses of one kind where there are none of the other', async () => {
  const server = await givenNameServer({ [A]: [Buffer.from([192, 0, 2, 7])] });
  expect(await ask('hooks.example', server)).toEqual([{ address: '192.0.2.7', family: 4 }]);
});

it('answers a fault where there is no address', async () => {
  expect(await ask('hooks.example', await givenNameServer({}))).toMatchObject({ code: 'ENODATA' });
});

it('gives up a silent name server, and occupies no thread of the system meanwhile', async () => {
  const server = await givenNameServer(undefined);
  let isWaiting = true;
  const silent = Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => ask(`${name}.example`, server))).finally(() => {
    isWaiting = false;
  });
  // The system's own look-up needs such a thread.
  await new Promise<void>((answered) => lookup('localhost', () => answered()));
  expect(isWaiting).toBe(true);
  for (const answer of await silent) expect(answer).toMatchObject({ code: 'ETIMEOUT' });
});

it('knows this machine without asking', async () => {
  expect(await ask('localhost', await givenNameServer(undefined))).toContainEqual({ address: '127.0.0.1', family: 4 });
});
