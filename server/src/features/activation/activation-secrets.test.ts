import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenNewCard, newEmail } from '../../../test-support/activation.ts';
import type { TestApp } from '../../../test-support/app.ts';
import { givenContext } from '../../../test-support/processes/database.ts';
import { dump } from '../../../test-support/processes/dump.ts';
import { accessOf, ENTITY } from '../../../test-support/made-up-person.ts';
import { buildApp } from '../../http/app.ts';

const lines: string[] = [];
let test: TestApp;
beforeAll(async () => {
  const target = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  const ctx = { ...(await givenContext()), log: pino({ level: 'trace', base: undefined }, target) };
  const app = await buildApp(ctx);
  test = {
    app,
    ctx,
    async close() {
      await app.close();
      await ctx.close();
    },
  };
});
afterAll(() => test.close());

const MARKED = { password: 'Marked-Password-4711', maidenName: 'Markedmaiden', answer: 'Markedanswer' };
const [CODE, WRONG_CODE, PIN, WEAK_PIN] = ['731946', '731947', '7359', '8888'];
const TAX_FILE_NUMBER = '123456782';

describe('the secrets of an activation', () => {
  it('are in no log line, no row and no answer, before and after it is finished', async () => {
    const card = await givenNewCard(test, { type: 2, earnsInterest: true, activationCode: CODE });
    const bodies: string[] = [];
    const form = { grant_type: 'verifyactivation', brand: card.brand.identifier, brandId: String(card.brand.id) };
    const begin = async (activationCode: string) => {
      const fields = { ...form, tenantId: String(card.brand.tenantId), cardNumber: card.pan, activationCode };
      const response = await test.app.inject({
        method: 'POST',
        url: '/api/token',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(fields).toString(),
      });
      return response.json<{ readonly access_token: string }>();
    };
    bodies.push(JSON.stringify(await begin(WRONG_CODE)));
    const { access_token: token, ...facts } = await begin(CODE);
    bodies.push(JSON.stringify(facts));
    const headers = { authorization: `Bearer ${token}` };
    const post = async (path: string, payload: object, status = 200) => {
      const response = await test.app.inject({ method: 'POST', url: `/api/${path}`, headers, payload });
      expect([path, response.statusCode]).toEqual([path, status]);
      bodies.push(response.body);
    };
    const access = { ...accessOf(newEmail()), securityQuestionAnswer: MARKED.answer, password: MARKED.password };
    await post('onlineAccount/Verify', { ...access, confirmPassword: `${MARKED.password}x` }, 400);
    await post('onlineAccount/Verify', { ...access, confirmPassword: MARKED.password });
    await post('onlineAccount/SaveEntityDetails', { ...ENTITY, MothersMaidenName: MARKED.maidenName });
    await post('onlineAccount/SetTaxFileNumber', { Kind: 'number', TaxFileNumber: '123 456 789' }, 400);
    await post('onlineAccount/SetTaxFileNumber', { Kind: 'number', TaxFileNumber: TAX_FILE_NUMBER });
    const consent = { AcceptedDisclosures: true, AcceptedIdentityCheck: true, ProductMarketingEmail: true };
    await post('onlineAccount/GiveConsent', consent);
    const halfway = await dump(test.ctx);
    await post('card/activate', { pin: WEAK_PIN }, 400);
    await post('card/activate', { pin: PIN });
    for (const text of [bodies.join('\n'), halfway, await dump(test.ctx), lines.join('\n')]) {
      expect(text.length).toBeGreaterThan(100);
      for (const secret of [...Object.values(MARKED), card.pan, TAX_FILE_NUMBER, '123 456 789']) {
        expect(text.toLowerCase()).not.toContain(secret.toLowerCase());
      }
      // Short runs of digits also occur inside hashes and times, so only separate ones count.
      for (const digits of [CODE, WRONG_CODE, PIN, WEAK_PIN]) {
        expect(text).not.toMatch(new RegExp(`(?<![0-9a-zA-Z+/.:-])${digits}(?![0-9a-zA-Z+/:-])`));
      }
    }
    expect(lines.join('\n')).not.toContain(access.emailAddress);
    expect(lines.join('\n')).not.toContain(token);
  });
});
