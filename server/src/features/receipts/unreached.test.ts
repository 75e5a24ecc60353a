import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { givenContactCalls, givenOwner } from '../../../test-support/contacts.ts';
import { give, givenStaff } from '../../../test-support/desk/desk.ts';
import { givenHolder, type TestWebAccount } from '../../../test-support/factories.ts';
import { messagesTo, postReceipt } from '../../../test-support/outside/receipts.ts';
import { givenTransports } from '../../../test-support/outside/transports.ts';
import type { Delivery } from '../../outside/delivery.ts';
import { contactHash, endMark, lockMarks, readMarks, troubleOf } from '../contact-marks/public.ts';
import { deliverDue } from '../messages/deliver-messages.due.ts';
import { openOrEndCase, queueNotice } from '../messages/public.ts';

const DAY_MS = 24 * 3_600_000;

const folder = mkdtempSync(path.join(tmpdir(), 'wattle-unreached-'));
let test: TestApp;
let owner: TestWebAccount;
let count = 0;
beforeAll(async () => {
  test = await givenApp({ WATTLE_DATA: folder, WATTLE_SIGN_IN_RATE: '10000', WATTLE_MESSAGES_AN_HOUR: '100' });
});
beforeEach(async () => {
  owner = await givenOwner(test);
  await test.ctx.asOwner("UPDATE holder SET mobile = '0400 000 701' WHERE id = $1", [owner.holder.id]);
});
afterAll(async () => {
  await test.close();
  rmSync(folder, { recursive: true, force: true });
});

type To = { readonly channel: 'email' | 'sms'; readonly to: string };
const MOBILE: To = { channel: 'sms', to: '+61400000701' };
const email = (): To => ({ channel: 'email', to: owner.holder.email });

/** Sends a notice to a contact, and what the provider says of it later. */
async function notice(to: To, said: 'delivered' | 'complained' | 'badAddress' | 'optedOut', holder = owner.holder) {
  const { id: brandId, tenantId } = owner.brand;
  count += 1;
  await test.ctx.database.transact(tenantId, (tx) =>
    queueNotice(tx, test.ctx, {
      tenantId,
      brandId,
      holderId: holder.id,
      template: 'contactUndone',
      language: 'enAU',
      params: { firstName: 'Sam' },
      dedupKey: `notice:${count}`,
      ...to,
    }),
  );
  await deliverDue(test.ctx, givenTransports().transports);
  const messageId = (await messagesTo(test, holder.id)).at(-1)?.message_id ?? '';
  const state =
    said === 'delivered' || said === 'complained'
      ? ({ state: said, isForGood: false } as const)
      : ({ state: 'undelivered', reason: said, isForGood: true } as const);
  expect(await postReceipt(test, tenantId, to.channel, { messageId, ...state })).toBe(200);
}

const marks = () =>
  test.ctx.database.transact(owner.brand.tenantId, (tx) => readMarks(tx, owner.brand.tenantId, owner.holder.id));
const hasCase = async () => (await marks()).some(({ case_opened_at: at }) => at !== null);

/** No message reaches the person. */
async function givenUnreached() {
  await notice(MOBILE, 'optedOut');
  await notice(email(), 'badAddress');
  await notice(email(), 'badAddress');
  expect(await hasCase()).toBe(true);
}

async function undo(token: string) {
  const headers = { 'wattle-brand': owner.brand.identifier };
  const url = '/api/onlineAccount/UndoContactChange';
  return (await test.app.inject({ method: 'POST', url, headers, payload: { token } })).statusCode;
}

describe('a contact', () => {
  it('that is not on record gets no mark and leaves those of the person alone', async () => {
    await notice(MOBILE, 'optedOut');
    const before = await marks();
    const other: To = { channel: 'sms', to: '+61400000702' };
    await notice(other, 'badAddress');
    await notice(other, 'badAddress');
    expect(await marks()).toEqual(before);
    expect(before).toMatchObject([{ channel: 'sms', failing_since: null }]);
    expect(before[0]?.contact_hash).toEqual(contactHash(test.ctx.secrets, owner.brand.tenantId, MOBILE));
  });

  it('does not fail by messages that are older than those that arrived since', async () => {
    const refused: Delivery = { ok: false, isFinal: true, code: 'twilio_21211', reason: 'badAddress' };
    const { id: brandId, tenantId } = owner.brand;
    const given = { tenantId, brandId, holderId: owner.holder.id, language: 'enAU', params: {} } as const;
    await test.ctx.database.transact(tenantId, (tx) =>
      queueNotice(tx, test.ctx, { ...given, ...MOBILE, template: 'contactUndone', dedupKey: 'refused' }),
    );
    await deliverDue(test.ctx, givenTransports(() => refused).transports);
    await notice(MOBILE, 'delivered');
    test.ctx.advance(31 * DAY_MS);
    await notice(MOBILE, 'badAddress');
    // One failure since; what came before the text that arrived is gone with it.
    expect(await marks()).toEqual([]);
    const left = await messagesTo(test, owner.holder.id);
    expect(left.map(({ undelivered_reason: reason }) => reason)).toEqual(['badAddress']);
  });

  it('of two people is unwanted by the one who reported a mail', async () => {
    const partner = await givenHolder(test.ctx, { brand: owner.brand, email: owner.holder.email });
    await notice(email(), 'complained', partner);
    await notice(email(), 'delivered');
    expect(await marks()).toEqual([]);
    const [mark] = await test.ctx.asOwner('SELECT complained_at FROM contact_mark WHERE holder_id = $1', [partner.id]);
    expect(mark).toMatchObject({ complained_at: expect.any(Date) });
  });
});

describe('a case of a person whom no message reaches', () => {
  it('ends when the person changes a contact, and is open again when that is undone', async () => {
    const calls = await givenContactCalls(test, owner);
    await givenUnreached();
    const token = await calls.change({ EmailAddress: `new.${owner.holder.email}` });
    expect(await hasCase()).toBe(false);
    expect(await undo(token)).toBe(200);
    expect(await hasCase()).toBe(true);
  });

  it('ends when the desk changes a contact', async () => {
    await givenUnreached();
    const { tenantId } = owner.brand;
    const [asker, manager] = [await givenStaff(test.ctx, tenantId), await givenStaff(test.ctx, tenantId)];
    const input = { person: `holder:${owner.holder.id}`, channel: 'mobile', to: '0400 000 703' };
    const asked = await give(test, asker, 'change-contact', { input, reason: 'they called' });
    const approved = await give(test, manager, 'approve', { input: { request: asked.body.request?.id ?? '' } });
    expect(approved.status).toBe(200);
    expect(await hasCase()).toBe(false);
  });

  it('counts the channels of the programme alone, as the person is told', async () => {
    await notice(email(), 'badAddress');
    await notice(email(), 'badAddress');
    expect(await hasCase()).toBe(false);
    const mail = { url: 'smtp://127.0.0.1', from: 'a@b.example', requireTls: true, provider: undefined };
    const messages = { ...test.ctx.config.messages, email: mail, sms: undefined };
    const mailOnly = {
      ...test.ctx,
      config: { ...test.ctx.config, mode: 'production' as const, messages },
      programmes: { ...test.ctx.programmes, isFirst: () => true, own: () => ({}) },
    };
    const person = { email: owner.holder.email, mobile: '0400 000 701' };
    const { tenantId } = owner.brand;
    expect(troubleOf(mailOnly, tenantId, person, await marks())).toMatchObject({ isReached: false });
    expect(troubleOf(test.ctx, tenantId, person, await marks())).toMatchObject({ isReached: true });
    await test.ctx.database.transact(tenantId, (tx) => openOrEndCase(tx, mailOnly, tenantId, owner.holder.id));
    expect(await hasCase()).toBe(true);
  });

  it('is on a full page, whoever is reached again before it', async () => {
    const { tenantId } = owner.brand;
    const staff = await givenStaff(test.ctx, tenantId);
    await givenUnreached();
    // As many people who are reached again as a page has rows, all of whom waited longer.
    await test.ctx.asOwner(
      `WITH added AS (
         INSERT INTO holder (tenant_id, brand_id, first_name, surname, email, mobile)
         SELECT $1, $3, 'Kim', 'Lee', 'kim.' || n || '@example.com', '' FROM generate_series(1, $2) n
         RETURNING tenant_id, id)
       INSERT INTO contact_mark (tenant_id, holder_id, channel, contact_hash, failing_since, case_opened_at)
       SELECT tenant_id, id, 'email', sha256(id::text::bytea), '2026-01-01', '2026-01-01' FROM added`,
      [tenantId, test.ctx.config.desk.rowsShown + 1, owner.brand.id],
    );
    const { body } = await give(test, staff, 'unreached-people');
    expect(body.rows?.map(({ person }) => person)).toContain(`holder:${owner.holder.id}`);
  });
});

it('what ends a mark waits for a receipt that is being heard', async () => {
  const { tenantId } = owner.brand;
  const holderId = owner.holder.id;
  await notice(MOBILE, 'optedOut');
  const order: string[] = [];
  let ended: Promise<void> | undefined;
  await test.ctx.database.transact(tenantId, async (tx) => {
    await lockMarks(tx, tenantId, holderId);
    ended = test.ctx.database.transact(tenantId, async (other) => {
      await endMark(other, { tenantId, holderId, channel: 'sms' }, test.ctx.clocks.security.now());
      order.push('ended');
    });
    await new Promise((resolve) => {
      setTimeout(resolve, 300);
    });
    order.push('heard');
  });
  await ended;
  expect(order).toEqual(['heard', 'ended']);
});
