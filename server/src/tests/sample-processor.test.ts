import { afterAll, expect, it, vi } from 'vitest';
import type * as Adapters from '../compose/processor-adapters.ts';

// The list that a further processor is written into. Nothing else of the product knows the sample. Files of tests share
// their modules, so this one loads the server again and leaves none of it behind.
vi.resetModules();
vi.doMock('../compose/processor-adapters.ts', async (original) => {
  const { processorAdapters } = await original<typeof Adapters>();
  const { sampleProcessor } = await import('../../test-support/processors/sample/sample.ts');
  return { processorAdapters: [...processorAdapters, sampleProcessor()] };
});

const { givenApp } = await import('../../test-support/app.ts');
const { give, givenStaff } = await import('../../test-support/desk/desk.ts');
const { giveSecrets } = await import('../../test-support/desk/programme-samples.ts');
const { givenTenant } = await import('../../test-support/factories.ts');
const { signSample } = await import('../../test-support/processors/sample/sample.ts');

const test = await givenApp();
afterAll(async () => {
  await test.close();
  vi.doUnmock('../compose/processor-adapters.ts');
  vi.resetModules();
});

it('a processor that is one line of the list is connected by two people, and asks at the address of its connection', async () => {
  const { id: tenantId } = await givenTenant(test.ctx);
  giveSecrets(test.ctx, tenantId, { ASKS: 'one', EVENTS: 'two' });
  const [asker, manager] = [await givenStaff(test.ctx, tenantId), await givenStaff(test.ctx, tenantId)];
  const input = {
    name: 'Cards',
    processor: 'sample',
    apiVersion: '2026-11-01',
    asksKey: 'ASKS',
    eventsKey: 'EVENTS',
  };
  const asked = await give(test, asker, 'add-connection', { input, reason: 'as the contract says' });
  await give(test, manager, 'approve', { input: { request: asked.body.request?.id ?? '' } });
  await test.ctx.processors.refresh();
  const { rows } = (await give(test, asker, 'connections', { input: {} })).body;
  expect(rows).toMatchObject([{ connection: 'Cards', processor: 'sample', state: 'on', deadlineMs: 30_000, asked: 0 }]);
  const payload = JSON.stringify({ id: 'ping-1', type: 'ping' });
  const seconds = Math.floor(test.ctx.clocks.security.now() / 1000);
  const answer = await test.app.inject({
    method: 'POST',
    url: `${String(rows?.[0]?.['address'])}asks`,
    headers: { 'sample-time': String(seconds), 'sample-signature': signSample('one', 'asks', seconds, payload) },
    payload,
  });
  expect([answer.statusCode, answer.body]).toEqual([200, '{"taken":true}']);
});
