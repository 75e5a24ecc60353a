import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { sweep } from '../../../../test-support/due-work.ts';
import {
  givenBrand,
  givenCard,
  givenHolder,
  givenSession,
  givenWebAccount,
} from '../../../../test-support/factories.ts';
import { codeIn, sent } from '../../../../test-support/resets.ts';
import { getApi, givenUser, type Headers, postApi } from '../../../../test-support/signed-in.ts';
import { tidyContacts } from './tidy-contacts.due.ts';

const HOUR = 3_600_000;
const PASSWORD = 'Golden-Wattle-2026';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp({ WATTLE_SIGN_IN_RATE: '100000' });
});
beforeEach(() => sent(test));
afterAll(() => test.close());

const ALL = {
  AllowEditEmailAddress: true,
  AllowEditPhoneNumber: true,
  AllowEditAddress: true,
  AllowEditUsernameAndSecurityQuestion: true,
};

async function givenPerson(settings: object = ALL) {
  return givenUser(test.ctx, { brand: await givenBrand(test.ctx, { settings }) });
}

const update = (headers: Headers, body: object) =>
  postApi(test, 'onlineAccount/UpdateAccessDetails', headers, { currentpassword: PASSWORD, ...body });
const confirm = (headers: Headers, Channel: string, code: string) =>
  postApi(test, 'onlineAccount/ConfirmContact', headers, { Channel, code });
const undo = async (brand: { identifier: string }, token: string) =>
  test.app.inject({
    method: 'POST',
    url: '/api/onlineAccount/UndoContactChange',
    headers: { 'wattle-brand': brand.identifier },
    payload: { token },
  });
const profileOf = async (headers: Headers) =>
  (await getApi(test, 'onlineAccount/GetCurrentEntityPersonalDetails', headers)).json<Record<string, unknown>>();
const codeOf = (response: { json: () => unknown }) => (response.json() as { error?: string[] }).error?.[0] ?? 'ok';

describe('POST onlineAccount/UpdateAccessDetails', () => {
  it('sets a new email after the code sent there was entered, notifies the old one and ends other sessions', async () => {
    const { headers, holder, webAccount } = await givenPerson();
    const elsewhere = await givenSession(test.ctx, { webAccount });
    const EmailAddress = `new.${holder.email}`;
    expect((await update(headers, { EmailAddress })).json()).toEqual({ result: true, CodeSentTo: 'n••••@e••••.com' });
    const asked = await sent(test);
    expect(asked.mails.map(({ to }) => to)).toEqual([EmailAddress]);
    expect(await profileOf(headers)).toMatchObject({
      EmailAddress: holder.email,
      PendingContacts: [{ Channel: 'email', Value: EmailAddress }],
    });
    expect(codeOf(await confirm(headers, 'email', '000000'))).toBe('20052');
    expect(codeOf(await confirm(headers, 'mobile', codeIn(asked.mails[0]?.text)))).toBe('20052');
    expect((await confirm(headers, 'email', codeIn(asked.mails[0]?.text))).json()).toEqual({ result: true });
    expect(await profileOf(headers)).toMatchObject({ EmailAddress, UserName: EmailAddress, PendingContacts: [] });
    expect((await getApi(test, 'onlineAccount/', elsewhere.headers)).statusCode).toBe(401);
    const messages = await sent(test);
    expect(messages.mails.map(({ to }) => to)).toEqual([holder.email]);
    expect(codeOf(await confirm(headers, 'email', codeIn(asked.mails[0]?.text)))).toBe('20052');
  });

  it('changes the username where the brand has one, and the account number still opens the login', async () => {
    const { headers, webAccount, card } = await givenPerson({ ...ALL, LoginMethodId: 3 });
    const elsewhere = await givenSession(test.ctx, { webAccount });
    expect((await update(headers, { UserName: ' Banksia.Lane ' })).json()).toEqual({ result: true, CodeSentTo: null });
    expect(await profileOf(headers)).toMatchObject({ UserName: 'banksia.lane' });
    expect((await getApi(test, 'onlineAccount/', elsewhere.headers)).statusCode).toBe(401);
    expect((await sent(test)).mails[0]?.text).toContain('your username was changed');
    const names = async () =>
      (
        await test.ctx.asOwner<{ kind: string }>(
          'SELECT kind FROM login_name WHERE web_account_id = $1 ORDER BY kind',
          [webAccount.id],
        )
      ).map(({ kind }) => kind);
    const before = await names();
    expect(before).toContain('username');
    // The previous name is free again, and choosing the same one twice is not refused.
    expect(codeOf(await update(headers, { UserName: 'banksia-2' }))).toBe('ok');
    expect(codeOf(await update(headers, { UserName: 'BANKSIA-2' }))).toBe('ok');
    expect(await names()).toEqual(before);
    const other = await givenUser(test.ctx, { brand: card.brand });
    expect(codeOf(await update(other.headers, { UserName: 'banksia.lane' }))).toBe('ok');
    expect((await update(other.headers, { UserName: 'banksia-2' })).json()).toMatchObject({
      error: ['20010'],
      field: 'UserName',
    });
    expect(await profileOf(other.headers)).toMatchObject({ UserName: 'banksia.lane' });
  });

  it('refuses a username that is a number or an email, without the password, and where the brand has none', async () => {
    const { headers } = await givenPerson({ ...ALL, LoginMethodId: 3 });
    for (const UserName of ['200100017', '200100017-01', 'a b', 'ab', 'me@example.com']) {
      expect((await update(headers, { UserName })).json()).toMatchObject({ error: ['20010'], field: 'UserName' });
    }
    expect(codeOf(await update(headers, { UserName: 'banksia', currentpassword: 'Not-The-Password-1' }))).toBe('20041');
    const byEmail = await givenPerson({ ...ALL, LoginMethodId: 1 });
    expect((await update(byEmail.headers, { UserName: 'banksia' })).statusCode).toBe(403);
    const fixed = await givenPerson({ ...ALL, LoginMethodId: 2, AllowEditUsernameAndSecurityQuestion: false });
    expect((await update(fixed.headers, { UserName: 'banksia' })).statusCode).toBe(403);
  });

  it.each([
    ['[3-b] +610400000776', '+61400000776'],
    ['[3-c] +61 400 000 775', '+61400000775'],
    ['[3-c] 0400‑000‑774', '+61400000774'],
  ])('sends the code of %s as a text to %s', async (typed, e164) => {
    const { headers } = await givenPerson();
    const Mobile = typed.replace(/^\[[^\]]*\] /, '');
    expect((await update(headers, { Mobile })).statusCode).toBe(200);
    expect((await sent(test)).texts.map(({ to }) => to)).toEqual([e164]);
  });

  it('refuses a landline with 20320, and sends nothing [3-a]', async () => {
    const { headers } = await givenPerson();
    expect((await update(headers, { Mobile: '02 9000 0001' })).json()).toMatchObject({
      error: ['20320'],
      field: 'Mobile',
    });
    expect((await sent(test)).texts).toEqual([]);
  });

  it('lets the old address restore itself once within 48 hours, which ends all sessions', async () => {
    const { headers, holder, card } = await givenPerson();
    const { brand } = card;
    await update(headers, { EmailAddress: `other.${holder.email}` });
    await confirm(headers, 'email', codeIn((await sent(test)).mails[0]?.text));
    const token = /undoContactChange\/([0-9a-f]{32})/.exec((await sent(test)).mails[0]?.text ?? '')?.[1] ?? '';
    expect(codeOf(await undo(await givenBrand(test.ctx), token))).toBe('20060');
    expect(codeOf(await undo(brand, 'f'.repeat(32)))).toBe('20060');
    expect((await undo(brand, token)).json()).toEqual({ result: true, LinkSentTo: 'h••••@e••••.com' });
    expect((await getApi(test, 'onlineAccount/', headers)).statusCode).toBe(401);
    const [row] = await test.ctx.asOwner<{ email: string; username: string }>(
      'SELECT h.email, w.username FROM holder h JOIN web_account w ON w.holder_id = h.id WHERE h.id = $1',
      [holder.id],
    );
    expect(row).toEqual({ email: holder.email, username: holder.email });
    const messages = (await sent(test)).mails.map(({ to, subject }) => [to, subject]);
    expect(messages.toSorted()).toEqual([
      [holder.email, expect.stringMatching(/^Choose a new/)],
      [`other.${holder.email}`, expect.stringMatching(/was undone$/)],
    ]);
    expect(codeOf(await undo(brand, token))).toBe('20060');
  });

  it('refuses an undo after 48 hours with 20062, and deletes the change after three days', async () => {
    const { headers, holder, card } = await givenPerson();
    await update(headers, { EmailAddress: `late.${holder.email}` });
    await confirm(headers, 'email', codeIn((await sent(test)).mails[0]?.text));
    const token = /undoContactChange\/([0-9a-f]{32})/.exec((await sent(test)).mails[0]?.text ?? '')?.[1] ?? '';
    test.ctx.advance(48 * HOUR);
    expect(codeOf(await undo(card.brand, token))).toBe('20062');
    test.ctx.advance(25 * HOUR);
    await sweep(test.ctx, tidyContacts);
    expect(await test.ctx.asOwner('SELECT id FROM contact_change WHERE holder_id = $1', [holder.id])).toEqual([]);
  });

  it.each([
    ['[3-b]', '+610400000776', '+61400000776'],
    ['[3-c]', '+61 400 000 775', '+61400000775'],
  ])('%s sends the code of the mobile number %s to %s', async (_case, Mobile, to) => {
    const { headers } = await givenPerson();
    expect((await update(headers, { Mobile })).statusCode).toBe(200);
    expect((await sent(test)).texts.map((text) => text.to)).toEqual([to]);
  });

  it('[3-a] refuses a landline of the country of the brand at its field, and sends nothing', async () => {
    const { headers } = await givenPerson();
    const answer = await update(headers, { Mobile: '02 9000 0001' });
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { error: ['20320'], field: 'Mobile' }]);
    expect((await sent(test)).texts).toEqual([]);
  });

  it('confirms a new mobile number by SMS, notifies the old one, and sends the new one no access code for 48 hours', async () => {
    const { headers, holder, card } = await givenPerson();
    await test.ctx.asOwner("UPDATE holder SET mobile = '0400000011' WHERE id = $1", [holder.id]);
    await update(headers, { Mobile: '0400 000 012' });
    const asked = await sent(test);
    expect(asked.texts.map(({ to }) => to)).toEqual(['+61400000012']);
    await confirm(headers, 'mobile', codeIn(asked.texts[0]?.text));
    expect((await sent(test)).texts.map(({ to }) => to)).toEqual(['+61400000011']);
    expect(await profileOf(headers)).toMatchObject({ Mobile: '0400 000 012' });
    const request = { CardId: card.cardId, Brand: card.brand.identifier };
    await test.app.inject({ method: 'POST', url: '/api/card/requestAccessCode', payload: request });
    const first = await sent(test);
    expect([first.texts.length, first.mails.map(({ to }) => to)]).toEqual([0, [holder.email]]);
    test.ctx.advance(48 * HOUR);
    await test.app.inject({ method: 'POST', url: '/api/card/requestAccessCode', payload: request });
    expect((await sent(test)).texts.map(({ to }) => to)).toEqual(['+61400000012']);
  });

  it('counts wrong codes of all requests and contacts together, five in a day, and a right one does not reset them', async () => {
    const { headers, holder } = await givenPerson();
    const asked = async (body: { readonly EmailAddress: string } | { readonly Mobile: string }) => {
      await update(headers, body);
      // Notices of the previous change may arrive as well.
      const { mails, texts } = await sent(test);
      const [to, all] = 'Mobile' in body ? [`+61${body.Mobile.slice(1)}`, texts] : [body.EmailAddress, mails];
      return codeIn(all.find((message) => message.to === to)?.text);
    };
    const wrong = async (channel: string, right: string) =>
      codeOf(await confirm(headers, channel, right === '111111' ? '222222' : '111111'));
    const first = await asked({ EmailAddress: `one.${holder.email}` });
    expect([await wrong('email', first), await wrong('email', first)]).toEqual(['20052', '20052']);
    expect(codeOf(await confirm(headers, 'email', first))).toBe('ok');
    const second = await asked({ Mobile: '0412345678' });
    expect([await wrong('mobile', second), await wrong('mobile', second)]).toEqual(['20052', '20052']);
    const third = await asked({ EmailAddress: `three.${holder.email}` });
    expect(await wrong('email', third)).toBe('20052');
    expect(codeOf(await confirm(headers, 'email', third))).toBe('429');
    expect(codeOf(await confirm(headers, 'mobile', second))).toBe('429');
    expect(codeOf(await update(headers, { EmailAddress: `four.${holder.email}` }))).toBe('429');
    expect((await sent(test)).mails.filter(({ to }) => to.startsWith('four'))).toEqual([]);
  });

  it('accepts a code for five tries and 10 minutes, until the next change is requested', async () => {
    const { headers, holder } = await givenPerson();
    await update(headers, { EmailAddress: `one.${holder.email}` });
    const first = codeIn((await sent(test)).mails[0]?.text);
    await update(headers, { EmailAddress: `two.${holder.email}` });
    const second = codeIn((await sent(test)).mails[0]?.text);
    if (first !== second) expect(codeOf(await confirm(headers, 'email', first))).toBe('20052');
    const wrong = second === '111111' ? '222222' : '111111';
    const tries = first === second ? 5 : 4;
    for (let count = 0; count < tries; count += 1) expect(codeOf(await confirm(headers, 'email', wrong))).toBe('20052');
    expect(codeOf(await confirm(headers, 'email', second))).toBe('429');
    await test.ctx.asOwner("DELETE FROM sign_in_guard WHERE kind = 'contactCode'");
    await update(headers, { EmailAddress: `three.${holder.email}` });
    const third = codeIn((await sent(test)).mails[0]?.text);
    test.ctx.advance(10 * 60_000);
    const { headers: later } = await givenSession(test.ctx, {
      webAccount: await givenWebAccount(test.ctx, { holder, username: `later.${holder.email}` }),
    });
    expect(codeOf(await confirm(later, 'email', third))).toBe('20052');
  });

  it('refuses an invalid email with 20027, and one that opens another login with 20031', async () => {
    const { headers, card } = await givenPerson();
    const holder = await givenHolder(test.ctx, { brand: card.brand });
    await givenWebAccount(test.ctx, { holder });
    expect((await update(headers, { EmailAddress: 'nobody' })).json()).toMatchObject({
      error: ['20027'],
      field: 'EmailAddress',
    });
    expect(codeOf(await update(headers, { EmailAddress: holder.email }))).toBe('20031');
    const free = `free.${holder.email}`;
    await update(headers, { EmailAddress: free });
    const code = codeIn((await sent(test)).mails[0]?.text);
    const taker = await givenHolder(test.ctx, { brand: card.brand, email: free });
    await givenWebAccount(test.ctx, { holder: taker });
    expect(codeOf(await confirm(headers, 'email', code))).toBe('20031');
  });

  it('changes the security question with its answer, ends the other sessions and notifies the user', async () => {
    const { headers, holder, webAccount } = await givenPerson();
    const elsewhere = await givenSession(test.ctx, { webAccount });
    expect((await update(headers, { SecurityQuestion: 2 })).json()).toMatchObject({
      error: ['20010'],
      field: 'SecurityQuestionAnswer',
    });
    expect((await update(headers, { SecurityQuestionAnswer: 'Rex' })).json()).toMatchObject({
      field: 'SecurityQuestion',
    });
    // A sixth question has no translation.
    expect((await update(headers, { SecurityQuestion: 6, SecurityQuestionAnswer: 'Rex' })).json()).toMatchObject({
      error: ['20010'],
      field: 'SecurityQuestion',
    });
    expect((await update(headers, {})).json()).toMatchObject({ error: ['20010'] });
    expect((await update(headers, { SecurityQuestion: 2, SecurityQuestionAnswer: 'Rex' })).json()).toEqual({
      result: true,
      CodeSentTo: null,
    });
    expect(await profileOf(headers)).toMatchObject({ SecurityQuestion: 'What was the name of your first pet?' });
    expect((await getApi(test, 'onlineAccount/', elsewhere.headers)).statusCode).toBe(401);
    expect((await sent(test)).mails.map(({ to }) => to)).toEqual([holder.email]);
    const both = { EmailAddress: 'a@example.com', Mobile: '0400000013' };
    expect((await update(headers, both)).json()).toMatchObject({ error: ['20010'], field: 'Mobile' });
  });

  it('needs the password, and locks after five wrong ones', async () => {
    const { headers } = await givenPerson();
    const codes = [];
    for (let count = 0; count < 5; count += 1) {
      codes.push(codeOf(await update(headers, { EmailAddress: 'a@example.com', currentpassword: 'Wrong-Password-1' })));
    }
    expect(codes).toEqual(['20041', '20041', '20041', '20041', '20043']);
    expect((await sent(test)).mails).toEqual([]);
  });

  it('is refused with 403 for details that the brand does not let its users change', async () => {
    const { headers } = await givenPerson({
      AllowEditEmailAddress: false,
      AllowEditPhoneNumber: false,
      AllowEditUsernameAndSecurityQuestion: false,
    });
    expect(codeOf(await update(headers, { EmailAddress: 'a@example.com' }))).toBe('403');
    expect(codeOf(await update(headers, { Mobile: '0400000014' }))).toBe('403');
    expect(codeOf(await update(headers, { SecurityQuestion: 1, SecurityQuestionAnswer: 'a' }))).toBe('403');
  });

  it('changes no contact in the day after a reset', async () => {
    const { headers, webAccount } = await givenPerson();
    const at = test.ctx.clocks.security.now();
    await test.ctx.asOwner('UPDATE web_account SET password_reset_at = $2 WHERE id = $1', [
      webAccount.id,
      new Date(at - 24 * HOUR + 60_000),
    ]);
    expect(codeOf(await update(headers, { EmailAddress: 'a@example.com' }))).toBe('403');
    const phone = { HomePhone: '03 9000 0001', currentpassword: PASSWORD };
    expect(codeOf(await postApi(test, 'onlineAccount/UpdatePersonalDetails', headers, phone))).toBe('403');
    expect(await profileOf(headers)).toMatchObject({ ContactsHeldUntil: expect.stringMatching(/Z$/) });
    test.ctx.advance(60_000);
    expect(codeOf(await update(headers, { EmailAddress: 'a.b@example.com' }))).toBe('ok');
    expect(await profileOf(headers)).toMatchObject({ ContactsHeldUntil: null });
  });
});

describe('POST onlineAccount/RequestAccountClosure', () => {
  const ask = (headers: Headers, IsAsked: boolean, currentpassword = PASSWORD) =>
    postApi(test, 'onlineAccount/RequestAccountClosure', headers, { IsAsked, currentpassword });

  it('stores the request until it is withdrawn, needs the password, and is refused to a nominee', async () => {
    const { headers, card } = await givenPerson();
    expect((await ask(headers, true)).json()).toEqual({ result: true });
    expect(await profileOf(headers)).toMatchObject({ ClosureAskedAt: expect.stringMatching(/Z$/) });
    expect((await ask(headers, false)).json()).toEqual({ result: true });
    expect(await profileOf(headers)).toMatchObject({ ClosureAskedAt: null });
    const holder = await givenHolder(test.ctx, { brand: card.brand });
    await givenCard(test.ctx, { account: card.account, holder });
    const nominee = await givenWebAccount(test.ctx, { holder, account: card.account, extension: '01' });
    const { headers: second } = await givenSession(test.ctx, { webAccount: nominee });
    expect(codeOf(await ask(second, true))).toBe('10001');
    await test.ctx.asOwner('UPDATE member_account SET is_closed = true WHERE id = $1', [card.account.id]);
    expect(codeOf(await ask(headers, true))).toBe('10001');
    const codes = [];
    for (let count = 0; count < 5; count += 1) codes.push(codeOf(await ask(headers, true, 'Wrong-Password-1')));
    expect(codes).toEqual(['20041', '20041', '20041', '20041', '20043']);
  });
});
