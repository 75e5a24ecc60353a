import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  givenActivation,
  givenNewCard,
  newEmail,
  rowOf,
  setUpAccount,
  signInAs,
  type TestActivation,
} from '../../../../test-support/activation.ts';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { codeOf } from '../../../../test-support/cookies.ts';
import {
  givenAccount,
  givenBrand,
  givenCard,
  givenHolder,
  givenProduct,
  givenSession,
  givenWebAccount,
  type TestCard,
} from '../../../../test-support/factories.ts';
import { accessOf, ENTITY, PASSWORD } from '../../../../test-support/made-up-person.ts';
import { auditOf, getApi, type Headers, postApi, statusOf } from '../../../../test-support/signed-in.ts';
import { balanceOf, postMoney } from '../../../../test-support/transfers.ts';
import { brokenIn } from '../../../../test-support/ledger/verified.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp({ WATTLE_SIGN_IN_RATE: '10000' });
});
afterAll(() => test.close());

type Given = {
  readonly balance?: bigint;
  readonly status?: string;
  readonly isUpgradeable?: boolean;
  readonly hasTarget?: boolean;
  readonly isKnown?: boolean;
  readonly target?: object;
};

/** A person with only a card, which can become a reloadable one for 5.00. */
async function given(facts: Given = {}) {
  const { balance = 9_500n, status = 'Active', isUpgradeable = true, hasTarget = true, isKnown = true } = facts;
  const brand = await givenBrand(test.ctx, { settings: { RewardProviderName: 'Harbour Points' } });
  const target = await givenProduct(test.ctx, {
    brand,
    type: 2,
    settings: { cardNumbers: { prefix: '903600', length: 16 }, ...facts.target },
  });
  const product = await givenProduct(test.ctx, {
    brand,
    isReloadable: false,
    isUpgradeable,
    settings: { upgradeFee: 500, upgradesTo: hasTarget ? target.id : null },
  });
  const holder = await givenHolder(test.ctx, { brand, isVerified: false });
  const account = await givenAccount(test.ctx, {
    holder,
    balance,
    hasNoHolder: !isKnown,
  });
  const card = await givenCard(test.ctx, { account, product, holder: isKnown ? holder : null, status });
  const { headers, token } = await givenSession(test.ctx, { card });
  return { brand, card, headers, token, holder };
}

async function begun(headers: Headers): Promise<TestActivation> {
  const answer = (await postApi(test, 'card/beginUpgrade', headers)).json<{ access_token: string }>();
  const own = { authorization: `Bearer ${answer.access_token}` };
  return {
    token: answer.access_token,
    headers: own,
    answer,
    post: (path, body) => postApi(test, path, own, body),
    get: () => getApi(test, 'card/activation', own),
  };
}

const stepsOf = (view: { Steps: { Name: string }[] }) => view.Steps.map(({ Name }) => Name);
const signUp = (upgrade: TestActivation, pin = '4826') => upgrade.post('card/signupAndUpgrade', { pin });

type Listed = { value: { MaskedCardNumber: string; IsUpgradeRequested: boolean; CardStatus: string } };
async function listOf(brand: TestCard['brand'], email: string, more: Record<string, string> = {}) {
  const token = (await signInAs(test, brand, email, more)).json<{ access_token: string }>();
  const response = await getApi(test, 'card/cards', { authorization: `Bearer ${token.access_token}` });
  return response.json<{ cards: Listed[] }>().cards;
}

describe('the upgrade of a person with only a card', () => {
  it('goes from the set-up to a login with the card, and requests the upgrade', async () => {
    const { brand, card, headers } = await given({ target: { interestRate: 3.1 } });
    const upgrade = await begun(headers);
    const view = (await upgrade.get()).json();
    expect(stepsOf(view)).toEqual(['loginOption', 'accountSetup', 'taxFile', 'consent', 'pin']);
    expect(view).toMatchObject({ Purpose: 'upgrade', RewardProviderName: 'Harbour Points' });
    const email = newEmail();
    await upgrade.post('onlineAccount/Verify', accessOf(email));
    const letters = { ...ENTITY.Address, AddressLine1: 'PO Box 7' };
    const entity = {
      ...ENTITY,
      CorrespondenceAddress: letters,
      RewardProviderDetails: { IsMember: true, AccountNumber: 'HP 4417' },
    };
    expect((await upgrade.post('onlineAccount/SaveEntityDetails', entity)).statusCode).toBe(200);
    await upgrade.post('onlineAccount/SetTaxFileNumber', { Kind: 'notNow' });
    const consent = { AcceptedDisclosures: true, AcceptedIdentityCheck: false, ProductMarketingEmail: false };
    expect((await upgrade.post('onlineAccount/GiveConsent', consent)).json()).toMatchObject({
      NextStep: 'pin',
      Entered: { CorrespondenceAddress: letters, RewardProviderDetails: entity.RewardProviderDetails },
    });
    expect((await signUp(upgrade)).json()).toEqual({
      IsSuccessful: true,
      CardNumberSuffix: card.pan.slice(-4),
      MaskedCardNumber: card.maskedNumber,
      LoginName: email,
      ReferenceNumber: expect.stringMatching(/^26324\d{7,}$/),
      Fee: 5,
    });
    expect(await listOf(brand, email)).toMatchObject([{ value: { IsUpgradeRequested: true, CardStatus: 'Active' } }]);
    // 95.00 less 5.00
    expect(await balanceOf(test.ctx, card.account)).toBe(9_000n);
    const holder = await rowOf(
      test,
      `SELECT h.surname, h.reward_number, h.correspondence_address ->> 'AddressLine1' AS letters, c.is_default,
              c.pvv IS NOT NULL AS has_pin, a.primary_holder_id = h.id AS is_primary
         FROM card c JOIN holder h ON h.id = c.holder_id JOIN member_account a ON a.id = c.member_account_id
        WHERE c.id = $1`,
      [card.id],
    );
    expect(holder).toEqual({
      surname: "O'Nair-Lee",
      reward_number: 'HP 4417',
      letters: 'PO Box 7',
      is_default: true,
      has_pin: true,
      is_primary: true,
    });
    expect(await auditOf(test.ctx, card)).toContain('card.linked_to_upgrade ok');
  });

  it('makes one login, one request and one answer on 20 concurrent requests', async () => {
    const { card, headers } = await given({ isKnown: false });
    const upgrade = await begun(headers);
    await setUpAccount(upgrade, newEmail());
    const answers = await Promise.all(Array.from({ length: 20 }, () => signUp(upgrade)));
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    expect(answers[0]?.statusCode).toBe(200);
    expect(await balanceOf(test.ctx, card.account)).toBe(9_000n);
    const made = await rowOf<{ logins: number; requests: number }>(
      test,
      `SELECT (SELECT count(*)::int FROM web_account w WHERE w.member_account_id = c.member_account_id) AS logins,
              (SELECT count(*)::int FROM card_upgrade u WHERE u.card_id = c.id) AS requests
         FROM card c WHERE c.id = $1`,
      [card.id],
    );
    expect(made).toEqual({ logins: 1, requests: 1 });
  });

  it('resumes where it was when it is begun again', async () => {
    const { headers } = await given();
    await (await begun(headers)).post('onlineAccount/Verify', accessOf('again@example.com'));
    expect((await (await begun(headers)).get()).json()).toMatchObject({
      Entered: { EmailAddress: 'again@example.com' },
      NextStep: 'accountSetup',
    });
  });

  it('is refused out of turn, with a PIN that may not be chosen, or as an activation', async () => {
    const { card, headers } = await given({ target: { activation: { check: 'ekyc' } } });
    const upgrade = await begun(headers);
    expect(codeOf(await signUp(upgrade))).toBe('20010');
    await setUpAccount(upgrade, newEmail());
    expect(codeOf(await signUp(upgrade))).toBe('10501');
    expect(codeOf(await upgrade.post('card/activate', { pin: '4826' }))).toBe('10500');
    await test.ctx.asOwner("UPDATE activation SET kyc = 'failed' WHERE card_id = $1", [card.id]);
    expect(codeOf(await signUp(upgrade))).toBe('20253');
    await test.ctx.asOwner('DELETE FROM activation WHERE card_id = $1', [card.id]);
    expect(codeOf(await signUp(upgrade))).toBe('20010');
    const plain = await given();
    const other = await begun(plain.headers);
    await setUpAccount(other, newEmail());
    // 14 July 1988
    expect(codeOf(await signUp(other, '1988'))).toBe('20010');
    expect(codeOf(await other.post('card/activate', { pin: '4826' }))).toBe('10500');
    const fresh = await givenActivation(test, await givenNewCard(test));
    await setUpAccount(fresh, newEmail());
    expect(codeOf(await fresh.post('card/signupAndUpgrade', { pin: '4826' }))).toBe('20010');
  });

  it.each<[string, Given, string]>([
    ['that is not upgradeable', { isUpgradeable: false }, '10001'],
    ['whose product becomes no other', { hasTarget: false }, '10001'],
    ['that is turned off', { status: 'ActiveOff' }, '10001'],
    ['whose account lacks a cent of the fee', { balance: 499n }, '20144'],
  ])('is not begun for a card %s', async (_, facts, code) => {
    const { headers } = await given(facts);
    expect(codeOf(await postApi(test, 'card/beginUpgrade', headers))).toBe(code);
  });

  it('makes no login where the card was lost after it was begun', async () => {
    const lost = await given();
    const upgrade = await begun(lost.headers);
    await setUpAccount(upgrade, newEmail());
    await test.ctx.asOwner("UPDATE card SET status = 'Lost' WHERE id = $1", [lost.card.id]);
    expect(codeOf(await signUp(upgrade))).toBe('10001');
    const made = await rowOf(test, 'SELECT 1 FROM web_account WHERE member_account_id = $1', [lost.card.account.id]);
    expect(made).toBeUndefined();
  });

  it('makes no login under an email address that was taken after it was entered', async () => {
    const { brand, card, headers } = await given();
    const upgrade = await begun(headers);
    const email = newEmail();
    await setUpAccount(upgrade, email);
    const other = await givenHolder(test.ctx, { brand });
    await givenWebAccount(test.ctx, { holder: other, names: [{ name: email, kind: 'email' }] });
    expect(codeOf(await signUp(upgrade))).toBe('20031');
    expect(await balanceOf(test.ctx, card.account)).toBe(9_500n);
  });

  it('accepts membership and a postal address in an upgrade alone', async () => {
    const fresh = await givenActivation(test, await givenNewCard(test));
    await fresh.post('onlineAccount/Verify', accessOf(newEmail()));
    const send = (more: object) => fresh.post('onlineAccount/SaveEntityDetails', { ...ENTITY, ...more });
    const rewards = { IsMember: false, AccountNumber: '' };
    expect((await send({ RewardProviderDetails: rewards })).json()).toMatchObject({ field: 'RewardProviderDetails' });
    const letters = { CorrespondenceAddress: ENTITY.Address };
    expect((await send(letters)).json()).toMatchObject({ field: 'CorrespondenceAddress' });
    const upgrade = await begun((await given()).headers);
    await upgrade.post('onlineAccount/Verify', accessOf(newEmail()));
    const member = { ...ENTITY, RewardProviderDetails: { IsMember: true, AccountNumber: '' } };
    expect(codeOf(await upgrade.post('onlineAccount/SaveEntityDetails', member))).toBe('20010');
  });
});

describe('an existing login that takes a card for its upgrade', () => {
  async function givenLogin(brand: TestCard['brand']) {
    const holder = await givenHolder(test.ctx, { brand });
    const own = await givenCard(test.ctx, { brand, holder, balance: 0n, isDefault: true });
    const webAccount = await givenWebAccount(test.ctx, { holder, account: own.account, password: PASSWORD });
    return { holder, own, webAccount };
  }

  it.each(['of its sign-in', 'of its set-up'])('links it by the token %s, as its default card', async (which) => {
    const { brand, card, headers, token } = await given({ isKnown: false });
    const { own, webAccount } = await givenLogin(brand);
    const upgradeAccessToken = which === 'of its sign-in' ? token : (await begun(headers)).token;
    const signedIn = await signInAs(test, brand, webAccount.username, { upgradeAccessToken });
    const bearer = { authorization: `Bearer ${signedIn.json<{ access_token: string }>().access_token}` };
    const { cards } = (await getApi(test, 'card/cards', bearer)).json<{ cards: Listed[] }>();
    expect(cards.map(({ value }) => value.MaskedCardNumber)).toEqual([card.maskedNumber, own.maskedNumber]);
    const asked = await postMoney(test, 'card/requestUpgrade', bearer, { Card: card.reference });
    expect(asked.json()).toMatchObject({ result: true, Fee: 5 });
    expect(await statusOf(test.ctx, card)).toBe('Active');
  });

  it('does not take it by the token of a sign-in whose proof has expired', async () => {
    const { brand, card, headers, token } = await given({ isKnown: false });
    const { webAccount } = await givenLogin(brand);
    await test.ctx.asOwner('UPDATE session SET proved_at = NULL WHERE card_id = $1', [card.id]);
    expect(codeOf(await signInAs(test, brand, webAccount.username, { upgradeAccessToken: token }))).toBe('20060');
    expect(codeOf(await postApi(test, 'card/beginUpgrade', headers))).toBe('428');
  });

  it('is refused the card of another login, one that is not upgradeable, and an invalid token', async () => {
    const { brand, card, token } = await given();
    await givenWebAccount(test.ctx, { holder: card.holder ?? (await givenHolder(test.ctx)), account: card.account });
    const { webAccount } = await givenLogin(brand);
    const upgradeAccessToken = token;
    expect(codeOf(await signInAs(test, brand, webAccount.username, { upgradeAccessToken }))).toBe('20047');
    const off = await given({ isUpgradeable: false });
    const other = await givenLogin(off.brand);
    expect(codeOf(await signInAs(test, off.brand, other.webAccount.username, { upgradeAccessToken: off.token }))).toBe(
      '10001',
    );
    expect(codeOf(await signInAs(test, off.brand, other.webAccount.username, { upgradeAccessToken: 'none' }))).toBe(
      '20060',
    );
    expect(codeOf(await signInAs(test, off.brand, other.webAccount.username, { upgradeAccessToken: token }))).toBe(
      '20060',
    );
  });

  it('must be the one that the holder has, who cannot make a second', async () => {
    const { brand, card, holder, headers } = await given();
    const webAccount = await givenWebAccount(test.ctx, { holder, account: card.account, password: PASSWORD });
    const upgrade = await begun(headers);
    expect(stepsOf((await upgrade.get()).json())).toEqual(['login']);
    expect(codeOf(await upgrade.post('onlineAccount/Verify', accessOf(newEmail())))).toBe('20054');
    const signedIn = await signInAs(test, brand, webAccount.username, { upgradeAccessToken: upgrade.token });
    expect(signedIn.statusCode).toBe(200);
  });
});

it('the ledger is consistent afterwards', async () => {
  expect(await brokenIn(test.ctx)).toEqual([]);
});
