import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { brandFields, givenApp, postForm, type TestApp } from '../../../test-support/app.ts';
import { give, givenStaff } from '../../../test-support/desk/desk.ts';
import type { TestBrand, TestWebAccount } from '../../../test-support/factories.ts';
import { givenQuestions } from '../../../test-support/identity.ts';
import { codeIn, codeOf, givenPerson, NEW_PASSWORD, resetCalls, sent } from '../../../test-support/resets.ts';

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

describe('a reset by account number', () => {
  it('asks for the answer, then for the code that was sent, and sets the password', async () => {
    const person = await givenPerson(test, { mobile: '0400 000 002' });
    const { brand, account } = person;
    const { begun, token, headers, opened } = await calls.byAccount(brand, account.accountNumber);
    expect(opened.json()).toMatchObject({
      IsSessionExpiryWarningEnabled: true,
      SessionExpiryWarningMilliseconds: 120_000,
      SessionExpiryTotalMilliseconds: 600_000,
    });
    expect(begun.body).toEqual({ NavigateToPage: 'reset', token: expect.stringMatching(/^[\w-]{43}$/) });
    const asked = await calls.post(
      brand,
      'onlineAccount/GetSecurityQuestions',
      { accountNumber: account.accountNumber },
      headers,
    );
    expect(asked.body).toEqual({
      SecurityQuestion: 'Which street did you grow up in?',
      username: expect.stringMatching(/^h••••@e••••\.com$/),
    });
    expect(codeOf(await sendCode(brand, token))).toBe('20060');
    expect((await answer(brand, token, 'banksia')).body).toEqual({
      result: true,
      NavigateToPage: 'reset',
      CodeSentTo: '•••• ••• 002',
    });
    const first = codeIn((await sent(test)).texts[0]?.text);
    expect(codeOf(await reset(brand, token))).toBe('20060');
    expect((await sendCode(brand, token)).body).toEqual({ CodeSentTo: '•••• ••• 002' });
    const second = codeIn((await sent(test)).texts[0]?.text);
    if (first !== second) expect(codeOf(await verifyCode(brand, token, first))).toBe('20052');
    expect((await verifyCode(brand, token, second)).body).toEqual({ result: true });
    expect((await reset(brand, token)).body).toEqual({ result: true });
    expect(await calls.opens(person, NEW_PASSWORD)).toBe(true);
  });

  it('counts wrong codes of all resets together, and accepts no code after five in a day', async () => {
    const person = await givenPerson(test, { mobile: '0400 000 012' });
    const { brand, account } = person;
    const begin = async () => {
      const { token } = await calls.byAccount(brand, account.accountNumber);
      await answer(brand, token, 'banksia');
      return { token, code: codeIn((await sent(test)).texts[0]?.text) };
    };
    const wrong = async ({ token, code }: { token: string; code: string }) =>
      codeOf(await verifyCode(brand, token, code === '111111' ? '222222' : '111111'));
    const first = await begin();
    for (let count = 0; count < 3; count += 1) expect(await wrong(first)).toBe('20052');
    await sendCode(brand, first.token);
    const again = { ...first, code: codeIn((await sent(test)).texts[0]?.text) };
    expect(await wrong(again)).toBe('20052');
    const second = await begin();
    expect(await wrong(second)).toBe('20052');
    expect(codeOf(await verifyCode(brand, second.token, second.code))).toBe('20043');
    expect(codeOf(await reset(brand, second.token))).toBe('20060');
    test.ctx.advance(24 * HOUR);
    const third = await begin();
    expect((await verifyCode(brand, third.token, third.code)).body).toEqual({ result: true });
  });

  it('answers for an unknown account with the same words at each step, every time', async () => {
    const person = await givenPerson(test);
    const { brand } = person;
    const steps = async (accountNumber: string) => {
      const { begun, token, headers } = await calls.byAccount(brand, accountNumber);
      const asked = await calls.post(brand, 'onlineAccount/GetSecurityQuestions', { accountNumber }, headers);
      return {
        keys: [begun.status, Object.keys(begun.body), asked.status, Object.keys(asked.body)],
        asked: asked.body,
        question: (await verify(brand, token)).body['SecurityQuestion'],
        refusals: [
          codeOf(await answer(brand, token, 'wrong')),
          codeOf(await sendCode(brand, token)),
          codeOf(await verifyCode(brand, token, '123456')),
          codeOf(await reset(brand, token)),
          codeOf(await calls.post(brand, 'onlineAccount/VerifyBackupResetToken', { token, backupToken: 'ABCDEFGH' })),
        ],
      };
    };
    const known = await steps(person.account.accountNumber);
    const unknown = await steps('999999991');
    expect(unknown.keys).toEqual(known.keys);
    expect(unknown.refusals).toEqual(known.refusals);
    expect(unknown.asked['username']).toMatch(/^[a-z]••••@[a-z]••••\.\w+$/);
    expect(unknown.question).toBe(unknown.asked['SecurityQuestion']);
    expect((await steps('999999991')).asked).toEqual(unknown.asked);
  });

  it('asks in the language of the screen, whoever owns the account', async () => {
    const { brand, account } = await givenPerson(test, { language: 'zhCN' });
    const isChinese = async (number: string, Language?: 'enAU' | 'zhCN') => {
      const { token, headers } = await calls.byAccount(brand, number);
      const bodies = [
        (await calls.post(brand, 'onlineAccount/VerifyToken', { token, Language })).body,
        (await calls.post(brand, 'onlineAccount/GetSecurityQuestions', { accountNumber: number, Language }, headers))
          .body,
      ];
      return bodies.map(({ SecurityQuestion: text }) => /\p{Script=Han}/u.test(String(text)));
    };
    for (const number of [account.accountNumber, '999999994']) {
      expect(await isChinese(number)).toEqual([false, false]);
      expect(await isChinese(number, 'enAU')).toEqual([false, false]);
      expect(await isChinese(number, 'zhCN')).toEqual([true, true]);
    }
  });

  it('does not reveal the question of another account', async () => {
    const { brand, account } = await givenPerson(test);
    const { headers } = await calls.byAccount(brand, '999999992');
    const body = { accountNumber: account.accountNumber };
    const asked = await calls.post(brand, 'onlineAccount/GetSecurityQuestions', body, headers);
    expect(asked.body).toMatchObject({ error: ['20010'], field: 'accountNumber' });
  });

  it('refuses a code after five wrong ones or 10 minutes, and sends three at most', async () => {
    const person = await givenPerson(test, { mobile: '0400 000 003' });
    const { brand, account } = person;
    const { token } = await calls.byAccount(brand, account.accountNumber);
    await answer(brand, token, 'banksia');
    const code = codeIn((await sent(test)).texts[0]?.text);
    const wrong = code === '111111' ? '222222' : '111111';
    for (let count = 0; count < 5; count += 1) expect(codeOf(await verifyCode(brand, token, wrong))).toBe('20052');
    await test.ctx.asOwner(`DELETE FROM sign_in_guard WHERE kind = 'resetCode' AND brand_id = $1`, [brand.id]);
    expect(codeOf(await verifyCode(brand, token, code))).toBe('20052');
    await sendCode(brand, token);
    const next = codeIn((await sent(test)).texts[0]?.text);
    await test.ctx.asOwner(
      `UPDATE password_reset SET code_sent_at = code_sent_at - interval '10 minutes' WHERE brand_id = $1`,
      [brand.id],
    );
    expect(codeOf(await verifyCode(brand, token, next))).toBe('20052');
    expect((await sendCode(brand, token)).status).toBe(200);
    expect((await sendCode(brand, token)).status).toBe(429);
  });

  it('is answered 429 for the fourth in an hour, for known and unknown accounts', async () => {
    const { brand, account } = await givenPerson(test);
    for (const number of [account.accountNumber, '999999993']) {
      const statuses = [];
      for (let count = 0; count < 4; count += 1) statuses.push((await calls.byAccount(brand, number)).begun.status);
      expect(statuses).toEqual([200, 200, 200, 429]);
    }
  });

  it('expires with its session: after 10 minutes without use, later where it is renewed, an hour in all', async () => {
    const { brand, account } = await givenPerson(test);
    const renewed = await calls.byAccount(brand, account.accountNumber);
    const left = await calls.byAccount(brand, account.accountNumber);
    let refresh = renewed.refreshToken;
    const renew = async () => {
      const fields = { grant_type: 'refresh_token', ...brandFields(brand), refresh_token: refresh, active: 'true' };
      const response = await postForm(test.app, '/api/token', fields);
      refresh = response.json<{ refresh_token?: string }>().refresh_token ?? '';
      return response.statusCode;
    };
    test.ctx.advance(9 * MINUTE);
    expect(await renew()).toBe(200);
    test.ctx.advance(MINUTE);
    expect(codeOf(await verify(brand, left.token))).toBe('20062');
    expect(codeOf(await verify(brand, renewed.token))).toBe('ok');
    for (let minutes = 10; minutes < 60; minutes += 9) {
      expect([minutes, await renew()]).toEqual([minutes, 200]);
      test.ctx.advance(9 * MINUTE);
    }
    expect(await renew()).toBe(400);
    expect(codeOf(await verify(brand, renewed.token))).toBe('20062');
  });

  it('continues with the identity questions where no contact can be sent a code', async () => {
    const person = await givenPerson(test, { mobile: '', email: '' });
    const { brand, account, holder } = person;
    const [card] = await test.ctx.asOwner<{ id: bigint }>('SELECT id FROM card WHERE holder_id = $1', [holder.id]);
    const [suburb, cafe] = await givenQuestions(test.ctx, { id: card?.id, brand } as never);
    const { token, headers } = await calls.byAccount(brand, account.accountNumber);
    const ids = async () => {
      const { body } = await calls.post(brand, 'cardIdentityAuth/getAuthQuestions', {}, headers);
      return (body['Questions'] as { EntityAuthenticationDetailId: string }[]).map(
        (each) => each.EntityAuthenticationDetailId,
      );
    };
    const submit = (first: string, second: string) =>
      calls.post(
        brand,
        'cardIdentityAuth/submitAuthAnswersForForgotPassword',
        {
          AccountNumber: account.accountNumber,
          Answers: [
            { EntityAuthenticationDetailId: suburb, Answer: first },
            { EntityAuthenticationDetailId: cafe, Answer: second },
          ],
        },
        headers,
      );
    // Before the security answer there are only decoys, so the right answers match none of the questions.
    expect(await ids()).not.toContain(suburb);
    expect(codeOf(await submit('Fremantle', 'Corner Cafe'))).toBe('20010');
    expect((await answer(brand, token, 'banksia')).body).toEqual({
      result: true,
      NavigateToPage: 'cardIdentityAuth',
      CodeSentTo: null,
    });
    expect(await ids()).toEqual([suburb, cafe]);
    expect(codeOf(await submit('Fremantle', 'Other Cafe'))).toBe('20248');
    expect(codeOf(await reset(brand, token))).toBe('20060');
    expect((await submit('fremantle', 'corner cafe')).body).toEqual({ IsAuthenticationPassed: true });
    const status = await calls.post(brand, 'cardIdentityAuth/getAuthStatus', {}, headers);
    expect(status.body).toEqual({ IsCardAuthenticationLocked: false, IsAuthenticationPassed: true });
    expect((await reset(brand, token)).body).toEqual({ result: true });
  });

  it('refuses identity answers where a code can be sent, and shows decoys', async () => {
    const person = await givenPerson(test, { mobile: '0400 000 009' });
    const { brand, account, holder } = person;
    const [card] = await test.ctx.asOwner<{ id: bigint }>('SELECT id FROM card WHERE holder_id = $1', [holder.id]);
    const [suburb, cafe] = await givenQuestions(test.ctx, { id: card?.id, brand } as never);
    const { token, headers } = await calls.byAccount(brand, account.accountNumber);
    expect((await answer(brand, token, 'banksia')).body).toMatchObject({ CodeSentTo: '•••• ••• 009' });
    const asked = await calls.post(brand, 'cardIdentityAuth/getAuthQuestions', {}, headers);
    expect(JSON.stringify(asked.body)).not.toContain(suburb);
    const Answers = [
      { EntityAuthenticationDetailId: suburb, Answer: 'Fremantle' },
      { EntityAuthenticationDetailId: cafe, Answer: 'Corner Cafe' },
    ];
    const decoys = (asked.body['Questions'] as { EntityAuthenticationDetailId: string }[]).map((each) => ({
      EntityAuthenticationDetailId: each.EntityAuthenticationDetailId,
      Answer: 'Fremantle',
    }));
    const body = { AccountNumber: account.accountNumber, Answers: [...Answers, ...decoys] };
    const given = await calls.post(brand, 'cardIdentityAuth/submitAuthAnswersForForgotPassword', body, headers);
    expect(codeOf(given)).toBe('20248');
    expect(codeOf(await reset(brand, token))).toBe('20060');
  });

  it('locks the identity questions with the third wrong set, answered 20249', async () => {
    const { brand, account } = await givenPerson(test);
    const { headers } = await calls.byAccount(brand, account.accountNumber);
    const asked = await calls.post(brand, 'cardIdentityAuth/getAuthQuestions', {}, headers);
    const Answers = (asked.body['Questions'] as { EntityAuthenticationDetailId: string }[]).map((each) => ({
      EntityAuthenticationDetailId: each.EntityAuthenticationDetailId,
      Answer: 'Neither of them',
    }));
    const body = { AccountNumber: account.accountNumber, Answers };
    const codes = [];
    for (let count = 0; count < 3; count += 1) {
      codes.push(codeOf(await calls.post(brand, 'cardIdentityAuth/submitAuthAnswersForForgotPassword', body, headers)));
    }
    expect(codes).toEqual(['20248', '20248', '20249']);
  });
});

describe('a backup token', () => {
  const issue = async (person: TestWebAccount, by: 'contact' | 'readOut') => {
    const [asks, approves] = [
      await givenStaff(test.ctx, person.brand.tenantId),
      await givenStaff(test.ctx, person.brand.tenantId),
    ];
    const input = { signIn: `web:${person.id}`, by };
    const { body } = await give(test, asks, 'issue-backup-token', { input, reason: 'called us' });
    const request = body.request?.id ?? '';
    expect((await give(test, asks, 'approve', { input: { request } })).status).not.toBe(200);
    const approved = await give(test, approves, 'approve', { input: { request } });
    return approved.body;
  };
  const check = (brand: TestBrand, token: string, backupToken: string) =>
    calls.post(brand, 'onlineAccount/VerifyBackupResetToken', { token, backupToken });
  const resetBy = (
    brand: TestBrand,
    token: string,
    backupToken: string,
    { newPassword = NEW_PASSWORD, securityQuestion = 2 } = {},
  ) =>
    calls.post(brand, 'onlineAccount/ResetPasswordBackupToken', {
      token,
      backupToken,
      newPassword,
      securityQuestion,
      securityQuestionAnswer: 'Rex',
    });

  it('needs two members of staff, is sent to a contact, notified to all, and sets password and question once', async () => {
    const person = await givenPerson(test, { mobile: '0400 000 004' });
    const { brand } = person;
    const body = await issue(person, 'contact');
    expect(JSON.stringify(body)).not.toMatch(/[0-9A-Z]{4}-[0-9A-Z]{4}/);
    const { texts, mails } = await sent(test);
    const backup = /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(texts.map(({ text }) => text).join(' '))?.[0] ?? '';
    expect(backup).not.toBe('');
    expect(mails.map(({ subject }) => subject)).toEqual([`${brand.name} has given you a backup token`]);
    const token = await calls.linkOf(person);
    expect((await check(brand, token, backup.toLowerCase())).body).toEqual({ result: true });
    expect((await resetBy(brand, token, backup, { newPassword: COMMON })).body).toMatchObject({
      error: ['20010'],
      field: 'newPassword',
    });
    // A fifth question has no translation.
    expect((await resetBy(brand, token, backup, { securityQuestion: 5 })).body).toMatchObject({
      error: ['20010'],
      field: 'securityQuestion',
    });
    expect((await resetBy(brand, token, backup)).body).toEqual({ result: true });
    expect(await calls.opens(person, NEW_PASSWORD)).toBe(true);
    const again = await calls.linkOf(person);
    expect((await verify(brand, again)).body).toEqual({
      SecurityQuestion: 'What was the name of your first pet?',
    });
    expect(codeOf(await answer(brand, again, 'rex'))).toBe('ok');
    expect(codeOf(await check(brand, again, backup))).toBe('20060');
    expect(codeOf(await resetBy(brand, again, backup))).toBe('20060');
  });

  it('that is read out is shown once to the approver, and also replaces the code of a reset by account number', async () => {
    const person = await givenPerson(test, { mobile: '', email: '' });
    const { brand, account } = person;
    const body = await issue(person, 'readOut');
    const backup = String(body.rows?.[0]?.['token']);
    expect(backup).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    const [kept] = await test.ctx.asOwner<{ text: string }>(
      'SELECT r::text AS text FROM desk_request r WHERE tenant_id = $1',
      [brand.tenantId],
    );
    expect(kept?.text).not.toContain(backup);
    const { token } = await calls.byAccount(brand, account.accountNumber);
    expect((await resetBy(brand, token, backup)).body).toEqual({ result: true });
  });

  it('outlives the resets that a stranger ends by three wrong tries each, and ends after 24 hours', async () => {
    const person = await givenPerson(test);
    const { brand } = person;
    const backup = String((await issue(person, 'readOut')).rows?.[0]?.['token']);
    const token = await calls.linkOf(person);
    for (let count = 0; count < 3; count += 1) expect(codeOf(await check(brand, token, 'AAAAAAAA'))).toBe('20060');
    expect(codeOf(await check(brand, token, backup))).toBe('20060');
    const { token: stranger } = await calls.byAccount(brand, person.account.accountNumber);
    for (let count = 0; count < 3; count += 1) expect(codeOf(await check(brand, stranger, 'BBBBBBBB'))).toBe('20060');
    expect(codeOf(await check(brand, await calls.linkOf(person), backup))).toBe('ok');
    const next = String((await issue(person, 'readOut')).rows?.[0]?.['token']);
    test.ctx.advance(24 * HOUR);
    const later = await calls.linkOf(person);
    expect(codeOf(await check(brand, later, next))).toBe('20062');
    expect(codeOf(await resetBy(brand, later, next))).toBe('20062');
  });

  it('is invalid in a reset of another person', async () => {
    const [person, other] = [await givenPerson(test), await givenPerson(test)];
    const backup = String((await issue(person, 'readOut')).rows?.[0]?.['token']);
    expect(codeOf(await check(other.brand, await calls.linkOf(other), backup))).toBe('20060');
    expect(codeOf(await check(person.brand, await calls.linkOf(person), backup))).toBe('ok');
  });

  it('is not issued by contact where the person has none', async () => {
    const person = await givenPerson(test, { mobile: '', email: '' });
    const asks = await givenStaff(test.ctx, person.brand.tenantId);
    const input = { signIn: `web:${person.id}`, by: 'contact' };
    const refused = await give(test, asks, 'issue-backup-token', { input, reason: 'called us' });
    expect(refused.body.error).toBe('nothing_to_do');
  });
});

it('a reset leaves no token, code or answer readable in the database', async () => {
  const person = await givenPerson(test, { mobile: '0400 000 005' });
  const { brand, account } = person;
  const { token } = await calls.byAccount(brand, account.accountNumber);
  await answer(brand, token, 'banksia');
  const code = codeIn((await sent(test)).texts[0]?.text);
  const rows = await test.ctx.asOwner<{ text: string }>('SELECT r::text AS text FROM password_reset r', []);
  const text = rows.map((row) => row.text).join('\n');
  expect(text).not.toContain(token);
  expect(text).not.toMatch(new RegExp(`(?<![0-9a-zA-Z])${code}(?![0-9a-zA-Z])`));
  expect(text).not.toContain('banksia');
});
