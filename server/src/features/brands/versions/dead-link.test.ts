import { Agent } from 'node:https';
import { connect } from 'node:net';
import path from 'node:path';
import { expect, it } from 'vitest';
import { givenApp } from '../../../../test-support/app.ts';
import { give, givenStaff } from '../../../../test-support/desk/desk.ts';
import { givenHttpServer } from '../../../../test-support/outside/http-server.ts';
import type { CalledAddresses } from '../../../outside/called-addresses.ts';
import { importBrand } from '../import-brand.ts';

const STUMPS = path.join(import.meta.dirname, '../../../../../brands/stumps');

it('a draft with a link that leads nowhere is not published, one with a site that is down is', async () => {
  const test = await givenApp();
  const answers: Record<string, number> = { '/faq': 404, '/terms': 503 };
  const site = await givenHttpServer(({ url }) => ({ status: answers[url] ?? 200 }));
  const { port } = new URL(site.url);
  // Every name leads to that site, without TLS.
  const https = new Agent({ keepAlive: false });
  https.createConnection = () => connect(Number(port), '127.0.0.1');
  const outside = test.ctx.outside as { givenAddresses: CalledAddresses };
  outside.givenAddresses = { ...outside.givenAddresses, agents: { ...outside.givenAddresses.agents, https } };
  await importBrand(test.ctx, STUMPS);
  const kate = await givenStaff(test.ctx, 1);
  const draft = async (from: string, changes: object) => {
    const input = { brand: 'stumps', from, changes: JSON.stringify(changes) };
    return String((await give(test, kate, 'draft-brand', { input })).body.rows?.[0]?.['version']);
  };
  const ask = async (version: string) =>
    (await give(test, kate, 'publish-brand', { input: { brand: 'stumps', version }, reason: 'New season' })).body;

  const dead = await draft('1', { 'settings.FaqUrl': 'https://www.stumps.com.au/faq' });
  expect(await ask(dead)).toMatchObject({ error: 'brand_link_dead', field: 'version' });
  const tried = await give(test, kate, 'try-brand-links', { input: { brand: 'stumps' } });
  expect(tried.body.rows).toContainEqual({
    place: 'settings.FaqUrl',
    url: 'https://www.stumps.com.au/faq',
    state: 'dead',
    status: 404,
    fault: '',
  });
  const down = await draft(dead, { 'settings.FaqUrl': 'https://www.stumps.com.au/terms' });
  expect((await ask(down)).request).toBeDefined();
  expect(site.calls.map(({ url }) => url)).toEqual(['/faq', '/faq', '/terms']);
  await site.close();
  await test.close();
});
