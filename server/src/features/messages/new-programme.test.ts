import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { givenBrand } from '../../../test-support/factories.ts';
import { givenTransports } from '../../../test-support/outside/transports.ts';
import { openProgrammes } from '../programme/public.ts';
import { deliverDue } from './deliver-messages.due.ts';
import { queueRequested } from './queue-message.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

it('a code of a programme that was made after the server read the programmes is sent', async () => {
  const { ctx } = test;
  const { tenantId, id: brandId } = await givenBrand(ctx);
  await ctx.database.transact(tenantId, (tx) =>
    queueRequested(tx, ctx, {
      tenantId,
      brandId,
      holderId: null,
      channel: 'sms',
      to: '+61400000999',
      template: 'firstActivationCode',
      language: 'enAU',
      params: { code: '161616', firstName: 'Mia' },
      dedupKey: 'first',
    }),
  );
  const { transports, texts } = givenTransports();
  const config = { ...ctx.config, mode: 'production' as const };
  await deliverDue({ ...ctx, config, programmes: openProgrammes(ctx.database) }, transports);
  expect(texts.map(({ to }) => to)).toEqual(['+61400000999']);
});
