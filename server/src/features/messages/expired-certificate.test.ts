import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { givenContext, type TestContext } from '../../../test-support/processes/database.ts';
import { givenBrand } from '../../../test-support/factories.ts';
import { buildApp } from '../../http/app.ts';
import { openOutside } from '../../outside/outside.ts';
import type { Log } from '../../platform/log.ts';
import { deliverDue } from './deliver-messages.due.ts';
import type { Message, Requested } from './message.types.ts';
import { queueRequested } from './queue-message.ts';

const [TRUSTED, CODES] = [getCACertificates('default'), 20];

let folder: string;
let gateway: Server;
let ctx: TestContext;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'wattle-expired-'));
  const of = (name: string) => path.join(folder, name);
  const openssl = (...words: string[]) => spawnSync('/usr/bin/openssl', words);
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  openssl('req', '-x509', ...key, '-days', '2', '-subj', '/CN=authority', '-keyout', of('ca.key'), '-out', of('ca'));
  const name = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  openssl('req', ...key, ...name, '-keyout', of('key'), '-out', of('request'));
  const signed = ['-CA', of('ca'), '-CAkey', of('ca.key'), '-copy_extensions', 'copy'];
  // Ended yesterday.
  openssl('x509', '-req', '-in', of('request'), ...signed, '-days', '-1', '-out', of('certificate'));
  setDefaultCACertificates([...TRUSTED, readFileSync(of('ca'), 'utf8')]);
  gateway = createServer({ key: readFileSync(of('key')), cert: readFileSync(of('certificate')) }, (_, answer) =>
    answer.writeHead(202).end(),
  );
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  const { port } = gateway.address() as AddressInfo;
  ctx = await givenContext({ WATTLE_SMS_URL: `https://127.0.0.1:${port}/`, WATTLE_SMS_KEY: '6b'.repeat(32) });
});
afterEach(async () => {
  setDefaultCACertificates(TRUSTED);
  await ctx.close();
  await new Promise((resolve) => gateway.close(resolve));
  rmSync(folder, { recursive: true });
});

it('codes behind an expired certificate of the gateway wait with one log line, on readyz and in the metrics', async () => {
  const lines: string[] = [];
  const note = (fields: object, words: string) => void lines.push(`${JSON.stringify(fields)} ${words}`);
  const log = { debug() {}, info() {}, warn: note, error: note } as unknown as Log;
  const outside = openOutside(ctx.config, ctx.clocks, log);
  const seen = { ...ctx, outside };
  const app = await buildApp(seen);
  const brand = await givenBrand(ctx);
  await ctx.database.transact(brand.tenantId, async (tx) => {
    for (let code = 0; code < CODES; code += 1) {
      const message: Partial<Message> = {
        channel: 'sms',
        to: '+61400000001',
        tenantId: brand.tenantId,
        brandId: brand.id,
        holderId: null,
        template: 'accessCode',
        language: 'enAU',
        params: { code: '042137', firstName: 'Amelia' },
        dedupKey: `code:${code}`,
      };
      await queueRequested(tx, ctx, message as Requested);
    }
  });
  await deliverDue(seen, outside);
  expect(lines).toEqual(['{"system":"sms","code":"CERT_HAS_EXPIRED"} another system does not answer']);
  ctx.advance(61_000);
  const { outside: failing, messages } = (await app.inject('/readyz')).json();
  expect(failing).toEqual([{ system: 'sms', code: 'CERT_HAS_EXPIRED', seconds: 61 }]);
  expect(messages).toEqual([{ channel: 'sms', waiting: CODES, oldestSeconds: 61 }]);
  const { body } = await app.inject('/metrics');
  expect(body).toContain(`wattle_messages_waiting{channel="sms"} ${CODES}`);
  expect(body).toContain('wattle_messages_oldest_seconds{channel="sms"} 61');
  await app.close();
  outside.close();
});
