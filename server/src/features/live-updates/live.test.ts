import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  givenAccount,
  givenCard,
  givenHolder,
  givenSession,
  givenWebAccount,
} from '../../../test-support/factories.ts';
import { sweep } from '../../../test-support/due-work.ts';
import { givenServers, listeners, type LiveServer, type OpenedStream, openStream } from '../../../test-support/live.ts';
import { purchaseOf, sendNetwork } from '../../../test-support/network.ts';
import { givenUser, postApi } from '../../../test-support/signed-in.ts';
import { writeRefreshToken } from '../access/session/refresh-token.ts';
import { expireHolds } from '../network/due.ts';

/** Time within which an open page has to change. */
const SOON = { timeout: 10_000, interval: 10 };

let here: LiveServer;
let there: LiveServer;
let pass: (ms: number) => void;
let close: () => Promise<void>;

beforeAll(async () => {
  const given = await givenServers(2);
  [here, there] = given.servers as [LiveServer, LiveServer];
  ({ pass, close } = given);
});

afterAll(() => close());

describe('GET live', () => {
  it('notifies a browser at one server of a purchase at another', async () => {
    const user = await givenUser(here.ctx);
    const stream = await openStream(there, user.headers);
    expect((await sendNetwork(here, 'authorisations', purchaseOf(user.card))).answer).toBe('00');
    await vi.waitUntil(() => stream.kinds().includes('changed'), SOON);
    stream.close();
  });

  it('notifies of a decline, a clearing, a reversal, a refund and an advice', async () => {
    const user = await givenUser(here.ctx);
    const stream = await openStream(there, user.headers);
    const published = async (times: number) =>
      vi.waitUntil(() => stream.kinds().filter((kind) => kind === 'changed').length === times, SOON);
    const kept = purchaseOf(user.card);
    await sendNetwork(here, 'authorisations', purchaseOf(user.card, { amount: 99_999_00 }));
    await published(1);
    await sendNetwork(here, 'authorisations', kept);
    await published(2);
    await sendNetwork(here, 'clearings', { ...purchaseOf(user.card), original: kept.reference });
    await published(3);
    await sendNetwork(here, 'refunds', { ...purchaseOf(user.card), original: kept.reference });
    await published(4);
    const advised = purchaseOf(user.card);
    await sendNetwork(here, 'advices', advised);
    await published(5);
    await sendNetwork(here, 'reversals', { reference: `${advised.reference}R`, original: advised.reference });
    await published(6);
    expect(stream.kinds().filter((kind) => kind === 'changed')).toHaveLength(6);
    stream.close();
  });

  it('notifies of a hold that expires and of a card that is turned off', async () => {
    const user = await givenUser(here.ctx);
    const stream = await openStream(there, user.headers);
    await postApi(here, 'card/turnCardOff', user.headers, { Card: user.card.reference });
    await vi.waitUntil(() => stream.kinds().includes('changed'), SOON);
    const again = await openStream(there, user.headers);
    await postApi(here, 'card/turnCardOn', user.headers, { Card: user.card.reference });
    await sendNetwork(here, 'authorisations', purchaseOf(user.card));
    await vi.waitUntil(() => again.kinds().filter((kind) => kind === 'changed').length === 2, SOON);
    const before = here.ctx.clocks.business.now();
    here.ctx.setBusinessTime(before + 8 * 86_400_000);
    await sweep(here.ctx, expireHolds);
    here.ctx.setBusinessTime(before);
    await expect.poll(() => again.kinds().filter((kind) => kind === 'changed'), SOON).toHaveLength(3);
    stream.close();
    again.close();
  });

  it('notifies a nominee of the shared account, and no other holder', async () => {
    const account = await givenAccount(here.ctx, { balance: 10_000n });
    const card = await givenCard(here.ctx, { account });
    const nominee = await givenHolder(here.ctx, { brand: account.brand });
    await givenCard(here.ctx, { account, holder: nominee });
    const webAccount = await givenWebAccount(here.ctx, { account, holder: nominee, extension: '01' });
    const shared = await openStream(there, (await givenSession(here.ctx, { webAccount })).headers);
    const stranger = await givenUser(here.ctx);
    const foreign = await openStream(there, stranger.headers);
    await sendNetwork(here, 'authorisations', purchaseOf(card));
    await vi.waitUntil(() => shared.kinds().includes('changed'), SOON);
    // Messages arrive in the order in which they were sent, so one for them would have come before this.
    await sendNetwork(here, 'authorisations', purchaseOf(stranger.card));
    await vi.waitUntil(() => foreign.kinds().includes('changed'), SOON);
    expect(foreign.kinds()).toEqual(['ready', 'changed']);
    expect(shared.kinds()).toEqual(['ready', 'changed']);
    shared.close();
    foreign.close();
  });

  it('notifies a card-only session of its own card only', async () => {
    const holder = await givenHolder(here.ctx);
    const own = await givenCard(here.ctx, { holder, balance: 5_000n });
    const other = await givenCard(here.ctx, { holder, balance: 5_000n });
    const stream = await openStream(there, (await givenSession(here.ctx, { card: own })).headers);
    await sendNetwork(here, 'authorisations', purchaseOf(other));
    await sendNetwork(here, 'authorisations', purchaseOf(own));
    await vi.waitUntil(() => stream.kinds().includes('changed'), SOON);
    expect(stream.kinds()).toEqual(['ready', 'changed']);
    stream.close();
  });

  it('begins with the changes since the page was loaded, for its own accounts only', async () => {
    const user = await givenUser(here.ctx);
    const stranger = await givenUser(here.ctx);
    const watching = await openStream(there, user.headers);
    // The server has listened for longer than the page has been there.
    pass(10_000);
    await sendNetwork(here, 'authorisations', purchaseOf(user.card));
    await vi.waitUntil(() => watching.kinds().includes('changed'), SOON);
    pass(3_000);
    const young = await openStream(there, user.headers, '?Age=3000');
    const younger = await openStream(there, user.headers, '?Age=2000');
    const foreign = await openStream(there, stranger.headers, '?Age=3000');
    const unaged = await openStream(there, user.headers);
    // The next message comes after the ones at the beginning.
    await sendNetwork(here, 'authorisations', purchaseOf(user.card));
    await sendNetwork(here, 'authorisations', purchaseOf(stranger.card));
    const streams = [young, younger, foreign, unaged];
    await vi.waitUntil(() => streams.every((stream) => stream.kinds().at(-1) === 'changed'), SOON);
    await vi.waitUntil(() => young.kinds().length > 2, SOON);
    expect(young.kinds()).toEqual(['ready', 'changed', 'changed']);
    for (const stream of [younger, foreign, unaged]) expect(stream.kinds()).toEqual(['ready', 'changed']);
    for (const stream of [watching, ...streams]) stream.close();
  });

  it('makes a page refetch when it is older than the server’s record of changes', async () => {
    const user = await givenUser(here.ctx);
    const stream = await openStream(there, user.headers, '?Age=999999');
    await vi.waitUntil(() => stream.kinds().length > 1, SOON);
    expect(stream.kinds()).toEqual(['ready', 'refetch']);
    stream.close();
  });

  it.each(['-1', 'abc', '1.5', '12345678'])('refuses an invalid age: %s', async (age) => {
    const user = await givenUser(here.ctx);
    const answer = await here.app.inject({ url: `/api/live?Age=${age}`, headers: user.headers });
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { field: 'Age' }]);
  });

  it('sends only the fact of a change', async () => {
    const user = await givenUser(here.ctx);
    const stream = await openStream(there, user.headers);
    await sendNetwork(here, 'authorisations', purchaseOf(user.card));
    await vi.waitUntil(() => stream.kinds().includes('changed'), SOON);
    expect(stream.text()).toBe('data: {"Kind":"ready"}\n\ndata: {"Kind":"changed"}\n\n');
    stream.close();
  });

  it('is neither compressed nor cached', async () => {
    const user = await givenUser(here.ctx);
    const stream = await openStream(here, { ...user.headers, 'accept-encoding': 'gzip, br' });
    expect(stream.response.headers.get('content-encoding')).toBeNull();
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(stream.response.headers.get('cache-control')).toBe('no-store, no-transform');
    expect(stream.response.headers.get('x-accel-buffering')).toBe('no');
    stream.close();
  });

  it('is refused without a valid session', async () => {
    const { url } = here;
    expect((await fetch(`${url}/api/live`)).status).toBe(401);
    expect((await fetch(`${url}/api/live`, { headers: { authorization: 'Bearer a.b.c' } })).status).toBe(401);
    const user = await givenUser(here.ctx);
    await postApi(here, 'token/revoke', user.headers);
    expect((await fetch(`${url}/api/live`, { headers: user.headers })).status).toBe(401);
  });

  it('refuses HEAD, whose response would never end', async () => {
    const user = await givenUser(here.ctx);
    const answer = await fetch(`${here.url}/api/live`, { method: 'HEAD', headers: user.headers });
    expect(answer.status).toBe(404);
  });

  it('covers a card added to the session from the next heartbeat', async () => {
    const user = await givenUser(here.ctx);
    const stream = await openStream(here, user.headers);
    const added = await givenCard(here.ctx, { holder: user.holder, balance: 5_000n });
    await here.ctx.live.heartbeat();
    await sendNetwork(there, 'authorisations', purchaseOf(added));
    await expect.poll(() => stream.kinds(), SOON).toContain('changed');
    stream.close();
  });
});

describe('the end of a stream', () => {
  it('comes at once when its session signs out at another server', async () => {
    const user = await givenUser(here.ctx);
    const stream = await openStream(there, user.headers);
    await postApi(here, 'token/revoke', user.headers);
    await vi.waitUntil(() => stream.isOver(), SOON);
    expect(stream.messages.at(-1)).toEqual({ Kind: 'end', Why: 'session' });
  });

  it('comes at once for a page whose access token had expired when it signed out', async () => {
    const webAccount = await givenWebAccount(here.ctx);
    const session = await givenSession(here.ctx, { webAccount });
    const stream = await openStream(there, session.headers);
    const refreshToken = writeRefreshToken(here.ctx.secrets, { sessionId: session.id, generation: 1 });
    const payload = { brand: webAccount.brand.identifier, refresh_token: refreshToken };
    const answer = await here.app.inject({ method: 'POST', url: '/api/token/end', payload });
    expect(answer.statusCode).toBe(200);
    await vi.waitUntil(() => stream.isOver(), SOON);
    expect(stream.messages.at(-1)).toEqual({ Kind: 'end', Why: 'session' });
  });

  it('comes with the next heartbeat when its session was revoked in another way', async () => {
    const user = await givenUser(here.ctx);
    const stream = await openStream(here, user.headers);
    await here.ctx.live.heartbeat();
    expect(stream.isOver()).toBe(false);
    await here.ctx.asOwner('UPDATE session SET revoked_at = $2 WHERE web_account_id = $1', [
      user.webAccount.id,
      new Date(here.ctx.clocks.security.now()),
    ]);
    await here.ctx.live.heartbeat();
    await vi.waitUntil(() => stream.isOver(), SOON);
    expect(stream.messages.at(-1)).toEqual({ Kind: 'end', Why: 'session' });
    expect(stream.text()).toContain(':\n\n');
  });

  it('comes when the session is idle for too long, although the stream is open', async () => {
    const user = await givenUser(here.ctx);
    const stream = await openStream(here, user.headers);
    const before = here.ctx.clocks.security.now();
    // 15 minutes.
    here.ctx.setSecurityTime(before + 899_000);
    await here.ctx.live.heartbeat();
    expect(stream.isOver()).toBe(false);
    here.ctx.setSecurityTime(before + 900_000);
    await here.ctx.live.heartbeat();
    here.ctx.setSecurityTime(before);
    await vi.waitUntil(() => stream.isOver(), SOON);
  });

  it('comes for the oldest stream of a session that opens an eleventh, and closes its connection', async () => {
    const user = await givenUser(here.ctx);
    const connections = () =>
      new Promise<number>((resolve) => here.app.server.getConnections((_, count) => resolve(count)));
    const before = await connections();
    const first = await openStream(here, user.headers);
    const others: OpenedStream[] = [];
    for (let number = 2; number <= 11; number += 1) others.push(await openStream(here, user.headers));
    await vi.waitUntil(() => first.isOver(), SOON);
    expect(first.messages.at(-1)).toEqual({ Kind: 'end', Why: 'replaced' });
    expect(others.filter((stream) => stream.isOver())).toEqual([]);
    await Promise.all(Array.from({ length: 40 }, () => openStream(here, user.headers)));
    await vi.waitUntil(() => others.every((stream) => stream.isOver()), SOON);
    await vi.waitUntil(() => here.ctx.live.countStreams() === 10, SOON);
    await vi.waitUntil(async () => (await connections()) <= before + 10, SOON);
    await postApi(here, 'token/revoke', user.headers);
    await vi.waitUntil(() => here.ctx.live.countStreams() === 0, SOON);
  });

  it('comes when its browser disconnects, and the server releases it', async () => {
    const user = await givenUser(here.ctx);
    const streams = async () =>
      Number(/^wattle_live_streams (\d+)$/m.exec((await here.app.inject('/metrics')).body)?.[1]);
    await vi.waitUntil(async () => (await streams()) === 0, SOON);
    const stream = await openStream(here, user.headers);
    expect(await streams()).toBe(1);
    stream.close();
    await vi.waitUntil(async () => (await streams()) === 0, SOON);
  });
});

describe('a server', () => {
  it('reconnects after losing its listening connection and makes every page refetch', async () => {
    const user = await givenUser(here.ctx);
    const stream = await openStream(there, user.headers);
    const lost = await listeners(here.ctx);
    await here.ctx.asOwner('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid', [lost]);
    // Sent while no one listens, so the page is asked to refetch.
    await sendNetwork(here, 'authorisations', purchaseOf(user.card));
    await vi.waitUntil(() => stream.kinds().includes('refetch'), SOON);
    await vi.waitUntil(async () => (await listeners(here.ctx)).length === 2, SOON);
    const before = stream.messages.length;
    await sendNetwork(here, 'authorisations', purchaseOf(user.card));
    await expect.poll(() => stream.messages.slice(before).map(({ Kind }) => Kind), SOON).toContain('changed');
    stream.close();
  });

  it('ends its streams and stops at once when it shuts down', async () => {
    const { servers, close: closeAll } = await givenServers(1);
    const [server] = servers as [LiveServer];
    const user = await givenUser(server.ctx);
    const stream = await openStream(server, user.headers);
    // A stream that it did not end would keep it open permanently.
    await server.app.close();
    await vi.waitUntil(() => stream.isOver(), SOON);
    expect(stream.messages.at(-1)).toEqual({ Kind: 'end', Why: 'server' });
    await closeAll();
  });
});
