import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { givenContext, type TestContext } from '../../../test-support/processes/database.ts';
import { givenBrand, givenHolder, type TestBrand } from '../../../test-support/factories.ts';
import { givenMessageMedia } from '../../../test-support/outside/sms/message-media-server.ts';
import { givenTwilio } from '../../../test-support/outside/sms/twilio-server.ts';
import { givenTransports } from '../../../test-support/outside/transports.ts';
import { givenPolicy } from '../../../test-support/policy.ts';
import type { Delivery } from '../../outside/delivery.ts';
import type { OutsideOutcome } from '../../outside/outcome.ts';
import { openMessageMedia } from '../../outside/sms/message-media.ts';
import { openTwilio } from '../../outside/sms/twilio.ts';
import { deliverDue } from './deliver-messages.due.ts';
import { queueNotice, queueRequested } from './queue-message.ts';

const SECOND = 1_000;
const NUMBER = '+61400000001';
const LOST: Delivery = { ok: false, isFinal: false, code: 'timeout' };

let ctx: TestContext;
let brand: TestBrand;
beforeEach(async () => {
  ctx = await givenContext();
  brand = await givenBrand(ctx);
});
afterEach(() => ctx.close());

let causes = 0;
async function queue(template: 'credentialChanged' | 'accessCode', to = NUMBER): Promise<void> {
  causes += 1;
  const { id: holderId } = await givenHolder(ctx, { brand });
  const { tenantId, id: brandId } = brand;
  const message = { channel: 'sms', to, tenantId, brandId, holderId, language: 'enAU' } as const;
  const dedupKey = `find-sent:${causes}`;
  await ctx.database.transact(tenantId, async (tx) => {
    if (template === 'accessCode')
      return queueRequested(tx, ctx, {
        ...message,
        template,
        dedupKey,
        params: { code: '042137', firstName: 'Amelia' },
      });
    return queueNotice(tx, ctx, { ...message, template, dedupKey, params: { change: 'passcodeSet' } });
  });
}

type Row = { attempts: number; provider_id: string | null; last_error: string | null; accepted: boolean };
const rows = () =>
  ctx.asOwner<Row>(
    `SELECT attempts, provider_id, last_error, delivered_at IS NOT NULL AS accepted FROM outbox_message ORDER BY id`,
  );

/** A provider that lists these ids, the newest first; `answers` of its sends come one after the other. */
function givenListing(answers: Delivery[], listed: () => OutsideOutcome<readonly string[]>) {
  const looks: [to: string, sinceMs: number][] = [];
  const { transports, texts } = givenTransports(() => answers.shift() ?? LOST);
  const send = transports.sms?.send ?? (() => Promise.resolve(LOST));
  const findAccepted = async ({ to }: { readonly to: string }, sinceMs: number) => {
    looks.push([to, sinceMs]);
    return listed();
  };
  return { transports: { ...transports, sms: { send, findAccepted } }, texts, looks };
}

const found = (...value: string[]): OutsideOutcome<readonly string[]> => ({ kind: 'done', value });
const accepted = (providerId: string): Delivery => ({ ok: true, providerId });

describe('a text whose answer was lost', () => {
  it('is found at Twilio, and is not sent twice', async () => {
    ctx.setSecurityTime(Date.now());
    const twilio = await givenTwilio(({ method }) => (method === 'POST' ? 'silence' : undefined));
    const sms = openTwilio(twilio.settings, ctx.clocks.security, givenPolicy({ limitMs: 200 }));
    await queue('credentialChanged');
    await deliverDue(ctx, { sms });
    expect(await rows()).toEqual([{ attempts: 1, provider_id: null, last_error: 'timeout', accepted: false }]);
    ctx.advance(10 * SECOND);
    await deliverDue(ctx, { sms });
    const sid = `SM${'0'.repeat(31)}1`;
    expect(await rows()).toEqual([{ attempts: 1, provider_id: sid, last_error: null, accepted: true }]);
    expect(twilio.accepted).toHaveLength(1);
    expect(twilio.faults).toEqual([]);
    await twilio.close();
  });

  it('is found at MessageMedia by our id, whatever else went to the number, and a code is sent again', async () => {
    ctx.setSecurityTime(Date.now());
    const server = await givenMessageMedia(({ url }) => (url === '/v1/messages' ? 'silence' : undefined));
    const sms = openMessageMedia(server.settings, ctx.clocks.security, givenPolicy({ limitMs: 200 }));
    await queue('credentialChanged');
    await queue('credentialChanged');
    await queue('accessCode');
    await deliverDue(ctx, { sms });
    const sent = new Map(server.accepted.map(({ metadata, message_id: id }) => [metadata['message'], id]));
    expect(sent.size).toBe(3);
    ctx.advance(10 * SECOND);
    await deliverDue(ctx, { sms });
    const [first, second] = await ctx.asOwner<{ message_id: string }>(
      'SELECT message_id FROM outbox_message ORDER BY id',
    );
    const idOf = (row: typeof first) => sent.get(row?.message_id ?? '') ?? 'none';
    const found = { attempts: 1, last_error: null, accepted: true };
    expect(await rows()).toMatchObject([
      { ...found, provider_id: idOf(first) },
      { ...found, provider_id: idOf(second) },
      { attempts: 2, provider_id: null, accepted: false },
    ]);
    expect(server.accepted).toHaveLength(4);
    expect(server.faults).toEqual([]);
    await server.close();
  });

  it('is looked for since it was queued, and sent again where it is not found', async () => {
    const queuedAt = ctx.clocks.security.now();
    const { transports, texts, looks } = givenListing([LOST, accepted('SM2')], () => found());
    await queue('credentialChanged');
    await deliverDue(ctx, transports);
    expect(looks).toEqual([]);
    ctx.advance(10 * SECOND);
    await deliverDue(ctx, transports);
    expect(looks).toEqual([[NUMBER, queuedAt]]);
    expect(texts).toHaveLength(2);
    expect(await rows()).toMatchObject([{ attempts: 2, provider_id: 'SM2', accepted: true }]);
  });

  it('does not take the id of another text', async () => {
    const { transports, texts } = givenListing([accepted('SM1'), LOST, accepted('SM2')], () => found('SM1'));
    await queue('credentialChanged');
    await deliverDue(ctx, transports);
    await queue('credentialChanged');
    await deliverDue(ctx, transports);
    ctx.advance(10 * SECOND);
    await deliverDue(ctx, transports);
    expect(texts).toHaveLength(3);
    expect((await rows()).map(({ provider_id: id }) => id)).toEqual(['SM1', 'SM2']);
  });

  it('is sent again where the id may be of another text to the number that has none', async () => {
    // One of the two was accepted, and nothing says which.
    const { transports, texts } = givenListing([LOST, LOST, accepted('SM2'), accepted('SM3')], () => found('SM1'));
    await queue('credentialChanged');
    await queue('credentialChanged');
    await deliverDue(ctx, transports);
    ctx.advance(10 * SECOND);
    await deliverDue(ctx, transports);
    expect(texts).toHaveLength(4);
    expect((await rows()).map(({ attempts, accepted: is }) => [attempts, is])).toEqual([
      [2, true],
      [2, true],
    ]);
  });

  it('is sent again where the id may be of the first attempt of a code', async () => {
    const { transports, texts } = givenListing([LOST, accepted('SM2'), LOST, accepted('SM3')], () =>
      found('SM2', 'SM1'),
    );
    await queue('accessCode');
    await deliverDue(ctx, transports);
    ctx.advance(10 * SECOND);
    await deliverDue(ctx, transports);
    await queue('credentialChanged');
    await deliverDue(ctx, transports);
    ctx.advance(10 * SECOND);
    await deliverDue(ctx, transports);
    expect(texts).toHaveLength(4);
    expect((await rows()).map(({ provider_id: id }) => id)).toEqual(['SM2', 'SM3']);
  });

  it('is found where there are as many ids as texts to the number without one, each its own', async () => {
    const { transports, texts } = givenListing([LOST, LOST], () => found('SM2', 'SM1'));
    await queue('credentialChanged');
    await deliverDue(ctx, transports);
    ctx.advance(5 * SECOND);
    await queue('credentialChanged');
    await deliverDue(ctx, transports);
    ctx.advance(5 * SECOND);
    await deliverDue(ctx, transports);
    ctx.advance(5 * SECOND);
    await deliverDue(ctx, transports);
    expect(texts).toHaveLength(2);
    expect(await rows()).toMatchObject([
      { attempts: 1, provider_id: 'SM1', accepted: true },
      { attempts: 1, provider_id: 'SM2', accepted: true },
    ]);
  });

  it('is found whatever became of texts to other numbers, and of earlier ones to its own', async () => {
    const { transports, texts } = givenListing([LOST, LOST, LOST], () => found('SM9'));
    await queue('accessCode');
    await deliverDue(ctx, transports);
    await ctx.asOwner(
      `UPDATE outbox_message SET dead_at = next_attempt_at, last_error = 'expired', content_cipher = NULL,
                                 content_key_version = NULL`,
    );
    ctx.advance(3600 * SECOND);
    await queue('credentialChanged', '+61400000002');
    await queue('credentialChanged');
    await deliverDue(ctx, transports);
    expect(texts).toHaveLength(3);
    ctx.advance(10 * SECOND);
    await ctx.asOwner(
      "UPDATE outbox_message SET next_attempt_at = next_attempt_at + interval '1 hour' WHERE id = (SELECT min(id) + 1 FROM outbox_message)",
    );
    await deliverDue(ctx, transports);
    expect(texts).toHaveLength(3);
    expect((await rows()).map(({ provider_id: id }) => id)).toEqual([null, null, 'SM9']);
  });

  it.each([
    { kind: 'unknown', code: 'timeout' },
    { kind: 'unsent', code: 'breaker_open' },
  ] as const)('waits while the provider does not say, and no attempt is used up: %j', async (outcome) => {
    let listed: OutsideOutcome<readonly string[]> = outcome;
    const { transports, texts, looks } = givenListing([LOST], () => listed);
    await queue('credentialChanged');
    await deliverDue(ctx, transports);
    ctx.advance(10 * SECOND);
    for (let count = 0; count < 15; count += 1) {
      expect(await deliverDue(ctx, transports)).toBe(1);
      ctx.advance(15 * SECOND);
    }
    expect(looks).toHaveLength(15);
    expect(await rows()).toEqual([{ attempts: 1, provider_id: null, last_error: outcome.code, accepted: false }]);
    listed = found('SM1');
    await deliverDue(ctx, transports);
    expect(texts).toHaveLength(1);
    expect(await rows()).toMatchObject([{ attempts: 1, provider_id: 'SM1', accepted: true }]);
  });

  it('is sent again where the provider cannot be asked, or refuses to say', async () => {
    for (const isAsked of [true, false]) {
      const answers = [LOST, accepted(`SM${isAsked}`)];
      const asked = givenListing(answers, () => ({ kind: 'refused', code: 'http_404' }));
      const transports = isAsked ? asked.transports : { sms: { send: asked.transports.sms.send } };
      await queue('credentialChanged', `+6140000010${Number(isAsked)}`);
      await deliverDue(ctx, transports);
      ctx.advance(10 * SECOND);
      await deliverDue(ctx, transports);
      expect(asked.texts).toHaveLength(2);
      expect(asked.looks).toHaveLength(isAsked ? 1 : 0);
    }
    expect((await rows()).map(({ provider_id: id }) => id)).toEqual(['SMtrue', 'SMfalse']);
  });
});

it('a code whose answer was lost is sent again without a look', async () => {
  const { transports, texts, looks } = givenListing([LOST, accepted('SM2')], () => found('SM1'));
  await queue('accessCode');
  await deliverDue(ctx, transports);
  ctx.advance(10 * SECOND);
  await deliverDue(ctx, transports);
  expect(texts).toHaveLength(2);
  expect(looks).toEqual([]);
  expect(await rows()).toMatchObject([{ attempts: 2, provider_id: 'SM2', accepted: true }]);
});
