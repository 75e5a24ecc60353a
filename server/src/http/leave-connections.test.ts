import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { leaveConnections } from './leave-connections.ts';

let server: Server;
let port: number;
beforeEach(async () => {
  server = createServer((_request, response) => void response.end('here'));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
});
afterEach(() => {
  server.closeAllConnections();
});

const connected = (): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket)).once('error', reject);
  });

async function ask(socket: Socket): Promise<string> {
  let answer = '';
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString();
  });
  socket.write('GET / HTTP/1.1\r\nHost: cards.example\r\n\r\n');
  await new Promise((resolve) => socket.once('close', resolve));
  return answer;
}

it('answers who has connected before connections are refused, each for the last time', async () => {
  const left = leaveConnections(server, { leaveMs: 100, firstRequestMs: 10_000 });
  const kept = await connected();
  expect(await ask(kept)).toMatch(/^HTTP\/1\.1 200 .*Connection: close\r\n.*here/s);
  const late = await connected();
  const knock = () =>
    connected().then(
      (socket) => void socket.destroy(),
      ({ code }: NodeJS.ErrnoException) => code,
    );
  await expect.poll(knock).toBe('ECONNREFUSED');
  expect(await ask(late)).toMatch(/^HTTP\/1\.1 200 .*Connection: close\r\n.*here/s);
  await (await left).ended;
});
