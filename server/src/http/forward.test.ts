import { once } from 'node:events';
import http from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { brandFields } from '../../test-support/app.ts';
import { givenCells, type TestCell } from '../../test-support/processes/cells.ts';
import { givenBrand, givenCard, givenTenant, type TestBrand } from '../../test-support/factories.ts';
import { openStream } from '../../test-support/live.ts';
import { postNetwork, purchaseOf, sendNetwork } from '../../test-support/network.ts';
import { givenUser } from '../../test-support/signed-in.ts';
import { FORWARDED } from './forward.ts';

/** Far longer than it takes on a busy machine. */
const SOON = { timeout: 10_000, interval: 10 };

let a: TestCell;
let b: TestCell;
let brand: TestBrand;
let user: Awaited<ReturnType<typeof givenUser>>;
beforeAll(async () => {
  [a, b] = await givenCells();
  // The first cell knows only where the brand is.
  brand = await givenBrand(b.ctx, { tenant: await givenTenant(b.ctx) });
  user = await givenUser(b.ctx, { brand });
  await a.ctx.asOwner(
    "INSERT INTO tenant_place (tenant_id, state, cluster, epoch, brands, hosts) VALUES ($1, 'gone', 'b', 2, $2, $3)",
    [brand.tenantId, [brand.identifier], [`${brand.identifier}.example`]],
  );
  await a.ctx.places?.refresh();
});
afterAll(async () => {
  await a.close();
  await b.close();
});

type Sent = { readonly method?: string; readonly headers?: http.OutgoingHttpHeaders; readonly body?: string };

/** Over a socket, because fetch does not send another Host. */
async function send(cell: TestCell, path: string, { method = 'GET', headers = {}, body }: Sent = {}) {
  const { port } = new URL(cell.baseUrl);
  const asked = http.request({ host: '127.0.0.1', port, path, method, headers, agent: false }).end(body);
  const [answer] = (await once(asked, 'response')) as [http.IncomingMessage];
  const text = Buffer.concat(await answer.toArray()).toString();
  return { status: answer.statusCode, headers: answer.headers, text };
}

it.each([
  ['by the brand in its address', () => ({ path: `/api/brand/${brand.identifier}` })],
  [
    "by the host of the brand's own site",
    () => ({ path: '/api/brand/default', headers: { host: `${brand.identifier}.example` } }),
  ],
] as const)('a request is forwarded when it is known %s', async (_what, given) => {
  const { path, headers = {} } = given() as { path: string; headers?: http.OutgoingHttpHeaders };
  const answer = await send(a, path, { headers: { 'accept-encoding': 'gzip', ...headers } });
  expect([answer.status, answer.headers['content-encoding']]).toEqual([200, 'gzip']);
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
});

it('a person signed in at the other cell can read and receives changes', async () => {
  const read = await send(a, '/api/card/cards', { headers: user.headers });
  expect([read.status, read.text]).toEqual([200, (await send(b, '/api/card/cards', { headers: user.headers })).text]);
  expect(read.text).toContain(user.card.reference.AccountNumber);
  const stream = await openStream({ url: a.baseUrl }, user.headers);
  await vi.waitUntil(() => stream.kinds().includes('ready'), SOON);
  await sendNetwork(b, 'authorisations', purchaseOf(user.card));
  await vi.waitUntil(() => stream.kinds().includes('changed'), SOON);
  stream.close();
  await expect.poll(() => b.ctx.live.countStreams()).toBe(0);
});

it('a client cannot forge the address it connects from', async () => {
  const fields = { grant_type: 'card', ...brandFields(brand), cardnumber: user.card.pan, accesscode: '000000' };
  const answer = await send(a, '/api/token', {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'wattle-brand': brand.identifier,
      'x-forwarded-for': '203.0.113.9',
      forwarded: 'for=203.0.113.9',
      'x-real-ip': '203.0.113.9',
    },
    body: new URLSearchParams(fields).toString(),
  });
  expect(answer.status).toBe(400);
  const rows = await b.ctx.asOwner<{ address: string }>(
    'SELECT DISTINCT host(address) AS address FROM client_address WHERE tenant_id = $1',
    [brand.tenantId],
  );
  expect(rows).toEqual([{ address: '127.0.0.1' }]);
});

it('a request whose target names another host is still forwarded to the other cell', async () => {
  const received: string[] = [];
  const stranger = http.createServer((request, response) => response.end(received.push(String(request.url))));
  await once(stranger.listen(0, '127.0.0.1'), 'listening');
  const { port } = stranger.address() as { port: number };
  const socket = connect(Number(new URL(a.baseUrl).port), '127.0.0.1');
  for (const target of [`//127.0.0.1:${port}/`, `http://127.0.0.1:${port}/`]) {
    socket.write(
      `GET ${target} HTTP/1.1\r\nHost: ${brand.identifier}.example\r\nWattle-Brand: ${brand.identifier}\r\n\r\n`,
    );
    await once(socket, 'data');
  }
  socket.destroy();
  stranger.close();
  expect(received).toEqual([]);
});

it('a forwarded request is not forwarded again', async () => {
  const headers = { ...user.headers, [FORWARDED]: 'b' };
  const answer = await send(a, '/api/card/cards', { headers });
  expect([answer.status, answer.headers['retry-after']]).toEqual([503, '2']);
});

it('the card network gets an answer for a card of the other cell and for an unknown card', async () => {
  const elsewhere = purchaseOf(user.card);
  expect(await sendNetwork(a, 'authorisations', elsewhere)).toMatchObject({ answer: '00' });
  const cleared = { reference: `CLR-${elsewhere.reference}`.slice(0, 40), original: elsewhere.reference, amount: 1234 };
  expect(await sendNetwork(a, 'reversals', { reference: cleared.reference, original: cleared.original })).toMatchObject(
    {
      answer: '00',
    },
  );
  expect(
    await sendNetwork(a, 'authorisations', purchaseOf(user.card, { cardNumber: '4000000000000002' })),
  ).toMatchObject({
    answer: '14',
  });
  const here = await givenCard(a.ctx, { brand: await givenBrand(a.ctx), balance: 100_00n });
  expect(await sendNetwork(b, 'authorisations', purchaseOf(here))).toMatchObject({ answer: '00' });
});

it('a card is not reported unknown while the cell that may know it is unavailable', async () => {
  await b.app.close();
  const answer = await postNetwork(a, 'authorisations', purchaseOf(user.card));
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2']);
  expect((await send(a, `/api/brand/${brand.identifier}`)).status).toBe(503);
});
