import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { brokenIn } from '../../../test-support/ledger/verified.ts';
import { giveSecrets } from '../../../test-support/desk/programme-samples.ts';
import { givenConnection, moneyOf, SAMPLE_SECRETS } from '../../../test-support/processors/given-connection.ts';
import { givenPlayed, type Played } from '../../../test-support/processors/played.ts';
import { processorApiOf } from '../../features/processors/api.ts';
import { processorFigures } from '../../features/processors/figures.ts';

let test: TestApp;
const folder = mkdtempSync(path.join(tmpdir(), 'wattle-played-'));
beforeAll(async () => {
  test = await givenApp({ WATTLE_DATA: folder });
});
afterAll(async () => {
  const broken = await brokenIn(test.ctx);
  await test.close();
  rmSync(folder, { recursive: true });
  expect(broken).toEqual([]);
});

describe.each(['stripe', 'lithic'] as const)('purchases by the bytes of %s', (kind) => {
  let connection: Played;
  beforeAll(async () => {
    connection = await givenPlayed(test, kind);
  });

  async function run(card: { readonly external: string }, words: string) {
    const deliveries = await connection.play(card, words);
    expect(deliveries.map(({ status }) => status)).toEqual(deliveries.map(() => 200));
    return deliveries.at(-1)?.belief;
  }

  it('are held, grow, are reversed in part, cleared in parts and refunded', async () => {
    const card = await connection.card();
    expect(await run(card, 'authorise --amount 40.00')).toContain('holds 4000');
    expect(await moneyOf(test, card)).toEqual({ balance: 100_00, held: 40_00 });
    await run(card, 'reverse --amount 30.00');
    expect(await moneyOf(test, card)).toEqual({ balance: 100_00, held: 30_00 });
    await run(card, 'clear --amount 20.00 --more');
    expect(await moneyOf(test, card)).toEqual({ balance: 80_00, held: 10_00 });
    await run(card, 'clear --amount 8.00');
    expect(await moneyOf(test, card)).toEqual({ balance: 72_00, held: 0 });
    await run(card, 'refund --amount 5.00');
    expect(await moneyOf(test, card)).toEqual({ balance: 77_00, held: 0 });
  });

  it('are declined above the balance, and by the processor alone', async () => {
    const card = await connection.card();
    expect(await run(card, 'authorise --amount 100.01')).toMatch(/declined/i);
    expect(await run(card, 'authorise --amount 1.00 --alone CARD_PAUSED')).toMatch(/declined/i);
    expect(await moneyOf(test, card)).toEqual({ balance: 100_00, held: 0 });
  });

  it('follow the processor where the answer came too late', async () => {
    const card = await connection.card();
    await run(card, 'authorise --amount 40.00 --late 2500 --on-silence decline');
    expect(await moneyOf(test, card)).toEqual({ balance: 100_00, held: 0 });
  });

  it('end alike twice and in another order', async () => {
    const card = await connection.card();
    await run(card, 'authorise --amount 40.00 --twice --order clear,authorise');
    expect(await moneyOf(test, card)).toEqual({ balance: 60_00, held: 0 });
  });

  it('are taken without having been asked about, and expire', async () => {
    const card = await connection.card();
    await run(card, 'advice --amount 40.00');
    expect(await moneyOf(test, card)).toEqual({ balance: 100_00, held: 40_00 });
    await run(card, 'expire');
    expect(await moneyOf(test, card)).toEqual({ balance: 100_00, held: 0 });
  });
});

describe('the sandbox of processors', () => {
  it('lists its deliveries, and changes cards by its API, which an event confirms', async () => {
    const connection = await givenPlayed(test, 'stripe');
    const at = `/sandbox/processors/${connection.publicId}/v1/issuing/cards`;
    const call = (url: string, payload: string) =>
      test.app.inject({
        method: 'POST',
        url,
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          authorization: `Bearer ${SAMPLE_SECRETS.API}`,
        },
        payload,
      });
    const made = (await call(at, 'type=virtual&status=active&currency=aud')).json<{ id: string }>();
    expect(made).toMatchObject({ object: 'issuing.card', status: 'active' });
    await call(`${at}/${made.id}`, 'status=inactive');
    const told = await test.ctx.asOwner<{ kind: string }>(
      'SELECT kind FROM processor_event WHERE connection_id = $1 ORDER BY key',
      [connection.id],
    );
    expect(told).toEqual([{ kind: 'cardState' }, { kind: 'cardState' }]);
    const page = await test.app.inject({ method: 'GET', url: '/sandbox/processors' });
    expect([page.statusCode, page.body.includes('Card processors of the sandbox')]).toEqual([200, true]);
    const other = await test.app.inject({ method: 'GET', url: '/sandbox/processors/none/v1/balance' });
    expect(other.statusCode).toBe(404);
  });

  it.each([
    ['stripe', 'Bearer', { error: { type: 'invalid_request_error' } }],
    ['lithic', '', { debugging_request_id: expect.any(String) as string }],
  ] as const)(
    'refuses another key than that of the connection as %s does, which is raised',
    async (kind, scheme, body) => {
      await test.app.listen({ port: 0, host: '127.0.0.1' }).catch(() => {});
      const { port } = test.app.server.address() as AddressInfo;
      const own = await givenConnection(test, { apiVersion: '2026-10-28.endive' }, kind);
      const url = `http://127.0.0.1:${port}/sandbox/processors/${own.publicId}`;
      await test.ctx.asOwner(
        `UPDATE processor_connection SET settings = settings || jsonb_build_object('url', $2::text) WHERE id = $1`,
        [own.id, url],
      );
      await test.ctx.processors.refresh();
      for (const authorization of [undefined, `${scheme} other`.trim(), `Basic ${SAMPLE_SECRETS.API}`]) {
        const headers = authorization === undefined ? {} : { authorization };
        const answer = await test.app.inject({ method: 'GET', url: `${new URL(url).pathname}/v1/balances`, headers });
        expect([answer.statusCode, answer.json()]).toMatchObject([401, body]);
      }
      const raised = async () => {
        const text = await processorFigures.getSingleMetricAsString('wattle_processor_alerts_total');
        return Number(new RegExp(`processor="${kind}",alert="key_refused"\\} (\\d+)`).exec(text)?.[1] ?? 0);
      };
      const before = await raised();
      const ask = async () => processorApiOf(test.ctx, own.tenantId, own.id)?.balance();
      expect(await ask()).toEqual({ kind: 'done', value: 100_000_00 });
      expect(await raised()).toBe(before);
      // The sandbox has the new key, and the server has not been started again.
      const other = {
        ...test.ctx,
        config: { ...test.ctx.config, namedSecrets: new Map(test.ctx.config.namedSecrets) },
      };
      giveSecrets(other, own.tenantId, { API: 'a former key' });
      expect(await processorApiOf(other, own.tenantId, own.id)?.balance()).toEqual({
        kind: 'unknown',
        code: 'http_401',
      });
      expect(await raised()).toBe(before + 1);
    },
  );
});
