import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { givenBrand, givenSession, type TestBrand } from '../../../test-support/factories.ts';
import { sweep } from '../../../test-support/due-work.ts';
import { codeOf, givenPerson, NEW_PASSWORD, resetCalls, sent } from '../../../test-support/resets.ts';
import { getApi } from '../../../test-support/signed-in.ts';
import { tidyResets } from './tidy-resets.due.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const COMMON = 'Password12345';

let test: TestApp;
let calls: ReturnType<typeof resetCalls>;
beforeAll(async () => {
  test = await givenApp({ WATTLE_SIGN_IN_RATE: '100000' });
  calls = resetCalls(test);
});
beforeEach(() => sent(test));
afterAll(() => test.close());

const verify = (brand: TestBrand, token: string) => calls.post(brand, 'onlineAccount/VerifyToken', { token });
const answer = (brand: TestBrand, token: string, text: string) =>
  calls.post(brand, 'onlineAccount/VerifyAnswer', { token, answer: text });
const reset = (brand: TestBrand, token: string, newPassword = NEW_PASSWORD, text = 'banksia') =>
  calls.post(brand, 'onlineAccount/ResetPassword', { token, answer: text, newPassword });
const sendCode = (brand: TestBrand, token: string) => calls.post(brand, 'onlineAccount/SendResetCode', { token });
const verifyCode = (brand: TestBrand, token: string, code: string) =>
  calls.post(brand, 'onlineAccount/VerifyResetCode', { token, code });

describe('a reset by link', () => {
  it('sets a password after the answer, ends every session, notifies every contact, and works once', async () => {
    const person = await givenPerson(test, { mobile: '0400 000 001', firstName: 'Amelia' });
    const { brand } = person;
    const session = await givenSession(test.ctx, { webAccount: person });
    expect((await calls.ask(brand, person.username.toUpperCase())).body).toEqual({ NavigateToPage: null, token: null });
    const { mails } = await sent(test);
    expect(mails.map(({ to }) => to)).toEqual([person.holder.email]);
    const token = /\/reset\/([\w-]{43})/.exec(mails[0]?.text ?? '')?.[1] ?? '';
    expect((await verify(brand, token)).body).toEqual({ SecurityQuestion: 'Which street did you grow up in?' });
    expect((await calls.post(brand, 'onlineAccount/VerifyToken', { token, Language: 'zhCN' })).body).toEqual({
      SecurityQuestion: '您在哪条街上长大？',
    });
    expect(codeOf(await reset(brand, token))).toBe('20060');
    expect((await answer(brand, token, ' Banksia ')).body).toEqual({
      result: true,
      NavigateToPage: 'reset',
      CodeSentTo: null,
    });
    expect((await reset(brand, token, COMMON)).body).toMatchObject({ error: ['20010'], field: 'newPassword' });
    expect((await reset(brand, token)).body).toEqual({ result: true });
    expect((await getApi(test, 'onlineAccount/', session.headers)).statusCode).toBe(401);
    expect(await calls.opens(person, person.password)).toBe(false);
    expect(await calls.opens(person, NEW_PASSWORD)).toBe(true);
    const messages = await sent(test);
    expect([messages.mails.map(({ to }) => to), messages.texts.map(({ to }) => to)]).toEqual([
      [person.holder.email],
      ['+61400000001'],
    ]);
    expect(codeOf(await reset(brand, token, 'Golden-Banksia-2028'))).toBe('20060');
    expect(codeOf(await verify(brand, token))).toBe('20060');
    expect(codeOf(await answer(brand, token, 'banksia'))).toBe('20060');
    const [row] = await test.ctx.asOwner<{ at: Date | null }>(
      'SELECT password_reset_at AS at FROM web_account WHERE id = $1',
      [person.id],
    );
    expect(row?.at).not.toBeNull();
  });

  it('answers alike for known and unknown names, and sends nothing to a name without an owner', async () => {
    const person = await givenPerson(test);
    const other = await givenBrand(test.ctx);
    const answers = [
      await calls.ask(person.brand, person.username),
      await calls.ask(person.brand, 'nobody@example.com'),
      await calls.ask(person.brand, '000'),
      await calls.ask(other, person.username),
    ];
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect((await sent(test)).mails).toHaveLength(1);
  });

  it('computes no hash and waits for no mail, so that its time does not reveal a known name', async () => {
    const { brand, username, holder } = await givenPerson(test);
    const hashed = [vi.spyOn(test.ctx.secrets, 'hashSecret'), vi.spyOn(test.ctx.secrets, 'verifySecret')];
    const queued = async () => {
      const sql = "SELECT FROM outbox_message WHERE holder_id = $1 AND template = 'resetLink' AND delivered_at IS NULL";
      return (await test.ctx.asOwner(sql, [holder.id])).length;
    };
    expect(await queued()).toBe(0);
    expect((await calls.ask(brand, username)).body).toEqual((await calls.ask(brand, 'nobody.else@example.com')).body);
    // A scheduled job sends the mail after the answer.
    expect(await queued()).toBe(1);
    for (const spy of hashed) expect(spy).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });

  it('sends three links an hour for all names of a person, and answers the same afterwards', async () => {
    const person = await givenPerson(test);
    for (let count = 0; count < 4; count += 1)
      expect((await calls.ask(person.brand, person.username)).status).toBe(200);
    expect((await sent(test)).mails).toHaveLength(3);
    test.ctx.advance(HOUR);
    await calls.ask(person.brand, person.username);
    expect((await sent(test)).mails).toHaveLength(1);
  });

  it('expires after 30 minutes, answered 20062', async () => {
    const person = await givenPerson(test);
    const token = await calls.linkOf(person);
    await answer(person.brand, token, 'banksia');
    test.ctx.advance(30 * MINUTE);
    const all = [verify(person.brand, token), answer(person.brand, token, 'banksia'), reset(person.brand, token)];
    expect((await Promise.all(all)).map(codeOf)).toEqual(['20062', '20062', '20062']);
    expect(codeOf(await sendCode(person.brand, token))).toBe('20062');
    expect(codeOf(await verifyCode(person.brand, token, '123456'))).toBe('20062');
  });

  it('is unknown at another brand, answered 20060', async () => {
    const person = await givenPerson(test);
    const token = await calls.linkOf(person);
    const other = await givenBrand(test.ctx, { tenant: { id: person.brand.tenantId, name: '' } });
    const nobody = { ...other, identifier: 'nobody' };
    for (const brand of [other, nobody]) {
      expect(codeOf(await verify(brand, token))).toBe('20060');
      expect(codeOf(await answer(brand, token, 'banksia'))).toBe('20060');
      expect(codeOf(await reset(brand, token))).toBe('20060');
      expect(codeOf(await sendCode(brand, token))).toBe('20060');
      expect(codeOf(await verifyCode(brand, token, '123456'))).toBe('20060');
    }
    expect(codeOf(await verify(person.brand, 'x'.repeat(43)))).toBe('20060');
  });

  it('ends with the third wrong answer, also for the right one', async () => {
    const person = await givenPerson(test);
    const token = await calls.linkOf(person);
    for (let count = 0; count < 3; count += 1) {
      expect((await answer(person.brand, token, 'wrong')).body).toMatchObject({ error: ['20061'] });
    }
    expect(codeOf(await answer(person.brand, token, 'banksia'))).toBe('20060');
    expect(codeOf(await verify(person.brand, token))).toBe('20060');
  });

  it('is locked for a day after five wrong answers over several resets, for known and unknown names', async () => {
    const person = await givenPerson(test);
    const { brand } = person;
    const first = await calls.linkOf(person);
    for (let count = 0; count < 3; count += 1) await answer(brand, first, 'wrong');
    const second = await calls.linkOf(person);
    expect(codeOf(await answer(brand, second, 'wrong'))).toBe('20061');
    expect(codeOf(await answer(brand, second, 'wrong'))).toBe('20043');
    const third = await calls.linkOf(person);
    expect(codeOf(await answer(brand, third, 'banksia'))).toBe('20043');
    test.ctx.advance(24 * HOUR);
    const later = await calls.linkOf(person);
    expect(codeOf(await answer(brand, later, 'banksia'))).toBe('ok');
    expect(codeOf(await reset(brand, later, NEW_PASSWORD, 'wrong'))).toBe('20061');
    for (const round of [0, 1]) {
      const { token } = await calls.byAccount(brand, '999999990');
      const codes = [];
      for (let count = 0; count < 3 - round; count += 1) codes.push(codeOf(await answer(brand, token, 'wrong')));
      expect(codes).toEqual(round === 0 ? ['20061', '20061', '20061'] : ['20061', '20043']);
    }
  });

  it('is open to its holder while a stranger has locked the way by account number', async () => {
    const person = await givenPerson(test);
    const { brand, account } = person;
    const codes: string[] = [];
    for (let begun = 0; begun < 2; begun += 1) {
      const { token } = await calls.byAccount(brand, account.accountNumber);
      for (let count = 0; count < 3 - begun; count += 1) codes.push(codeOf(await answer(brand, token, 'wrong')));
    }
    expect(codes).toEqual(['20061', '20061', '20061', '20061', '20043']);
    const { token: locked } = await calls.byAccount(brand, account.accountNumber);
    expect(codeOf(await answer(brand, locked, 'banksia'))).toBe('20043');
    const link = await calls.linkOf(person);
    expect(codeOf(await answer(brand, link, 'banksia'))).toBe('ok');
    expect(codeOf(await reset(brand, link, NEW_PASSWORD, 'banksia'))).toBe('ok');
  });

  it('needs the answer together with the password too, and applies a lock there', async () => {
    const person = await givenPerson(test);
    const token = await calls.linkOf(person);
    await answer(person.brand, token, 'banksia');
    const key = 'UPDATE sign_in_guard SET locked_until = $2 WHERE brand_id = $1';
    expect(codeOf(await reset(person.brand, token, NEW_PASSWORD, 'wrong'))).toBe('20061');
    const until = new Date(test.ctx.clocks.security.now() + HOUR).toISOString();
    await test.ctx.asOwner(key, [person.brand.id, until]);
    expect(codeOf(await reset(person.brand, token))).toBe('20043');
  });

  it('is not sent to a new email, nor where there is none', async () => {
    const person = await givenPerson(test);
    await test.ctx.asOwner('UPDATE holder SET email_changed_at = $2 WHERE id = $1', [
      person.holder.id,
      new Date(test.ctx.clocks.security.now() - 47 * HOUR),
    ]);
    await calls.ask(person.brand, person.username);
    expect((await sent(test)).mails).toEqual([]);
    test.ctx.advance(HOUR);
    await calls.ask(person.brand, person.username);
    expect((await sent(test)).mails).toHaveLength(1);
  });

  it('reports to its holder that there is no question', async () => {
    const person = await givenPerson(test);
    await test.ctx.asOwner('UPDATE holder SET security_question = NULL, security_answer_hash = NULL WHERE id = $1', [
      person.holder.id,
    ]);
    expect((await verify(person.brand, await calls.linkOf(person))).body).toEqual({ SecurityQuestion: null });
  });

  it('lifts the lock of failed sign-ins, because it proves more', async () => {
    const person = await givenPerson(test);
    for (let count = 0; count < 5; count += 1) await calls.opens(person, 'Wrong-Password-1');
    const token = await calls.linkOf(person);
    await answer(person.brand, token, 'banksia');
    await reset(person.brand, token);
    expect(await calls.opens(person, NEW_PASSWORD)).toBe(true);
  });

  it('is refused without a name or a valid token of an account', async () => {
    const { brand } = await givenPerson(test);
    expect((await calls.post(brand, 'onlineAccount/RequestResetPassword', {})).body).toMatchObject({
      error: ['20010'],
      field: 'username',
    });
    const foreign = await calls.post(brand, 'onlineAccount/RequestResetPassword', { accountToken: 'x.y.z' });
    expect(codeOf(foreign)).toBe('20060');
  });

  it('sets one password on twenty concurrent requests', async () => {
    const person = await givenPerson(test);
    const token = await calls.linkOf(person);
    await answer(person.brand, token, 'banksia');
    const codes = (await Promise.all(Array.from({ length: 20 }, () => reset(person.brand, token)))).map(codeOf);
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
    expect((await sent(test)).mails.filter(({ subject }) => subject.includes('was reset'))).toHaveLength(1);
  });
});

it('resets are deleted two days after they ended', async () => {
  const person = await givenPerson(test);
  await calls.linkOf(person);
  const count = async () =>
    test.ctx
      .asOwner('SELECT id FROM password_reset WHERE brand_id = $1', [person.brand.id])
      .then((rows) => rows.length);
  test.ctx.advance(48 * HOUR);
  await sweep(test.ctx, tidyResets);
  expect(await count()).toBe(1);
  test.ctx.advance(HOUR);
  await sweep(test.ctx, tidyResets);
  expect(await count()).toBe(0);
});
