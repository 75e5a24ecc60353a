import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import {
  contactCalls,
  countWaysIn,
  givenContactCalls,
  givenOwner,
  givenWaysIn,
  opensLogin,
  PASSWORD,
  resetTokenIn,
  setPasswordBy,
  accessStateOf,
  undoTokenIn,
} from '../../../../test-support/contacts.ts';
import { sweep } from '../../../../test-support/due-work.ts';
import { givenCard, givenHolder, givenWebAccount, type TestWebAccount } from '../../../../test-support/factories.ts';
import { codeIn, NEW_PASSWORD, resetCalls, sent } from '../../../../test-support/resets.ts';
import { endAccess } from '../../access/public.ts';
import { getApi, givenUser } from '../../../../test-support/signed-in.ts';
import { tidyContacts } from './tidy-contacts.due.ts';

const HOUR = 3_600_000;

let test: TestApp;
beforeAll(async () => {
  test = await givenApp({ WATTLE_SIGN_IN_RATE: '100000', WATTLE_MESSAGES_AN_HOUR: '100' });
});
beforeEach(() => sent(test));
afterAll(() => test.close());

const opens = (owner: TestWebAccount, name: string, password?: string) => opensLogin(test, owner, name, password);
const setPassword = (owner: TestWebAccount, token: string, answer?: string) =>
  setPasswordBy(test, owner, token, answer);
const post = (brand: TestWebAccount['brand'], name: string, body: object) => resetCalls(test).post(brand, name, body);

/** Presses the button of the page that a link opens. */
async function undo({ app }: TestApp, brand: { readonly identifier: string }, token: string) {
  const headers = { 'wattle-brand': brand.identifier };
  const url = '/api/onlineAccount/UndoContactChange';
  const response = await app.inject({ method: 'POST', url, headers, payload: { token } });
  return response.json<Record<string, unknown>>();
}

describe('A thief with a session and the password', () => {
  it('changes A to B to C: the undo in A restores contact, name and question, and ends everything added since', async () => {
    const owner = await givenOwner(test);
    const { brand, holder } = owner;
    const before = await accessStateOf(test, owner);
    const thief = await givenContactCalls(test, owner);
    const first = await thief.change({ EmailAddress: `b.${holder.email}` });
    const second = await thief.change({ EmailAddress: `c.${holder.email}` });
    await thief.update({ SecurityQuestion: 2, SecurityQuestionAnswer: 'Rex' });
    await givenWaysIn(test, owner, 'thief');
    await resetCalls(test).ask(brand, `c.${holder.email}`);
    await sent(test);

    expect(await undo(test, brand, first)).toEqual({ result: true, LinkSentTo: 'h••••@e••••.com' });
    expect(await accessStateOf(test, owner)).toEqual(before);
    expect(await countWaysIn(test, owner)).toBe(0);
    for (const name of [holder.email, `b.${holder.email}`, `c.${holder.email}`]) {
      expect(await opens(owner, name)).toBe(false);
    }
    // The later change was ended, so its link reports that and changes nothing.
    expect(await undo(test, brand, second)).toMatchObject({ error: ['20314'] });
    expect(await undo(test, brand, first)).toMatchObject({ error: ['20060'] });
    expect(await accessStateOf(test, owner)).toEqual(before);

    const messages = await sent(test);
    expect(messages.mails.map(({ to }) => to).toSorted()).toEqual([`c.${holder.email}`, holder.email]);
    expect(await setPassword(owner, resetTokenIn(messages, holder.email))).toBe('ok');
    expect(await opens(owner, holder.email, NEW_PASSWORD)).toBe(true);
    // The restored contact keeps its age, so the next link goes there.
    expect(await resetCalls(test).linkOf({ ...owner, username: holder.email })).not.toBe('none');
  });

  it('gains nothing by the link in B: all sessions end, B gets no reset link, and the link in A still works', async () => {
    const owner = await givenOwner(test);
    const { brand, holder } = owner;
    const before = await accessStateOf(test, owner);
    const thief = await givenContactCalls(test, owner);
    const first = await thief.change({ EmailAddress: `b.${holder.email}` });
    test.ctx.advance(10 * HOUR);
    const again = await givenContactCalls(test, owner);
    const second = await again.change({ EmailAddress: `c.${holder.email}` });
    test.ctx.advance(30 * HOUR);
    expect(await undo(test, brand, second)).toEqual({ result: true, LinkSentTo: null });
    const messages = await sent(test);
    expect(resetTokenIn(messages, `b.${holder.email}`)).toBe('none');
    expect(await accessStateOf(test, owner)).toMatchObject({
      email: `b.${holder.email}`,
      username: `b.${holder.email}`,
    });
    // It was 10 hours old when it was replaced, and still is 40 hours after it was set.
    await resetCalls(test).ask(brand, `b.${holder.email}`);
    expect((await sent(test)).mails).toEqual([]);
    expect(await undo(test, brand, first)).toMatchObject({ LinkSentTo: 'h••••@e••••.com' });
    expect(await accessStateOf(test, owner)).toEqual(before);
    expect(await undo(test, brand, second)).toMatchObject({ error: ['20060'] });
  });

  it('gains nothing by the link in B after the owner has reset the password, and the link in A still works', async () => {
    const owner = await givenOwner(test);
    const { brand, holder } = owner;
    await test.ctx.asOwner("UPDATE holder SET mobile = '0400000031' WHERE id = $1", [holder.id]);
    const before = await accessStateOf(test, owner);
    const thief = await givenContactCalls(test, owner);
    const first = await thief.change({ EmailAddress: `b.${holder.email}` });
    const second = await thief.change({ EmailAddress: `c.${holder.email}` });
    await sent(test);
    test.ctx.advance(60_000);
    const { token } = await resetCalls(test).byAccount(brand, owner.account.accountNumber);
    await post(brand, 'onlineAccount/VerifyAnswer', { token, answer: 'banksia' });
    const code = codeIn((await sent(test)).texts.at(-1)?.text);
    await post(brand, 'onlineAccount/VerifyResetCode', { token, code });
    expect(await setPassword(owner, token)).toBe('ok');
    const reset = await accessStateOf(test, owner);
    expect(await undo(test, brand, second)).toMatchObject({ error: ['20314'] });
    expect(await accessStateOf(test, owner)).toEqual(reset);
    expect(await opens(owner, reset.username, NEW_PASSWORD)).toBe(true);
    expect(await undo(test, brand, first)).toMatchObject({ result: true });
    expect(await accessStateOf(test, owner)).toMatchObject({ email: before.email, names: before.names });
  });

  it('gains nothing by the link in B after the owner has undone the mobile, and the link in A still works', async () => {
    const owner = await givenOwner(test);
    const { brand, holder } = owner;
    await test.ctx.asOwner("UPDATE holder SET mobile = '0400000032' WHERE id = $1", [holder.id]);
    const thief = await givenContactCalls(test, owner);
    const mobile = await thief.change({ Mobile: '0400000033' });
    const first = await thief.change({ EmailAddress: `b.${holder.email}` });
    const second = await thief.change({ EmailAddress: `c.${holder.email}` });
    test.ctx.advance(60_000);
    expect(await undo(test, brand, mobile)).toMatchObject({ result: true });
    const rescued = await accessStateOf(test, owner);
    expect(await undo(test, brand, second)).toMatchObject({ error: ['20314'] });
    expect(await accessStateOf(test, owner)).toEqual(rescued);
    expect(await undo(test, brand, first)).toMatchObject({ result: true });
    expect(await accessStateOf(test, owner)).toMatchObject({ email: holder.email, mobile: '0400000032' });
  });

  it('cannot give the name to an accomplice, because it is reserved until the undo expires', async () => {
    const owner = await givenOwner(test, { LoginMethodId: 3 });
    const { brand, holder } = owner;
    const thief = await givenContactCalls(test, owner);
    const first = await thief.change({ EmailAddress: `b.${holder.email}` });
    const accomplice = await givenUser(test.ctx, { brand });
    const other = contactCalls(test, accomplice.headers);
    expect((await other.update({ EmailAddress: holder.email.toUpperCase() })).json()).toMatchObject({
      error: ['20031'],
    });
    const stranger = await givenHolder(test.ctx, { brand });
    await expect(givenWebAccount(test.ctx, { holder: stranger, username: holder.email })).rejects.toThrow();
    expect(await opens(owner, holder.email)).toBe(false);
    expect(await undo(test, brand, first)).toMatchObject({ result: true });
    expect(await accessStateOf(test, owner)).toMatchObject({ email: holder.email, names: [`email ${holder.email}`] });
    // Names that no undo can restore are free again.
    await sweep(test.ctx, tidyContacts);
    expect((await other.update({ EmailAddress: `b.${holder.email}` })).statusCode).toBe(200);
    const late = await givenOwner(test);
    await (await givenContactCalls(test, late)).change({ EmailAddress: `b.${late.holder.email}` });
    test.ctx.advance(48 * HOUR);
    await sweep(test.ctx, tidyContacts);
    const taker = await givenHolder(test.ctx, { brand: late.brand, email: late.holder.email });
    expect(await givenWebAccount(test.ctx, { holder: taker })).toMatchObject({ username: late.holder.email });
  });

  it('cannot keep another username: the undo restores the former one, which nobody could take', async () => {
    const owner = await givenOwner(test, { LoginMethodId: 3 });
    const calls = await givenContactCalls(test, owner);
    await calls.update({ UserName: 'banksia' });
    const before = await accessStateOf(test, owner);
    expect(before).toMatchObject({ username: 'banksia', names: [`email ${owner.holder.email}`, 'username banksia'] });
    const token = await calls.change({ EmailAddress: `b.${owner.holder.email}` });
    await calls.update({ UserName: 'thief.2' });
    const accomplice = await givenUser(test.ctx, { brand: owner.brand });
    const taken = await contactCalls(test, accomplice.headers).update({ UserName: 'banksia' });
    expect(taken.json()).toMatchObject({ error: ['20010'], field: 'UserName' });
    await undo(test, owner.brand, token);
    expect(await accessStateOf(test, owner)).toEqual(before);
  });

  it('cannot keep email and mobile: each undo restores one, and the other gets no code until it is confirmed', async () => {
    const owner = await givenOwner(test);
    const { brand, holder } = owner;
    await test.ctx.asOwner("UPDATE holder SET mobile = '0400000021' WHERE id = $1", [holder.id]);
    const thief = await givenContactCalls(test, owner);
    const byText = await thief.change({ Mobile: '0400000022' });
    const byMail = await thief.change({ EmailAddress: `b.${holder.email}` });
    expect(await undo(test, brand, byMail)).toMatchObject({ result: true });
    await sent(test);
    test.ctx.advance(47 * HOUR);
    expect(await undo(test, brand, byText)).toMatchObject({ LinkSentTo: '•••• ••• 021' });
    // A mobile number alone: the reset link arrives by text message.
    const link = resetTokenIn(await sent(test), '+61400000021');
    expect(await setPassword(owner, link)).toBe('ok');
    expect(await accessStateOf(test, owner)).toMatchObject({ email: holder.email, mobile: '0400000021' });

    const careless = await givenOwner(test);
    const card = await givenCard(test.ctx, { account: careless.account, holder: careless.holder });
    const other = await givenContactCalls(test, careless);
    await other.change({ Mobile: '0400000032' });
    await undo(test, careless.brand, await other.change({ EmailAddress: `b.${careless.holder.email}` }));
    test.ctx.advance(100 * HOUR);
    await sent(test);
    const request = { CardId: card.cardId, Brand: careless.brand.identifier };
    const askForCode = async () => {
      await test.app.inject({ method: 'POST', url: '/api/card/requestAccessCode', payload: request });
      const { texts, mails } = await sent(test);
      return [...texts, ...mails].map(({ to }) => to);
    };
    expect(await askForCode()).toEqual([careless.holder.email]);
    const password_hash = await test.ctx.secrets.hashSecret(PASSWORD);
    await test.ctx.asOwner('UPDATE web_account SET password_hash = $2 WHERE id = $1', [careless.id, password_hash]);
    const owned = await givenContactCalls(test, careless);
    expect(await owned.change({ Mobile: '0400000032' })).toBe('none');
    expect(await askForCode()).toEqual([careless.holder.email]);
    test.ctx.advance(48 * HOUR);
    expect(await askForCode()).toEqual(['+61400000032']);
  });

  it('cannot undo what the owner changes back in time, which counts as the undo', async () => {
    const owner = await givenOwner(test);
    const { brand, holder } = owner;
    const before = await accessStateOf(test, owner);
    const calls = await givenContactCalls(test, owner);
    const first = await calls.change({ EmailAddress: `b.${holder.email}` });
    const second = await calls.change({ EmailAddress: `c.${holder.email}` });
    expect(await calls.change({ EmailAddress: holder.email })).toBe('none');
    expect(await accessStateOf(test, owner)).toEqual(before);
    expect(await undo(test, brand, second)).toMatchObject({ error: ['20314'] });
    expect(await undo(test, brand, first)).toMatchObject({ error: ['20314'] });
    expect((await getApi(test, 'onlineAccount/', calls.headers)).statusCode).toBe(200);
    expect(await opens(owner, holder.email)).toBe(true);
  });

  it('cannot use a new security question: for 48 hours a reset asks the former one, and keeps it', async () => {
    const owner = await givenOwner(test);
    const thief = await givenContactCalls(test, owner);
    await thief.update({ SecurityQuestion: 2, SecurityQuestionAnswer: 'Rex' });
    expect((await sent(test)).mails.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/security question was changed$/),
    ]);
    test.ctx.advance(47 * HOUR);
    const again = await givenContactCalls(test, owner);
    await again.update({ SecurityQuestion: 3, SecurityQuestionAnswer: 'Rex' });
    const token = await resetCalls(test).linkOf(owner);
    const { SecurityQuestion } = (await post(owner.brand, 'onlineAccount/VerifyToken', { token })).body;
    expect(SecurityQuestion).toBe('Which street did you grow up in?');
    expect(await setPassword(owner, token, 'Rex')).toBe('20060');
    expect(await setPassword(owner, token)).toBe('ok');
    expect(await accessStateOf(test, owner)).toMatchObject({ question: 1 });
    test.ctx.advance(48 * HOUR);
    expect(await accessStateOf(test, owner)).toMatchObject({ question: 1 });
    const quiet = await givenOwner(test);
    await (await givenContactCalls(test, quiet)).update({ SecurityQuestion: 2, SecurityQuestionAnswer: 'Rex' });
    test.ctx.advance(48 * HOUR);
    expect(await setPassword(quiet, await resetCalls(test).linkOf(quiet), 'Rex')).toBe('ok');
  });

  it('cannot keep a new question by changing the contact too: the undo restores the question from before both', async () => {
    const owner = await givenOwner(test);
    const thief = await givenContactCalls(test, owner);
    const wrong = await thief.update({
      SecurityQuestion: 2,
      SecurityQuestionAnswer: 'Rex',
      currentpassword: 'Not-The-Password-1',
    });
    expect(wrong.json()).toMatchObject({ error: ['20041'] });
    await thief.update({ SecurityQuestion: 2, SecurityQuestionAnswer: 'Rex' });
    test.ctx.advance(40 * HOUR);
    const first = await (await givenContactCalls(test, owner)).change({ EmailAddress: `b.${owner.holder.email}` });
    test.ctx.advance(40 * HOUR);
    await undo(test, owner.brand, first);
    expect(await accessStateOf(test, owner)).toMatchObject({ question: 1 });
    expect(await setPassword(owner, resetTokenIn(await sent(test), owner.holder.email))).toBe('ok');
  });

  it('cannot confirm after a reset a change that was requested before it', async () => {
    const owner = await givenOwner(test);
    const thief = await givenContactCalls(test, owner);
    await thief.update({ EmailAddress: `b.${owner.holder.email}` });
    const code = codeIn((await sent(test)).mails[0]?.text);
    await test.ctx.asOwner('UPDATE web_account SET password_reset_at = $2 WHERE id = $1', [
      owner.id,
      new Date(test.ctx.clocks.security.now()),
    ]);
    expect((await thief.confirm('email', code)).json()).toMatchObject({ error: ['403'] });
    expect(await accessStateOf(test, owner)).toMatchObject({ email: owner.holder.email });
  });
});

describe('A contact', () => {
  it('of an ended login can no longer be undone, and no name is restored', async () => {
    const owner = await givenOwner(test);
    const token = await (await givenContactCalls(test, owner)).change({ EmailAddress: `b.${owner.holder.email}` });
    const { tenantId } = owner.brand;
    const ended = { tenantId, webAccountIds: [owner.id], cardIds: [], nowMs: test.ctx.clocks.security.now() };
    await test.ctx.database.transact(tenantId, (tx) => endAccess(tx, { ...ended, because: 'closed' }));
    expect(await undo(test, owner.brand, token)).toMatchObject({ error: ['20314'] });
    expect((await accessStateOf(test, owner)).names).toEqual([]);
  });

  it('changed by a server of the previous release is restored with its name', async () => {
    const owner = await givenOwner(test);
    const before = await accessStateOf(test, owner);
    const token = await (await givenContactCalls(test, owner)).change({ EmailAddress: `b.${owner.holder.email}` });
    await test.ctx.asOwner('DELETE FROM login_name WHERE web_account_id = $1 AND reserved_until IS NOT NULL', [
      owner.id,
    ]);
    await test.ctx.asOwner(
      'UPDATE contact_change SET old_username = NULL, old_names = NULL, old_question = NULL WHERE holder_id = $1',
      [owner.holder.id],
    );
    expect(await undo(test, owner.brand, token)).toMatchObject({ result: true });
    expect(await accessStateOf(test, owner)).toEqual(before);
  });

  it('that was missing can be added and corrected in the day after a reset', async () => {
    const owner = await givenOwner(test);
    await test.ctx.asOwner("UPDATE holder SET mobile = '' WHERE id = $1", [owner.holder.id]);
    await test.ctx.asOwner('UPDATE web_account SET password_reset_at = $2 WHERE id = $1', [
      owner.id,
      new Date(test.ctx.clocks.security.now()),
    ]);
    const calls = await givenContactCalls(test, owner);
    expect((await calls.update({ Mobile: '0400000040' })).statusCode).toBe(200);
    expect(await calls.change({ Mobile: '0400000041' })).toBe('none');
    expect(await accessStateOf(test, owner)).toMatchObject({ mobile: '+61400000041' });
    // It is confirmed now, so it is held like the other one.
    expect((await calls.update({ Mobile: '0400000042' })).json()).toMatchObject({ error: ['403'] });
    expect((await calls.update({ EmailAddress: 'x@example.com' })).json()).toMatchObject({ error: ['403'] });
  });

  it('renames the username that equals it, in upper or lower case', async () => {
    const owner = await givenOwner(test);
    const shown = owner.holder.email.replace('holder', 'Holder');
    await test.ctx.asOwner('UPDATE web_account SET username = $2 WHERE id = $1', [owner.id, shown]);
    await test.ctx.asOwner('UPDATE holder SET email = $2 WHERE id = $1', [owner.holder.id, shown]);
    const calls = await givenContactCalls(test, owner);
    const token = await calls.change({ EmailAddress: `New.${owner.holder.email}` });
    expect(await accessStateOf(test, owner)).toMatchObject({
      email: `New.${owner.holder.email}`,
      username: `new.${owner.holder.email}`,
      names: [`email new.${owner.holder.email}`],
    });
    // Another case of the same address is the same name.
    expect(await calls.change({ EmailAddress: `NEW.${owner.holder.email}` })).toBe('none');
    expect(await opens(owner, `new.${owner.holder.email}`)).toBe(true);
    await undo(test, owner.brand, token);
    expect(await accessStateOf(test, owner)).toMatchObject({ email: shown, username: shown });
  });

  it('confirmed by two people at the same time goes to one, and the other learns that it is taken', async () => {
    const one = await givenOwner(test);
    const holder = await givenHolder(test.ctx, { brand: one.brand });
    const two = await givenWebAccount(test.ctx, { holder });
    const calls = await Promise.all([givenContactCalls(test, one), givenContactCalls(test, two)]);
    const EmailAddress = `both.${one.holder.email}`;
    const codes: string[] = [];
    for (const { update } of calls) {
      await update({ EmailAddress });
      codes.push(codeIn((await sent(test)).mails[0]?.text));
    }
    const answers = await Promise.all(calls.map(({ confirm }, index) => confirm('email', codes[index] ?? '')));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400]);
    const loser = answers.find(({ statusCode }) => statusCode === 400);
    expect(loser?.json()).toMatchObject({ error: ['20031'] });
    const emails = await Promise.all([accessStateOf(test, one), accessStateOf(test, two)]);
    expect(emails.filter(({ email }) => email === EmailAddress)).toHaveLength(1);
  });

  it('undone and confirmed, or undone twice, at the same moment is undone once and leaves nothing newer', async () => {
    const owner = await givenOwner(test);
    const before = await accessStateOf(test, owner);
    const calls = await givenContactCalls(test, owner);
    const first = await calls.change({ EmailAddress: `b.${owner.holder.email}` });
    await calls.update({ EmailAddress: `c.${owner.holder.email}` });
    const code = codeIn((await sent(test)).mails[0]?.text);
    const [, ...undone] = await Promise.all([
      calls.confirm('email', code),
      undo(test, owner.brand, first),
      undo(test, owner.brand, first),
    ]);
    expect(undone.filter(({ result }) => result === true)).toHaveLength(1);
    expect(await accessStateOf(test, owner)).toEqual(before);
    const late = undoTokenIn(await sent(test));
    if (late !== 'none') expect(await undo(test, owner.brand, late)).toMatchObject({ error: [expect.any(String)] });
    expect(await accessStateOf(test, owner)).toEqual(before);
  });
});
