import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { expect, it } from 'vitest';
import { givenContext } from '../../../test-support/processes/database.ts';
import { givenBrand } from '../../../test-support/factories.ts';
import { buildApp } from '../../http/app.ts';
import { openOutside } from '../../outside/outside.ts';
import { deliverDue } from './deliver-messages.due.ts';
import type { Requested } from './message.types.ts';
import { queueRequested } from './queue-message.ts';

const CODES = 20;

it('codes wait while the mail server refuses our sender, and all are sent once it does not', async () => {
  let isRefused = true;
  let accepted = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    hideENHANCEDSTATUSCODES: true,
    onMailFrom: (_address, _session, done) =>
      done(isRefused ? Object.assign(new Error('5.7.515 Access denied'), { responseCode: 550 }) : null),
    onData: (stream, _session, done) =>
      stream
        .on('data', () => {})
        .on('end', () => {
          accepted += 1;
          done();
        }),
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const settings = { WATTLE_SMTP_URL: `smtp://127.0.0.1:${port}`, WATTLE_MAIL_FROM: 'no-reply@wattle.example' };
  const ctx = await givenContext(settings);
  const { policies } = ctx.config.outside;
  const quick = { ...policies, mail: { ...policies.mail, openMs: 1 } };
  const outside = openOutside(
    { ...ctx.config, outside: { ...ctx.config.outside, policies: quick } },
    ctx.clocks,
    ctx.log,
  );
  const seen = { ...ctx, outside };
  const app = await buildApp(seen);
  const brand = await givenBrand(ctx);
  await ctx.database.transact(brand.tenantId, async (tx) => {
    for (let code = 0; code < CODES; code += 1) {
      const message: Requested = {
        channel: 'email',
        to: 'amelia.chen@example.com',
        tenantId: brand.tenantId,
        brandId: brand.id,
        holderId: null,
        template: 'accessCode',
        language: 'enAU',
        params: { code: '042137', firstName: 'Amelia' },
        dedupKey: `code:${code}`,
      };
      await queueRequested(tx, ctx, message);
    }
  });
  const states = () =>
    ctx.asOwner<{ delivered: number; dead: number; most: number }>(
      'SELECT count(delivered_at)::int AS delivered, count(dead_at)::int AS dead, max(attempts) AS most FROM outbox_message',
    );
  for (let round = 0; round < 15; round += 1) {
    await deliverDue(seen, outside);
    ctx.advance(60_000);
  }
  expect(accepted).toBe(0);
  expect(await states()).toMatchObject([{ delivered: 0, dead: 0, most: 0 }]);
  const { outside: failing } = (await app.inject('/readyz')).json();
  expect(failing).toMatchObject([{ system: 'mail', code: 'smtp_550_5.7.515', refusesUs: true }]);
  expect((await app.inject('/metrics')).body).toContain('wattle_outside_refuses_us{system="mail"} 1');
  isRefused = false;
  await expect
    .poll(async () => {
      ctx.advance(60_000);
      await deliverDue(seen, outside);
      return accepted;
    })
    .toBe(CODES);
  expect(await states()).toMatchObject([{ delivered: CODES, dead: 0, most: 1 }]);
  expect((await app.inject('/readyz')).json()).not.toHaveProperty('outside');
  await app.close();
  outside.close();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  await ctx.close();
});
