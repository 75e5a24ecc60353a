import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import {
  givenContext,
  givenDatabase,
  type TestContext,
  type TestDatabase,
} from '../../../test-support/processes/database.ts';
import { give, givenStaff } from '../../../test-support/desk/desk.ts';
import { givenRunner } from '../../../test-support/due-work.ts';
import { effects, givenEffects } from '../../../test-support/effects.ts';
import { givenBrand, givenHolder, givenTenant, type TestBrand } from '../../../test-support/factories.ts';
import { noteJob, queueNote } from '../../../test-support/desk/notes.ts';
import { purchaseOf, sendNetwork } from '../../../test-support/network.ts';
import { givenUser, postApi } from '../../../test-support/signed-in.ts';
import { LEDGER_CHAIN } from '../../ledger/ledger-chain.ts';
import type { Transports } from '../../outside/transports.ts';
import { holdInstance } from '../../platform/backup/instance-hold.ts';
import { sealJob } from '../../platform/sealed-log/seal.due.ts';
import { deliverMessages } from '../messages/deliver-messages.due.ts';
import { queueNotice } from '../messages/public.ts';

const RESTORED_TO = Date.parse('2026-11-20T01:00:00Z');
const REASON = 'Compared with the bank';

let database: TestDatabase;
let folder: string;
let before: TestContext;
let brand: TestBrand;
beforeEach(async () => {
  database = await givenDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'wattle-held-'));
  before = await givenContext({}, { ...database, close: async () => {} });
  brand = await givenBrand(before);
  await givenEffects(before);
});
afterEach(async () => {
  await before.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

/** The instance as it starts after a restore. */
async function restored(): Promise<TestApp> {
  await holdInstance(database.ownerUrl, { nowMs: before.clocks.security.now(), asOfMs: RESTORED_TO });
  return givenApp({ WATTLE_DATA: folder }, {}, { ...database, close: async () => {} });
}

/** Requests the release and approves it, each by a member of staff. */
async function release(test: TestApp, tenantId: number, messages: 'send' | 'drop') {
  const [asking, approving] = [await givenStaff(test.ctx, tenantId), await givenStaff(test.ctx, tenantId)];
  const { body } = await give(test, asking, 'release-instance', { input: { messages }, reason: REASON });
  const { status } = await give(test, approving, 'approve', { input: { request: body.request?.id ?? '' } });
  expect(status).toBe(200);
  await test.ctx.instanceHold.refresh();
}

async function queueMail(): Promise<void> {
  const { id: holderId } = await givenHolder(before, { brand });
  const message = { tenantId: brand.tenantId, brandId: brand.id, channel: 'email', language: 'enAU' } as const;
  await before.database.transact(brand.tenantId, (tx) =>
    queueNotice(tx, before, {
      ...message,
      template: 'contactChanged',
      holderId,
      to: 'kim@example.com',
      params: {},
      dedupKey: `test:${holderId}`,
    }),
  );
}

/** Mail that records its recipients. */
function givenMail() {
  const sent: string[] = [];
  const email: Transports['email'] = {
    async send({ to }) {
      sent.push(to);
      return { ok: true };
    },
    close() {},
  };
  return { sent, jobs: [deliverMessages({ email })] };
}

describe('a restored instance', () => {
  it('runs no due work and sends no message until it is released, and then continues', async () => {
    await queueNote(before, brand.tenantId, 'a');
    await queueMail();
    const test = await restored();
    const mail = givenMail();
    const runner = givenRunner(test.ctx, [noteJob(), ...mail.jobs]);
    await runner.runDue();
    expect(await effects(before)).toEqual([]);
    expect(mail.sent).toEqual([]);
    await release(test, brand.tenantId, 'send');
    await runner.runDue();
    expect(await effects(before)).toEqual(['a']);
    expect(mail.sent).toEqual(['kim@example.com']);
    await runner.stop();
    await test.close();
  });

  it('drops the queued messages when the desk chooses that', async () => {
    await queueMail();
    const test = await restored();
    await release(test, brand.tenantId, 'drop');
    const mail = givenMail();
    const runner = givenRunner(test.ctx, mail.jobs);
    await runner.runDue();
    expect(mail.sent).toEqual([]);
    await runner.stop();
    await test.close();
  });

  it('keeps messages that were queued after the restore', async () => {
    await queueMail();
    const test = await restored();
    test.ctx.advance(60_000);
    const { id: holderId } = await givenHolder(test.ctx, { brand });
    await test.ctx.database.transact(brand.tenantId, (tx) =>
      queueNotice(tx, test.ctx, {
        tenantId: brand.tenantId,
        brandId: brand.id,
        channel: 'email',
        language: 'enAU',
        template: 'contactChanged',
        holderId,
        to: 'new@example.com',
        params: {},
        dedupKey: 'new',
      }),
    );
    await release(test, brand.tenantId, 'drop');
    const mail = givenMail();
    const runner = givenRunner(test.ctx, mail.jobs);
    await runner.runDue();
    expect(mail.sent).toEqual(['new@example.com']);
    await runner.stop();
    await test.close();
  });

  it('calls no other system and writes no file', async () => {
    const test = await restored();
    const { bank } = test.ctx.outside;
    expect(await bank.outgoing.put('1-de-20261120-1.aba', Buffer.from('x'))).toEqual({ kind: 'unsent', code: 'held' });
    await release(test, brand.tenantId, 'send');
    expect(await bank.outgoing.put('1-de-20261120-1.aba', Buffer.from('x'))).toMatchObject({ kind: 'done' });
    expect(await readdir(path.join(folder, 'outgoing/bank'))).toEqual(['1-de-20261120-1.aba']);
    await test.close();
  });

  it('is held until every programme is released', async () => {
    const other = await givenTenant(before);
    const test = await restored();
    await release(test, brand.tenantId, 'send');
    expect(test.ctx.instanceHold.isHeld()).toBe(true);
    await release(test, other.id, 'send');
    expect(test.ctx.instanceHold.isHeld()).toBe(false);
    await test.close();
  });

  it('serves people and the card network, seals its ledger, and reports on /readyz that it is held', async () => {
    const user = await givenUser(before, { brand, balance: 10_000n });
    const test = await restored();
    const answer = await sendNetwork(test, 'authorisations', purchaseOf(user.card));
    expect(answer.answer).toBe('00');
    const list = await postApi(test, 'onlineAccount/GetAddress', user.headers);
    expect(list.statusCode).toBe(200);
    const runner = givenRunner(test.ctx, [sealJob('ledger.seal', LEDGER_CHAIN)]);
    await runner.runDue();
    const [ran] = await database.asOwner<{ planned: string }>(
      "SELECT (due_at > '2026-11-20T02:00:00Z')::text AS planned FROM due_work WHERE job = 'ledger.seal'",
    );
    expect(ran?.planned).toBe('true');
    const ready = await test.app.inject('/readyz');
    expect([ready.statusCode, ready.json()]).toMatchObject([200, { status: 'ready', held: true }]);
    await runner.stop();
    await test.close();
  });

  it('uses no id that may have been used after the restored moment', async () => {
    const last = async () => {
      const [row] = await database.asOwner<{ id: string }>("SELECT nextval('transfer_id_seq')::text AS id");
      return BigInt(row?.id ?? 0);
    };
    const lastBefore = await last();
    const test = await restored();
    expect(await last()).toBeGreaterThan(lastBefore + 10_000_000n);
    await test.close();
  });

  it('never sends a file by itself that may have been sent after the restored moment', async () => {
    await database.asOwner(
      `INSERT INTO bank_file (tenant_id, method, name, value_date, state, lines, cents, digest, content_cipher,
                              content_key_version, made_at)
       VALUES ($1, 'external', 'one.aba', '2026-11-20', 'Made', 1, 100, $2, '\\x00', 1, '2026-11-20T00:00Z')`,
      [brand.tenantId, Buffer.alloc(32)],
    );
    const test = await restored();
    const [file] = await database.asOwner<{ tried: boolean }>('SELECT tried_at IS NOT NULL AS tried FROM bank_file');
    expect(file).toEqual({ tried: true });
    await test.close();
  });
});
