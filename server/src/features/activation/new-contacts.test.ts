import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenActivation, givenNewCard, newEmail, setUpAccount, signInAs } from '../../../test-support/activation.ts';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import {
  givenAccount,
  givenBrand,
  givenCard,
  givenHolder,
  givenProduct,
  givenSession,
  givenWebAccount,
  type TestCard,
} from '../../../test-support/factories.ts';
import { accessOf, ENTITY } from '../../../test-support/made-up-person.ts';
import { codeIn, sent } from '../../../test-support/resets.ts';
import { postApi } from '../../../test-support/signed-in.ts';

const PIN = { pin: '4826' };
const HOUR = 3_600_000;

let test: TestApp;
beforeAll(async () => {
  test = await givenApp({ WATTLE_SIGN_IN_RATE: '10000' });
});
beforeEach(() => sent(test));
afterAll(() => test.close());

/** A card in use of a person without a login, with email and mobile on record. */
async function givenUpgradeable(contacts: { email?: string; mobile?: string } = {}) {
  const brand = await givenBrand(test.ctx);
  const target = await givenProduct(test.ctx, {
    brand,
    settings: { cardNumbers: { prefix: '903600', length: 16 } },
  });
  const product = await givenProduct(test.ctx, {
    brand,
    isReloadable: false,
    isUpgradeable: true,
    settings: { upgradeFee: 0, upgradesTo: target.id },
  });
  const holder = await givenHolder(test.ctx, {
    brand,
    isVerified: false,
    email: newEmail(),
    mobile: '0400 000 123',
    ...contacts,
  });
  const account = await givenAccount(test.ctx, { holder });
  const card = await givenCard(test.ctx, { account, product, holder });
  const { headers } = await givenSession(test.ctx, { card });
  const begun = (await postApi(test, 'card/beginUpgrade', headers)).json<{ access_token: string }>();
  const own = { authorization: `Bearer ${begun.access_token}` };
  const post = (path: string, body: object) => postApi(test, path, own, body);
  return { brand, holder, card, post };
}
type Upgradeable = Awaited<ReturnType<typeof givenUpgradeable>>;

async function signUp({ post }: Pick<Upgradeable, 'post'>, email: string, Mobile = ENTITY.Mobile) {
  const consent = { AcceptedDisclosures: true, AcceptedIdentityCheck: true, ProductMarketingEmail: true };
  await post('onlineAccount/Verify', accessOf(email));
  await post('onlineAccount/SaveEntityDetails', { ...ENTITY, Mobile });
  await post('onlineAccount/GiveConsent', consent);
  const answer = await post('card/signupAndUpgrade', PIN);
  expect([answer.statusCode, answer.json()]).toMatchObject([200, { LoginName: email }]);
}

const contactsOf = async (card: TestCard) => {
  const rows = await test.ctx.asOwner(
    `SELECT h.email, h.mobile, h.email_changed_at AS email_at, h.mobile_changed_at AS mobile_at
       FROM holder h JOIN card c ON c.holder_id = h.id WHERE c.id = $1`,
    [card.id],
  );
  return rows[0];
};
const messages = async () => {
  const { texts, mails } = await sent(test);
  return [...texts, ...mails].map(({ to, text }) => ({ to, text, code: codeIn(text) }));
};
const signedIn = async (brand: TestCard['brand'], email: string) => {
  const { access_token: token } = (await signInAs(test, brand, email)).json<{ access_token: string }>();
  return { authorization: `Bearer ${token}` };
};
const confirm = (headers: { authorization: string }, Channel: string, code: string) =>
  postApi(test, 'onlineAccount/ConfirmContact', headers, { Channel, code });

describe('new contacts of an upgrade from a card alone', () => {
  it('wait for their codes, and those on record are notified', async () => {
    const given = await givenUpgradeable();
    const email = newEmail();
    await signUp(given, email);
    expect(await contactsOf(given.card)).toMatchObject({ email: given.holder.email, mobile: '0400 000 123' });
    const received = await messages();
    const codes = received.filter(({ text }) => text.includes('confirm'));
    expect(codes.map(({ to }) => to).toSorted()).toEqual(['+61400000777', email].toSorted());
    const notices = received.filter(({ text }) => text.includes('with new contact details'));
    expect(notices.map(({ to }) => to).toSorted()).toEqual(['+61400000123', given.holder.email].toSorted());

    const headers = await signedIn(given.brand, email);
    const codeTo = (to: string) => codes.find((one) => one.to === to)?.code ?? '';
    expect((await confirm(headers, 'email', codeTo(email))).statusCode).toBe(200);
    expect((await confirm(headers, 'mobile', codeTo('+61400000777'))).statusCode).toBe(200);
    expect(await contactsOf(given.card)).toMatchObject({
      email,
      mobile: '+61400000777',
      email_at: expect.any(Date),
      mobile_at: expect.any(Date),
    });
  });

  it('get no access code of the card before they are confirmed', async () => {
    const given = await givenUpgradeable();
    await signUp(given, newEmail());
    await messages();
    await test.app.inject({
      method: 'POST',
      url: '/api/card/requestAccessCode',
      payload: { CardId: given.card.cardId, Brand: given.brand.identifier },
    });
    const to = (await messages()).map((message) => message.to);
    expect(to).toEqual(['+61400000123']);
  });

  it('are ignored where they equal those on record in another spelling', async () => {
    const email = newEmail();
    const given = await givenUpgradeable({ email: email.toUpperCase(), mobile: '+61 400 000 777' });
    await signUp(given, email);
    const received = await messages();
    expect(received.filter(({ text }) => text.includes('confirm'))).toEqual([]);
    expect(received.map(({ text }) => text.includes('your sign-in details were set'))).toEqual([true, true]);
  });

  it('get one code each on 20 concurrent requests', async () => {
    const { post } = await givenUpgradeable();
    const email = newEmail();
    await post('onlineAccount/Verify', accessOf(email));
    await post('onlineAccount/SaveEntityDetails', ENTITY);
    await post('onlineAccount/GiveConsent', {
      AcceptedDisclosures: true,
      AcceptedIdentityCheck: true,
      ProductMarketingEmail: true,
    });
    await Promise.all(Array.from({ length: 20 }, () => post('card/signupAndUpgrade', PIN)));
    expect((await messages()).filter(({ to }) => to === email)).toHaveLength(1);
  });
});

describe('new contacts of an activation', () => {
  it('become those of a new holder after their codes, and the first may be used for a reset immediately', async () => {
    const card = await givenNewCard(test);
    const activation = await givenActivation(test, card);
    const email = newEmail();
    await setUpAccount(activation, email);
    expect((await activation.post('card/activate', PIN)).statusCode).toBe(200);
    expect(await contactsOf(card)).toMatchObject({ email: '', mobile: '' });
    const received = await messages();
    expect(received.map(({ to }) => to).toSorted()).toEqual(['+61400000777', email].toSorted());
    const headers = await signedIn(card.brand, email);
    const codeTo = (to: string) => received.find((one) => one.to === to)?.code ?? '';
    expect((await confirm(headers, 'mobile', codeTo('+61400000777'))).statusCode).toBe(200);
    expect((await confirm(headers, 'email', codeTo(email))).statusCode).toBe(200);
    expect(await contactsOf(card)).toMatchObject({
      email,
      mobile: '+61400000777',
      mobile_at: null,
      email_at: expect.any(Date),
    });
  });

  it('do not replace those on record of a known holder', async () => {
    const card = await givenNewCard(test, { isKnown: true });
    const before = await contactsOf(card);
    const activation = await givenActivation(test, card);
    const email = newEmail();
    await setUpAccount(activation, email);
    expect((await activation.post('card/activate', PIN)).statusCode).toBe(200);
    expect(await contactsOf(card)).toEqual(before);
    const to = (await messages()).filter(({ text }) => text.includes('with new contact details')).map((one) => one.to);
    expect(to).toContain(card.holder?.email);
  });

  it('must include a mobile number that can receive text messages', async () => {
    const activation = await givenActivation(test, await givenNewCard(test));
    await activation.post('onlineAccount/Verify', accessOf(newEmail()));
    const answer = await activation.post('onlineAccount/SaveEntityDetails', { ...ENTITY, Mobile: '(03) 9000 0000' });
    expect(answer.json()).toMatchObject({ error: ['20320'], field: 'Mobile' });
  });
});

it('an activation makes no second login for a holder who got one by a sign-up meanwhile', async () => {
  const card = await givenNewCard(test, { isKnown: true });
  await test.ctx.asOwner(
    `UPDATE brand SET settings = settings || '{"ShowSignupLink":true,"LoginMethodId":2}' WHERE id = $1`,
    [card.brand.id],
  );
  const activation = await givenActivation(test, card);
  await setUpAccount(activation, newEmail());
  const brandIdentifier = card.brand.identifier;
  const { accountNumber: accountId } = card.account;
  const post = (url: string, payload: object) =>
    test.app.inject({ method: 'POST', url: `/api/brand/${url}`, payload: { accountId, brandIdentifier, ...payload } });
  const { token } = (await post('SendSignUpCode', {})).json<{ token: string }>();
  const [message] = await messages();
  await post('VerifySignUpCode', { token, code: message?.code });
  const made = { token, username: 'robin.vale', password: 'Golden-Banksia-2026', acceptedPDS: true };
  await Promise.all([post('SetupWebAccount', made), activation.post('card/activate', PIN)]);
  const logins = await test.ctx.asOwner('SELECT FROM web_account WHERE holder_id = $1', [card.holder?.id]);
  expect(logins).toHaveLength(1);
});

it('an activation reveals for ten email addresses a day whether a login has them', async () => {
  const card = await givenNewCard(test);
  const activation = await givenActivation(test, card);
  const asked = async (email: string) => (await activation.post('onlineAccount/Verify', accessOf(email))).statusCode;
  const emails = Array.from({ length: 10 }, newEmail);
  const [taken] = emails;
  const other = await givenHolder(test.ctx, { brand: card.brand });
  await givenWebAccount(test.ctx, { holder: other, names: [{ name: taken ?? '', kind: 'email' }] });
  const answers = [];
  for (const email of emails) answers.push(await asked(email));
  expect(answers).toEqual([400, ...Array(9).fill(200)]);
  expect(await asked(newEmail())).toBe(429);
  // The stored one may be sent again, also from another session of the card.
  expect(await asked(emails[9] ?? '')).toBe(200);
  const again = await givenActivation(test, card);
  expect((await again.post('onlineAccount/Verify', accessOf(newEmail()))).statusCode).toBe(429);
  test.ctx.advance(24 * HOUR);
  const later = await givenActivation(test, card);
  expect((await later.post('onlineAccount/Verify', accessOf(newEmail()))).statusCode).toBe(200);
});

it('an activation is unchanged when it is sent as an upgrade', async () => {
  const card = await givenNewCard(test);
  const activation = await givenActivation(test, card);
  await setUpAccount(activation, newEmail());
  const user = await givenWebAccountOf(card);
  const upgradeAccessToken = activation.token;
  const answer = await signInAs(test, card.brand, user.username, { upgradeAccessToken }, user.password);
  expect(answer.statusCode).toBe(400);
  expect((await activation.get()).json()).toMatchObject({ Purpose: 'activation', NextStep: 'pin' });
  expect((await activation.post('card/activate', PIN)).statusCode).toBe(200);
});

async function givenWebAccountOf({ brand }: TestCard) {
  return givenWebAccount(test.ctx, { holder: await givenHolder(test.ctx, { brand }) });
}
