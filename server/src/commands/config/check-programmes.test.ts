import { describe, expect, it } from 'vitest';
import { givenBrand } from '../../../test-support/factories.ts';
import { givenHttpServer } from '../../../test-support/outside/http-server.ts';
import { isSignedSms } from '../../../test-support/outside/sms/signed-sms.ts';
import { givenStripe, STRIPE_SECRETS } from '../../../test-support/outside/stripe/server.ts';
import { SMS_KEY } from '../../../test-support/processes/configured.ts';
import { givenContext, givenEmptyDatabase } from '../../../test-support/processes/database.ts';
import { givenCheck, linesOf } from '../../../test-support/processes/given-check.ts';
import { productionSettings } from '../../../test-support/processes/production-server.ts';
import { realClock } from '../../platform/time/clock.ts';

const { given, kept, check, failedOf } = givenCheck();

describe('the database', () => {
  it('with a wrong password, a wrong name or a superuser is named, and nothing else is asked of it', async () => {
    const wrong = given.ctx.url.replace(/:[^:@/]+@/, ':another@');
    expect(await failedOf({ DATABASE_URL: wrong }, 'Database')).toEqual([
      expect.stringMatching(/^Database: DATABASE_URL: The database cannot be used: password authentication failed/),
    ]);
    const nowhere = given.ctx.url.replace(/\/[^/?]*(\?|$)/, '/nowhere$1');
    expect(await failedOf({ DATABASE_URL: nowhere }, 'Database')).toEqual([
      expect.stringContaining('"nowhere" does not exist'),
    ]);
    expect(await failedOf({ DATABASE_URL: given.ctx.ownerUrl, WATTLE_MODE: 'production' }, 'Database')).toContainEqual(
      expect.stringContaining('The database role of DATABASE_URL is a superuser'),
    );
  });

  it('without a schema waits for the first start, which needs the owner', async () => {
    const empty = await givenEmptyDatabase();
    kept(empty);
    const alone = { ...productionSettings(empty.url, given.brand) };
    expect(await failedOf(alone, 'Database')).toEqual([
      expect.stringMatching(/^Database: it lacks \d+ migrations. Set DATABASE_OWNER_URL/),
    ]);
    const findings = await check({ ...alone, DATABASE_OWNER_URL: empty.ownerUrl });
    expect(linesOf(findings, 'passed')).toContain('Database: it has no schema yet. The first start makes it');
    expect(await empty.asOwner("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")).toEqual([]);
  });

  it('of another mode, with other keys or with a default brand that does not exist is named', async () => {
    const own = await givenContext();
    kept(own);
    const there = await givenBrand(own);
    const settings = productionSettings(own.url, there);
    expect(await failedOf({ ...settings, WATTLE_DEFAULT_BRAND: 'nosuch' }, 'Brands')).toEqual([
      expect.stringContaining('WATTLE_DEFAULT_BRAND: there is no brand nosuch'),
    ]);
    await own.asOwner("INSERT INTO instance_identity (instance_id, mode) VALUES (gen_random_uuid(), 'sandbox')");
    expect(await failedOf(settings, 'Database')).toEqual([
      'Database: This database belongs to an instance in sandbox mode, and WATTLE_MODE is production. Nothing was changed.',
    ]);
  });
});

describe('a programme with systems of its own', () => {
  it('has them tried too, and a secret that is missing is named', async () => {
    const texts = kept(
      await givenHttpServer((call) => ({ status: isSignedSms(Buffer.from(SMS_KEY, 'hex'), call) ? 400 : 401 })),
    );
    const gateway = kept(await givenStripe(realClock));
    const processor = kept(
      await givenHttpServer(({ url, headers }) =>
        headers.authorization === 'Bearer sk_test_issuing' && url.startsWith('/v1/balance')
          ? { status: 200, body: JSON.stringify({ issuing: { available: [{ amount: 100, currency: 'aud' }] } }) }
          : { status: 401, body: '{}' },
      ),
    );
    const { tenantId } = given.brand;
    const parts = {
      sms: { provider: 'gateway', url: texts.url, key: 'TEXTS' },
      gateway: { provider: 'stripe', url: gateway.settings.url, apiKey: 'STRIPE', noticeKey: 'STRIPE_HOOK' },
    };
    for (const [part, settings] of Object.entries(parts)) {
      await given.ctx.asOwner(
        'INSERT INTO programme_identity (tenant_id, part, settings, set_at) VALUES ($1, $2, $3, now())',
        [tenantId, part, JSON.stringify(settings)],
      );
    }
    const setAt = new Date().toISOString();
    const named = (name: string) => [{ name, setAt }];
    const connection = {
      currency: 'AUD',
      apiVersion: '2026-11-01',
      increments: 'differences',
      silence: 'decline',
      url: processor.url,
      secrets: { asks: named('ASKS'), events: named('EVENTS'), api: named('ISSUING') },
    };
    await given.ctx.asOwner(
      `INSERT INTO processor_connection (tenant_id, public_id, kind, name, settings, is_on, made_at, made_by, changed_at, changed_by)
       VALUES ($1, gen_random_uuid(), 'stripe', 'Issuing', $2, true, now(), 'Test', now(), 'Test')`,
      [tenantId, JSON.stringify(connection)],
    );
    const secret = (name: string) => `WATTLE_SECRET_${tenantId}_${name}`;
    const env = {
      [secret('TEXTS')]: SMS_KEY,
      [secret('STRIPE')]: gateway.settings.key,
      [secret('STRIPE_HOOK')]: STRIPE_SECRETS.now,
      [secret('ASKS')]: 'secret of asks',
      [secret('EVENTS')]: 'secret of events',
      [secret('ISSUING')]: 'sk_test_issuing',
    };
    const right = await check(env);
    expect(linesOf(right, 'failed')).toEqual([]);
    const host = (url: string) => new URL(url).host;
    expect(linesOf(right, 'passed')).toEqual(
      expect.arrayContaining([
        `Texts of programme ${tenantId}: signed in at ${host(texts.url)}`,
        `Card payments of programme ${tenantId}: signed in at ${host(gateway.settings.url)}`,
        `Card processor "Issuing" of programme ${tenantId}: signed in at ${host(processor.url)}`,
      ]),
    );
    const wrong = { ...env, [secret('TEXTS')]: '', [secret('ISSUING')]: 'sk_test_another', [secret('ASKS')]: '' };
    const lines = linesOf(await check(wrong), 'failed');
    expect(lines).toEqual([
      `Card processors: The connection "Issuing" of programme ${tenantId}: the environment has no secret ASKS`,
      `Texts of programme ${tenantId}: a secret that it names is missing, or has another form. Check its secrets (WATTLE_SECRET_${tenantId}_…) and its account at the desk`,
      expect.stringContaining(
        `Card processor "Issuing" of programme ${tenantId}: not signed in at ${host(processor.url)}`,
      ),
    ]);
  });
});
