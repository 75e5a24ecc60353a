import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brandFields, givenApp, postForm, type TestApp } from '../../../../test-support/app.ts';
import { givenContext } from '../../../../test-support/processes/database.ts';
import { dump } from '../../../../test-support/processes/dump.ts';
import {
  givenAccount,
  givenBrand,
  givenCard,
  givenHolder,
  type TestBrand,
  type TestCard,
} from '../../../../test-support/factories.ts';
import { givenTransports, type RecordingTransports } from '../../../../test-support/outside/transports.ts';
import { buildApp } from '../../../http/app.ts';
import { openLog } from '../../../platform/log.ts';
import { deliverDue } from '../../messages/deliver-messages.due.ts';

const HOUR = 3_600_000;
const CODE = /(?<!\d)\d{6}(?!\d)/;

let given: TestApp;
beforeAll(async () => {
  given = await givenApp({ WATTLE_SIGN_IN_RATE: '10000' });
});
afterAll(() => given.close());

function ask(brand: TestBrand, CardId: string, what: 'Access' | 'Activation' = 'Access') {
  const url = what === 'Access' ? '/api/card/requestAccessCode' : '/api/card/requestActivationCode';
  return given.app.inject({ method: 'POST', url, payload: { CardId, Brand: brand.identifier } });
}

/** Sends the pending messages and returns what was sent. */
async function deliver(sent: RecordingTransports = givenTransports()): Promise<RecordingTransports> {
  await deliverDue(given.ctx, sent.transports);
  return sent;
}

function codeIn(text: string | undefined): string {
  return CODE.exec(text ?? '')?.[0] ?? 'none';
}

async function signIn(card: TestCard, accesscode: string, name = card.pan): Promise<string> {
  const fields = { grant_type: 'card', ...brandFields(card.brand), cardnumber: name, accesscode };
  const response = await postForm(given.app, '/api/token', fields);
  return response.statusCode === 200 ? 'in' : (response.json<{ error: string[] }>().error[0] ?? '');
}

async function givenHeldCard(holder: Parameters<typeof givenHolder>[1] = {}, card: object = {}): Promise<TestCard> {
  return givenCard(given.ctx, {
    account: await givenAccount(given.ctx, { holder: await givenHolder(given.ctx, holder) }),
    ...card,
  });
}

describe('POST card/requestAccessCode', () => {
  it('sends a new code by SMS, and the previous code works until the new one is first used', async () => {
    const card = await givenHeldCard({ mobile: '0400 000 004', firstName: 'Noah' }, { accessCode: '246810' });
    const response = await ask(card.brand, card.cardId);
    expect([response.statusCode, response.json()]).toEqual([200, { IsSuccessful: true }]);
    const { texts, mails } = await deliver();
    expect(texts.map(({ to }) => to)).toEqual(['+61400000004']);
    expect(mails).toEqual([]);
    expect(await signIn(card, '246810')).toBe('in');
    expect(await signIn(card, codeIn(texts[0]?.text))).toBe('in');
    expect(await signIn(card, '246810')).toBe('10000');
  });

  it('keeps the previous code valid however many are requested, and accepts only the newest of the new ones', async () => {
    const card = await givenHeldCard({}, { accessCode: '246810' });
    const codes = [];
    for (let count = 0; count < 2; count += 1) {
      await ask(card.brand, card.cardId);
      codes.push(...(await deliver()).texts.map(({ text }) => codeIn(text)));
    }
    expect(await signIn(card, codes[0] ?? '')).toBe('10000');
    expect(await signIn(card, '246810')).toBe('in');
    expect(await signIn(card, codes[1] ?? '')).toBe('in');
    expect(await signIn(card, '246810')).toBe('10000');
  });

  it('sends no codes above the hourly cap of the brand and does not say so, and unknown cards do not count', async () => {
    const own = await givenApp({ WATTLE_CODES_OF_BRAND_AN_HOUR: '2' });
    const brand = await givenBrand(own.ctx);
    const cards = [];
    for (let count = 0; count < 3; count += 1) {
      const holder = await givenHolder(own.ctx, { brand });
      cards.push(await givenCard(own.ctx, { account: await givenAccount(own.ctx, { holder }) }));
    }
    const answers = new Set<string>();
    for (const CardId of ['99999999991', '99999999992', '99999999993', ...cards.map(({ cardId }) => cardId)]) {
      const payload = { CardId, Brand: brand.identifier };
      answers.add((await own.app.inject({ method: 'POST', url: '/api/card/requestAccessCode', payload })).body);
    }
    expect(answers.size).toBe(1);
    const first = givenTransports();
    await deliverDue(own.ctx, first.transports);
    expect(first.texts).toHaveLength(2);
    own.ctx.advance(HOUR);
    const payload = { CardId: cards[2]?.cardId, Brand: brand.identifier };
    await own.app.inject({ method: 'POST', url: '/api/card/requestAccessCode', payload });
    const later = givenTransports();
    await deliverDue(own.ctx, later.transports);
    expect(later.texts).toHaveLength(1);
    await own.close();
  });

  it('sends the code by email, in the language of the holder, where no SMS can reach them', async () => {
    const card = await givenHeldCard({ mobile: '', email: 'li.wei@example.com', language: 'zhCN', firstName: '伟' });
    await ask(card.brand, card.cardId);
    const { texts, mails } = await deliver();
    expect(texts).toEqual([]);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ to: 'li.wei@example.com', fromName: card.brand.name });
    expect(mails[0]?.text).toMatch(/^您好\n\n您的新访问码是：/);
    expect(mails[0]?.text).toContain('首次使用新码之前，原来的访问码仍然有效。');
    expect(await signIn(card, codeIn(mails[0]?.text))).toBe('in');
  });

  it('sends the code to the holder of an additional card, not to the primary holder', async () => {
    const account = await givenAccount(given.ctx, { holder: await givenHolder(given.ctx, { mobile: '0400000001' }) });
    const ruby = await givenHolder(given.ctx, { brand: account.brand, mobile: '0400000003' });
    const card = await givenCard(given.ctx, { account, holder: ruby });
    await ask(card.brand, card.cardId);
    expect((await deliver()).texts.map(({ to }) => to)).toEqual(['+61400000003']);
  });

  it('takes a card id with spaces and hyphens', async () => {
    const card = await givenHeldCard();
    const typed = `${card.cardId.slice(0, 4)} ${card.cardId.slice(4, 8)}-${card.cardId.slice(8)}`;
    expect((await ask(card.brand, typed)).statusCode).toBe(200);
    expect((await deliver()).texts).toHaveLength(1);
  });

  it('answers 20010 to a card id that is not 11 digits, and to an unknown brand', async () => {
    const { brand, cardId } = await givenHeldCard();
    for (const wrong of ['', '1000000001', '100000000171', '1000000001a']) {
      const response = await ask(brand, wrong);
      expect([response.statusCode, response.json()]).toMatchObject([400, { error: ['20010'], field: 'CardId' }]);
    }
    const response = await ask({ ...brand, identifier: 'nobody' }, cardId);
    expect(response.json()).toMatchObject({ error: ['20010'], field: 'Brand' });
    expect((await deliver()).texts).toEqual([]);
  });

  it('answers alike for an unknown card, a card of another brand and a card without a reachable contact', async () => {
    const card = await givenHeldCard();
    const other = await givenBrand(given.ctx);
    const mute = await givenHeldCard({ mobile: '0399990000', email: '' }, { accessCode: '246810' });
    const answers = [
      await ask(card.brand, card.cardId),
      await ask(card.brand, '99999999999'),
      await ask(other, card.cardId),
      await ask(mute.brand, mute.cardId),
    ];
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    const shown = answers.map(({ headers: { date: _, 'x-request-id': __, ...headers } }) => JSON.stringify(headers));
    expect(new Set(shown).size).toBe(1);
    expect((await deliver()).texts).toHaveLength(1);
    // Someone who gets no new code must not invalidate the code of a printed letter.
    expect(await signIn(mute, '246810')).toBe('in');
  });

  it('answers alike but sends nothing for the 4th request in 24 hours, and keeps the code', async () => {
    const card = await givenHeldCard();
    const answers = [];
    const codes = [];
    for (let count = 0; count < 3; count += 1) {
      answers.push((await ask(card.brand, card.cardId)).body);
      codes.push(...(await deliver()).texts.map(({ text }) => codeIn(text)));
    }
    expect(codes).toHaveLength(3);
    answers.push((await ask(card.brand, card.cardId)).body, (await ask(card.brand, card.cardId, 'Activation')).body);
    expect(new Set(answers).size).toBe(1);
    expect((await deliver()).texts).toEqual([]);
    expect(await signIn(card, codes[2] ?? '')).toBe('in');
    given.ctx.advance(24 * HOUR);
    await ask(card.brand, card.cardId);
    expect((await deliver()).texts).toHaveLength(1);
  });

  it('does not send a code that was superseded while the SMS gateway was down', async () => {
    const card = await givenHeldCard();
    const away = givenTransports(() => ({ ok: false, isFinal: false, code: 'http_503' }));
    await ask(card.brand, card.cardId);
    await deliver(away);
    await ask(card.brand, card.cardId);
    given.ctx.advance(HOUR);
    const { texts } = await deliver();
    expect(away.texts).toHaveLength(1);
    expect(texts).toHaveLength(1);
    expect(await signIn(card, codeIn(texts[0]?.text))).toBe('in');
  });

  it('sends no code a day after it was asked for, when another one may be', async () => {
    const card = await givenHeldCard();
    const away = givenTransports(() => ({ ok: false, isFinal: false, isOurs: true, code: 'http_401' }));
    await ask(card.brand, card.cardId);
    await deliver(away);
    given.ctx.advance(24 * HOUR);
    const { texts } = await deliver();
    expect(away.texts).toHaveLength(1);
    expect(texts).toHaveLength(0);
  });

  it('counts concurrent requests one by one', async () => {
    const card = await givenHeldCard();
    await Promise.all(Array.from({ length: 6 }, () => ask(card.brand, card.cardId)));
    const [made] = await given.ctx.asOwner<{ count: string }>(
      'SELECT count(*) FROM outbox_message WHERE brand_id = $1',
      [card.brand.id],
    );
    expect(Number(made?.count)).toBe(3);
    expect((await deliver()).texts).toHaveLength(1);
  });

  it('counts requests for an unknown card id like those for a known one, and stores no readable id', async () => {
    const brand = await givenBrand(given.ctx);
    for (let count = 0; count < 4; count += 1) await ask(brand, '98765432101');
    const rows = await given.ctx.asOwner<{ line: string }>(
      'SELECT r::text AS line FROM code_request r WHERE brand_id = $1',
      [brand.id],
    );
    expect(rows).toHaveLength(3);
    expect(JSON.stringify(rows)).not.toContain('98765432101');
  });

  it('lifts no lock, and the new code works when the lock has ended', async () => {
    const brand = await givenBrand(given.ctx, { settings: { UseCardIdForCardholderAccess: true } });
    const card = await givenHeldCard({ brand });
    for (const name of [card.cardId, '99999999998']) {
      for (let count = 0; count < 5; count += 1) await signIn(card, 'zzzzzz', name);
      await ask(brand, name);
      expect(await signIn(card, 'zzzzzz', name)).toBe('20245');
    }
    const { texts } = await deliver();
    expect(await signIn(card, codeIn(texts[0]?.text), card.cardId)).toBe('20245');
    given.ctx.advance(HOUR / 2);
    expect(await signIn(card, codeIn(texts[0]?.text), card.cardId)).toBe('in');
  });

  it('audits who requested which code, without the code', async () => {
    const card = await givenHeldCard();
    await ask(card.brand, card.cardId);
    await ask(card.brand, '99999999997');
    const { texts } = await deliver();
    const lines = await given.ctx.asOwner<{ action: string; object: string | null; outcome: string; line: string }>(
      `SELECT action, object, outcome, a::text AS line FROM audit_log a
        WHERE tenant_id = $1 AND action LIKE '%code_requested' ORDER BY id`,
      [card.brand.tenantId],
    );
    expect(lines).toMatchObject([
      { action: 'card.access_code_requested', object: `card:${card.id}`, outcome: 'ok' },
      { action: 'card.access_code_requested', object: null, outcome: 'no_card' },
    ]);
    expect(JSON.stringify(lines)).not.toContain(codeIn(texts[0]?.text));
  });
});

describe('POST card/requestActivationCode', () => {
  const activationHash = async (card: TestCard) =>
    (
      await given.ctx.asOwner<{ activation_code_hash: string | null }>(
        'SELECT activation_code_hash FROM card WHERE id = $1',
        [card.id],
      )
    )[0]?.activation_code_hash ?? null;

  it('sends a new code for a card that is allocated and not active', async () => {
    const card = await givenHeldCard({ mobile: '0400000001' }, { status: 'Ordered', holder: null });
    const response = await ask(card.brand, card.cardId, 'Activation');
    expect(response.json()).toEqual({ IsSuccessful: true });
    const { texts } = await deliver();
    expect(texts[0]).toMatchObject({ to: '+61400000001' });
    expect(texts[0]?.text).toMatch(/your new activation code is \d{6}\./);
    expect(await given.ctx.secrets.verifySecret(await activationHash(card), codeIn(texts[0]?.text))).toBe(true);
  });

  it('keeps the previous code valid until the new one is used, and lifts no lock', async () => {
    const card = await givenHeldCard({}, { status: 'NotIssued', holder: null, activationCode: '112358' });
    const begin = async (activationCode: string) => {
      const fields = { grant_type: 'verifyactivation', ...brandFields(card.brand), cardNumber: card.pan };
      const response = await postForm(given.app, '/api/token', { ...fields, activationCode });
      return response.statusCode === 200 ? 'in' : response.json<{ error: string[] }>().error[0];
    };
    await ask(card.brand, card.cardId, 'Activation');
    await ask(card.brand, card.cardId, 'Activation');
    const code = codeIn((await deliver()).texts.at(-1)?.text);
    expect(await begin('112358')).toBe('in');
    expect(await begin(code)).toBe('in');
    expect(await begin('112358')).toBe('20051');
    for (let count = 0; count < 4; count += 1) await begin('999999');
    await ask(card.brand, card.cardId, 'Activation');
    const newest = codeIn((await deliver()).texts.at(-1)?.text);
    expect(await begin(newest)).toBe('20245');
  });

  it('answers alike for an active card and for an account without a holder, and sends nothing', async () => {
    const active = await givenHeldCard();
    const mine = await givenHeldCard({}, { status: 'NotIssued', holder: null });
    await given.ctx.asOwner('UPDATE member_account SET primary_holder_id = NULL WHERE id = $1', [mine.account.id]);
    for (const card of [active, mine]) {
      expect((await ask(card.brand, card.cardId, 'Activation')).json()).toEqual({ IsSuccessful: true });
      expect(await activationHash(card)).toBeNull();
    }
    expect((await deliver()).texts).toEqual([]);
  });

  it('answers 20010 to a card id that is not 11 digits', async () => {
    const response = await ask(await givenBrand(given.ctx), '123', 'Activation');
    expect(response.json()).toMatchObject({ error: ['20010'], field: 'CardId' });
  });
});

describe('requesting a code in production', () => {
  const SMS = {
    WATTLE_MODE: 'production',
    WATTLE_SMS_URL: 'https://sms.example/send',
    WATTLE_SMS_KEY: 'ab'.repeat(32),
  };

  it('leaves the code in no log line and no row', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'wattle-codes-'));
    const file = path.join(folder, 'log');
    const ctx = { ...(await givenContext(SMS)), log: openLog('debug', file) };
    const app = await buildApp(ctx);
    try {
      const card = await givenCard(ctx, { accessCode: '246810' });
      await ctx.programmes.refresh();
      const payload = { CardId: card.cardId, Brand: card.brand.identifier };
      await app.inject({ method: 'POST', url: '/api/card/requestAccessCode', payload });
      const waiting = await dump(ctx);
      const { transports, texts } = givenTransports();
      await deliverDue(ctx, transports);
      const code = codeIn(texts[0]?.text);
      expect(code).toMatch(/^\d{6}$/);
      const alone = new RegExp(`(?<![0-9a-zA-Z+/.])${code}(?![0-9a-zA-Z+/])`);
      for (const text of [waiting, await dump(ctx), readFileSync(file, 'utf8')]) {
        expect(text.length).toBeGreaterThan(100);
        expect(text).not.toMatch(alone);
      }
      expect(readFileSync(file, 'utf8')).not.toContain(card.cardId);
    } finally {
      await app.close();
      await ctx.close();
      rmSync(folder, { recursive: true });
    }
  });

  it('uses email where SMS is not configured, and keeps the old code where neither is', async () => {
    const mail = {
      WATTLE_MODE: 'production',
      WATTLE_SMTP_URL: 'smtps://mail.example',
      WATTLE_MAIL_FROM: 'a@wattle.example',
    };
    for (const [settings, mails] of [
      [mail, 1],
      [{ WATTLE_MODE: 'production' }, 0],
    ] as const) {
      const own = await givenApp(settings);
      try {
        const card = await givenCard(own.ctx, { accessCode: '246810' });
        await own.ctx.programmes.refresh();
        const payload = { CardId: card.cardId, Brand: card.brand.identifier };
        const response = await own.app.inject({ method: 'POST', url: '/api/card/requestAccessCode', payload });
        expect(response.json()).toEqual({ IsSuccessful: true });
        const sent = givenTransports();
        await deliverDue(own.ctx, sent.transports);
        expect([sent.mails.length, sent.texts.length]).toEqual([mails, 0]);
        const [row] = await own.ctx.asOwner<{ access_code_hash: string }>('SELECT access_code_hash FROM card');
        expect(await own.ctx.secrets.verifySecret(row?.access_code_hash ?? null, '246810')).toBe(mails === 0);
      } finally {
        await own.close();
      }
    }
  });
});
