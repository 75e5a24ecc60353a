import { afterAll, beforeEach, expect, it } from 'vitest';
import { givenApp } from '../../../test-support/app.ts';
import { sweep } from '../../../test-support/due-work.ts';
import { givenTenant } from '../../../test-support/factories.ts';
import { TEST_KEYS } from '../../../test-support/keys.ts';
import { givenEndpoint } from '../../../test-support/webhooks/given-endpoint.ts';
import { openSecrets } from '../../platform/secrets/secret-store.ts';
import { findEndpoint, replaceSecret, secretsOf } from './endpoint.store.ts';
import { resealWebhooks } from './tidy.due.ts';

const test = await givenApp();
const { ctx } = test;
afterAll(() => test.close());

let tenantId: number;
beforeEach(async () => {
  tenantId = (await givenTenant(ctx)).id;
});

const key = (version: number) => [version, TEST_KEYS.pan.versions.get(1)?.map((byte) => byte * version)] as const;
const keysOf = (current: number, ...versions: readonly number[]) => {
  const made = versions.map(key).map(([version, bytes]) => [version, Buffer.from(bytes ?? [])] as const);
  return openSecrets({ ...TEST_KEYS, pan: { current, versions: new Map(made) } });
};
const [both, next] = [keysOf(2, 1, 2), keysOf(2, 2)];

const endpointNamed = async (name: string) => {
  const endpoint = await ctx.database.read(tenantId, (tx) => findEndpoint(tx, tenantId, name));
  if (!endpoint) throw new Error('an endpoint was added');
  return endpoint;
};
const versionsOf = async (name: string) => {
  const { secret_key_version: secret, former_key_version: former } = await endpointNamed(name);
  return [secret, former];
};

it('secrets are sealed again after a new version of the data key, the former one too, and stay the same', async () => {
  const first = await givenEndpoint(ctx, tenantId, { name: 'First', events: ['card.issued'] });
  const plain = await givenEndpoint(ctx, tenantId, { name: 'Plain', events: ['card.issued'] });
  const nowMs = ctx.clocks.security.now();
  const newer = { tenantId, secret: 'whsec_bmV3', nowMs, formerUntilMs: nowMs + 3_600_000 };
  const by = { atMs: nowMs, by: 'Test' };
  const endpoint = await endpointNamed('First');
  await ctx.database.transact(tenantId, (tx) => replaceSecret(tx, ctx.secrets, endpoint, newer, by));
  expect(await versionsOf('First')).toEqual([1, 1]);

  await sweep({ ...ctx, secrets: both }, resealWebhooks);
  expect([await versionsOf('First'), await versionsOf('Plain')]).toEqual([
    [2, 2],
    [2, null],
  ]);
  // A server without the former version of the key opens both.
  expect(secretsOf(next, await endpointNamed('First'), nowMs)).toEqual(['whsec_bmV3', first.secret]);
  expect(secretsOf(next, await endpointNamed('Plain'), nowMs)).toEqual([plain.secret]);
});

it('a secret that cannot be opened is left, and keeps no other from being sealed', async () => {
  const broken = await givenEndpoint(ctx, tenantId, { name: 'Broken', events: ['card.issued'] });
  await givenEndpoint(ctx, tenantId, { name: 'Whole', events: ['card.issued'] });
  await ctx.asOwner('UPDATE webhook_endpoint SET secret_cipher = $2 WHERE id = $1', [broken.id, Buffer.alloc(64)]);
  await sweep({ ...ctx, secrets: both }, resealWebhooks);
  expect([await versionsOf('Broken'), await versionsOf('Whole')]).toEqual([
    [1, null],
    [2, null],
  ]);
});

it('a secret under the version that is in use is not written again', async () => {
  await givenEndpoint(ctx, tenantId, { name: 'First', events: ['card.issued'] });
  const before = await endpointNamed('First');
  await sweep(ctx, resealWebhooks);
  expect((await endpointNamed('First')).secret_cipher).toEqual(before.secret_cipher);
});
