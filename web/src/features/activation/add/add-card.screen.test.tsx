import {
  activateAllocatedCard,
  addCardToLogin,
  getCardType,
  verifyAllocatedActivationCode,
  verifyCardToBeAdded,
} from '@wattle/contract/activation/add-card.ts';
import { getCards } from '@wattle/contract/cards/home.ts';
import type { Language } from '@wattle/contract/rules/languages.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessibleInBothSchemes } from '../../../../test-support/accessible.ts';
import { alert, expectAlert, expectAt, expectText, field, press, title } from '../../../../test-support/by-hand.ts';
import { givenAccount } from '../../../../test-support/given-account.ts';
import { answer, fail, refuse, sent } from '../../../../test-support/given-server.ts';
import { givenPerson } from '../../../../test-support/given-person.ts';
import { openScreen } from '../../../../test-support/open-screen.tsx';
import { givenCard } from '../../../../test-support/signed-in.ts';
import { forgetActivated } from '../ready/just-activated.ts';
import { LANGUAGES, wordsIn } from '../../../../test-support/words.ts';

const NUMBER = '9036 0000 0000 0074';
const ADDED = { MaskedCardNumber: '9036 00•• •••• 0074' };

/** English greets by the first name. */
const GREETED = { enAU: 'Amelia', zhCN: 'Amelia Chen' } as const;

const WAITING = givenCard({ CardStatus: 'NotIssued' });

beforeEach(() => {
  givenAccount();
  givenPerson();
});

async function enterNumber(isReloadable: boolean, language: Language = 'enAU'): Promise<void> {
  answer(getCardType, { IsReloadable: isReloadable });
  await openScreen('/addCard', { as: 'account', language });
  await field(wordsIn(language, 'activation:cardNumber.label')).fill(NUMBER);
  await press(wordsIn(language, 'activation:continue'));
}

const said = (words: string) => page.getByRole('status').filter({ hasText: words });

test.each(LANGUAGES)(
  'asks for the card number and the codes of each kind, with their problems, in %s',
  async (language) => {
    const words = (key: string, values = {}) => wordsIn(language, `activation:add.${key}`, values);
    await openScreen('/addCard', { as: 'account', language });
    await expectText(title, words('title'));
    await press(wordsIn(language, 'activation:continue'));
    await expect.element(alert).toHaveFocus();
    await expectAccessibleInBothSchemes();
    for (const kind of ['access', 'activation'] as const) {
      await enterNumber(kind === 'activation', language);
      await expectText(title, words(`code.${kind}.title`));
      await press(words(`code.${kind}.submit`));
      await expect.element(alert).toHaveFocus();
      await expectAccessibleInBothSchemes();
    }
    expect(sent(verifyCardToBeAdded)).toEqual([]);
  },
);

test('adds an active card by its access code and rejects a wrong code', async () => {
  refuse(verifyCardToBeAdded, 'access_code_wrong', 'code');
  // The number of steps is known once the kind of card is.
  await openScreen('/addCard', { as: 'account' });
  await expectText(title, 'Add a card');
  await expect.element(page.getByText(/^Step \d/)).not.toBeInTheDocument();
  await enterNumber(false);
  await expect.element(page.getByText('Step 2 of 2')).toBeVisible();
  await field('Access code').fill('000000');
  await press('Add card');
  await expectAlert('Invalid access code');
  await expectAccessibleInBothSchemes();
  expect(sent(addCardToLogin)).toEqual([]);
  answer(verifyCardToBeAdded, { IsSuccessful: true, CardNumberSuffix: '0074', NextStep: null });
  answer(addCardToLogin, ADDED);
  await field('Access code').fill('112358');
  await press('Add card');
  await expectAt('/cardHome');
  await expect.element(said('Card ending in 0074 added')).toBeInTheDocument();
});

test.each([
  ['card_linked', /already linked to an account/],
  ['login_locked_or_token_expired', /Wait at least 30 minutes, then try again/],
  ['identity_not_verified', /We need to check who you are before we can add this card/],
] as const)('gives advice for a card refused by %s', async (error, words) => {
  refuse(verifyCardToBeAdded, error);
  await enterNumber(false);
  await field('Access code').fill('112358');
  await press('Add card');
  await expect.element(page.getByText(words).first()).toBeVisible();
  await expectAccessibleInBothSchemes();
  await press('Back');
  await expect.element(field('Card number')).toBeVisible();
});

async function choosePin(pin: string): Promise<void> {
  await field('New PIN').fill(pin);
  await field('Confirm PIN').fill(pin);
  await press('Activate card');
}

test('activates a new card with its code and a strong PIN', async () => {
  answer(verifyCardToBeAdded, { IsSuccessful: true, CardNumberSuffix: '0074', NextStep: 'pin' });
  answer(addCardToLogin, ADDED);
  await enterNumber(true);
  await field('Activation code').fill('112358');
  await press('Continue');
  await expectText(title, 'Choose a PIN');
  await choosePin('1234');
  await expectAlert('Choose another PIN');
  await expectAccessibleInBothSchemes();
  expect(sent(addCardToLogin)).toEqual([]);
  await choosePin('7391');
  await expectAt('/cardHome');
  await expect.element(said('Card ending in 0074 activated')).toBeInTheDocument();
  expect(sent(addCardToLogin).map(({ body }) => body)).toMatchObject([{ code: '112358', pin: '7391' }]);
});

test('reloads cards that failed to load before one of them is activated', async () => {
  fail(getCards, 503);
  await openScreen('/activateAllocatedCard', { as: 'account' });
  await expectText(title, wordsIn('enAU', 'common:loadFailed'));
  await expectAccessibleInBothSchemes();
  givenAccount([WAITING]);
  await press('Try again');
  await expectText(title, 'Activate your card');
});

test.each(LANGUAGES)(
  'says in %s that no code comes to whom has confirmed no contact, and what to do',
  async (language) => {
    const words = (key: string) => wordsIn(language, `activation:add.${key}`);
    givenAccount([WAITING]);
    givenPerson({ EmailAddress: '', Mobile: '', PendingContacts: [{ Channel: 'email', Value: 'amelia@example.com' }] });
    await openScreen('/activateAllocatedCard', { as: 'account', language });
    await expect.element(page.getByText(words('allocated.unreached'))).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: words('allocated.toContacts') }))
      .toHaveAttribute('href', '/myAccount');
    await expectAccessibleInBothSchemes();
  },
);

test.each(LANGUAGES)('activates a listed card with the code of its letter and a PIN in %s', async (language) => {
  const words = (key: string, values = {}) => wordsIn(language, `activation:add.${key}`, values);
  const activation = (key: string) => wordsIn(language, `activation:${key}`);
  givenAccount([WAITING]);
  // Its settings have one language.
  const settings = { ActivationCodeHelpInfoText: 'The 6 digits in your letter' };
  await openScreen('/activateAllocatedCard', { as: 'account', language, settings });
  await expectText(title, words('allocated.title'));
  const hint = language === 'enAU' ? settings.ActivationCodeHelpInfoText : activation('code.hint');
  await expect.element(page.getByText(hint)).toBeVisible();
  refuse(verifyAllocatedActivationCode, 'activation_code_wrong', 'code');
  await field(words('code.activation.label')).fill('000000');
  await press(activation('continue'));
  await expect.element(alert).toHaveFocus();
  await expectAccessibleInBothSchemes();
  answer(verifyAllocatedActivationCode, { IsSuccessful: true, CardNumberSuffix: '0074', NextStep: 'pin' });
  await field(words('code.activation.label')).fill('112358');
  await press(activation('continue'));
  await expectText(title, words('pin.title'));
  await expectAccessibleInBothSchemes();
  answer(activateAllocatedCard, ADDED);
  await field(activation('pin.label')).fill('7391');
  await field(activation('pin.again.label')).fill('7391');
  givenAccount([givenCard({ MaskedCardNumber: ADDED.MaskedCardNumber })]);
  givenPerson();
  await press(activation('pin.submit'));
  await expectAt('/cardActivationSuccess');
  await expectText(title, wordsIn(language, 'activation:done.titleNamed', { name: GREETED[language] }));
  await expect.element(page.getByText('$640.25')).toBeVisible();
  const card = 'Wattle Everyday ··\u00a00074';
  await expect.element(page.getByText(wordsIn(language, 'ready:balance', { card }), { exact: true })).toBeVisible();
  await expect.element(page.getByText(wordsIn(language, 'activation:done.lead', { suffix: '0074' }))).toBeVisible();
  await expect.element(page.getByRole('link', { name: wordsIn(language, 'ready:topUp.title') })).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: new RegExp(wordsIn(language, 'ready:alerts.title')) }))
    .toBeVisible();
  await expectAccessibleInBothSchemes();
  await page.getByRole('link', { name: activation('done.toCards') }).click();
  await expectAt('/cardHome');
  forgetActivated();
  expect(sent(activateAllocatedCard).map(({ body }) => body)).toMatchObject([{ code: '112358', pin: '7391' }]);
});
