import { token } from '@wattle/contract/access/sign-in.ts';
import { activateCard, getActivation } from '@wattle/contract/activation/steps.ts';
import type { ActivationStep } from '@wattle/contract/activation/activation.ts';
import { signupAndUpgrade } from '@wattle/contract/cards/upgrade.ts';
import { getAccountLoginNameActivation } from '@wattle/contract/activation/login.ts';
import { getTaxExemptionCodes, setTaxFileNumber } from '@wattle/contract/activation/tax-file-number.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../test-support/accessible.ts';
import { alert, expectAlert, expectAt, field, heading, press } from '../../../test-support/by-hand.ts';
import { ENTERED, givenActivation, openStep } from '../../../test-support/given-activation.ts';
import { givenAccount } from '../../../test-support/given-account.ts';
import { givenPerson } from '../../../test-support/given-person.ts';
import { answer, answerRest, refuse, sent } from '../../../test-support/given-server.ts';
import { openScreen, TOKEN } from '../../../test-support/open-screen.tsx';
import { givenSignedIn } from '../../../test-support/signed-in.ts';
import { LANGUAGES, wordsIn } from '../../../test-support/words.ts';
import { nextPage, wantPage } from '../../next-page.ts';
import { paths } from '../../paths.ts';
import { startSession } from '../../session/session.ts';
import { endActivation, keepPassword } from './activation-session.ts';

const NEW_LOGIN = ['loginOption', 'accountSetup', 'taxFile', 'consent', 'pin'] as const;

async function expectStep(name: string): Promise<void> {
  await expect.element(heading(name)).toBeVisible();
  await expectAccessible();
}

async function choosePin(pin: string): Promise<void> {
  await field('New PIN').fill(pin);
  await field('Confirm PIN').fill(pin);
  await press('Activate card');
}

test.each([
  ['activation_code_wrong', 'Invalid activation code'],
  ['card_activated_already', 'Card has already been activated'],
] as const)('rejects card and code: %s', async (error, words) => {
  refuse(token, error);
  await openScreen('/cardActivate');
  await expectStep('Activate your card');
  await field('Card number').fill('9036 0000 0000 0074');
  await field('Activation code').fill('999999');
  await press('Continue');
  await expectAlert(words);
  await expectAccessible();
  if (error === 'activation_code_wrong') {
    await expect.element(field('Activation code')).toBeInvalid();
    await expect.element(field('Card number')).not.toBeInvalid();
  }
});

test.each(LANGUAGES)('says that a letter needs no number where no card is found by one, in %s', async (language) => {
  const byLetter = page.getByText(wordsIn(language, 'activation:start.byLetter'));
  for (const brand of ['wattle', 'stumps'] as const) {
    refuse(token, 'activation_code_wrong');
    await openScreen('/cardActivate', { brand, language });
    await expect.element(byLetter).not.toBeInTheDocument();
    // The brand stumps uses ids.
    const [label, number] = brand === 'wattle' ? ['cardNumber', '9036000000000074'] : ['cardId', '10000000181'];
    await field(wordsIn(language, `activation:${label}.label`)).fill(number ?? '');
    await field(wordsIn(language, 'activation:code.label')).fill('999999');
    await press(wordsIn(language, 'activation:continue'));
    await expect.element(alert).toHaveFocus();
    if (brand === 'wattle') await expect.element(byLetter).toBeVisible();
    else await expect.element(byLetter).not.toBeInTheDocument();
  }
});

test.each([
  ['loginOption', 'Do you have sign-in details?'],
  ['accountSetup', 'How will you sign in?'],
  ['taxFile', 'Your tax file number'],
  ['consent', 'Is everything correct?'],
  ['pin', 'Choose a PIN'],
] as const)('shows the step %s without an accessibility finding, empty and with problems', async (step, title) => {
  await openStep(givenActivation(step, NEW_LOGIN, step === 'consent' ? { Entered: ENTERED } : {}));
  await expectStep(title);
  if (step === 'loginOption') {
    await page.getByRole('link', { name: /^I have sign-in details/ }).click();
    return expectStep('Sign in to add your card');
  }
  await page.getByRole('button', { name: /^(Continue|Agree and continue|Activate card)$/ }).click();
  await expect.element(alert).toHaveFocus();
  await expectAccessible();
});

test('asks for a security question, and says a mismatch at both passwords, which stay', async () => {
  await openStep(givenActivation('accountSetup', NEW_LOGIN));
  await expectStep('How will you sign in?');
  await field('Password').fill('Paperbark-Swamp-42');
  await field('Confirm password').fill('Paperbark-Swamp-43');
  await press('Continue');
  await expectAlert('Choose a security question');
  for (const [label, typed] of [
    ['Password', 'Paperbark-Swamp-42'],
    ['Confirm password', 'Paperbark-Swamp-43'],
  ] as const) {
    await expect.element(field(label)).toBeInvalid();
    await expect.element(field(label)).toHaveAccessibleDescription(/Enter the same password in both fields/);
    await expect.element(field(label)).toHaveValue(typed);
  }
});

test('explains the minimum age to a person below it', async () => {
  await openStep(givenActivation('accountSetup', NEW_LOGIN, { Entered: { ...ENTERED, Surname: null } }));
  await expectStep('About you');
  await field('Day').fill('14');
  await field('Month').fill('7');
  await field('Year').fill('2015');
  await press('Continue');
  await expectAlert('You need to be at least 16 years old');
  await expectAccessible();
});

test('rejects an invalid tax file number', async () => {
  await openStep(givenActivation('taxFile', NEW_LOGIN, { Entered: ENTERED }));
  await field('Tax file number').fill('123456783');
  await press('Continue');
  await expect.element(alert).toBeVisible();
  await expect.element(field('Tax file number')).toBeInvalid();
  expect(sent(setTaxFileNumber)).toEqual([]);
});

test('lets a signed-in user postpone the tax file number', async () => {
  givenSignedIn();
  answer(setTaxFileNumber, { IsSuccessful: true });
  answer(getTaxExemptionCodes, { TaxExemptionCodes: [] });
  await openScreen('/setTFN', { as: 'account' });
  await expectStep('Your tax file number');
  await page.getByLabelText('Not now').click();
  await press('Continue');
  await expectAt('/cardHome');
  expect(sent(setTaxFileNumber).map(({ body }) => body)).toEqual([{ Kind: 'notNow' }]);
});

test('shows the name, hides the tax file number and requires consent at the review', async () => {
  const entered = { ...ENTERED, TaxFileNumber: '*** *** ***' };
  await openStep(givenActivation('consent', [...NEW_LOGIN, 'eKyc'], { Entered: entered, eKycRequired: true }));
  await expect.element(page.getByText("Ms Mina O'Hara")).toBeVisible();
  await expect.element(page.getByText('*** *** ***')).toBeVisible();
  const papers = page.getByRole('region', { name: 'Read these first' });
  await expect.element(papers.getByText('Product disclosure statement')).toBeVisible();
  await expect
    .element(papers.getByRole('link', { name: /^Privacy policy/ }))
    .toHaveAttribute('href', expect.stringMatching(/privacy/i));
  await press('Agree and continue');
  await expectAlert('privacy policy');
  await expectAlert('Tick to let us check your details');
});

test('rejects a guessable PIN, and names the holder of the ready card at the end', async () => {
  answer(activateCard, { IsSuccessful: true, CardNumberSuffix: '0074', LoginName: 'mina.ohara@example.com' });
  await openStep(givenActivation('pin', NEW_LOGIN, { Entered: ENTERED }));
  await choosePin('1234');
  await expectAlert('Choose another PIN');
  await expectAccessible();
  expect(sent(activateCard)).toEqual([]);
  await choosePin('4826');
  await expectAt('/cardActivationSuccess');
  await expectStep('Mina, your card is ready');
  expect(sent(activateCard).map(({ body }) => body)).toEqual([{ pin: '4826' }]);
});

test('leads a signed-in user to the page that was asked for before the activation, once', async () => {
  answer(activateCard, { IsSuccessful: true, CardNumberSuffix: '0074', LoginName: 'mina.ohara@example.com' });
  await openStep(givenActivation('pin', NEW_LOGIN, { Entered: ENTERED }));
  await expect.element(heading('Choose a PIN')).toBeVisible();
  keepPassword('Golden-Wattle-2026');
  givenSignedIn();
  wantPage(paths.signInMethods());
  // The calls of that page do not matter here.
  answerRest(() => Response.json({}, { status: 503 }));
  await choosePin('4826');
  await expectAt('/signInMethods');
  expect(nextPage('')).toBe('/cardHome');
});

/** The last step of an upgrade with a sign-up, in the session of the card. */
async function openUpgradePin() {
  const view = givenActivation('pin', ['accountSetup', 'consent', 'pin'], { Purpose: 'upgrade', Entered: ENTERED });
  givenAccount();
  givenPerson();
  answer(signupAndUpgrade, {
    IsSuccessful: true,
    CardNumberSuffix: '0074',
    MaskedCardNumber: view.MaskedCardNumber,
    LoginName: 'mina.ohara@example.com',
    ReferenceNumber: '263240000018',
    Fee: 5,
  });
  await openStep(view);
  await expect.element(field('New PIN')).toBeVisible();
  startSession('card', 'wattle', TOKEN);
}

async function requestUpgrade() {
  await field('New PIN').fill('7391');
  await field('Confirm PIN').fill('7391');
  await press('Request upgrade');
}

async function expectRequested() {
  await expectAt('/upgradeRequested');
  await expect.element(page.getByText('Wattle Everyday ·· 0074')).toBeVisible();
  await expect.element(page.getByText('26324 000001 8')).toBeVisible();
}

test('leads straight to what an upgrade requested', async () => {
  await openUpgradePin();
  keepPassword('Golden-Wattle-2026');
  await requestUpgrade();
  await expectRequested();
});

test('leads by one sign-in to what an upgrade requested where a reload has lost the password', async () => {
  await openUpgradePin();
  await requestUpgrade();
  await expectAt('/login');
  await field('Email address').fill('mina.ohara@example.com');
  await field('Password').fill('Paperbark-Swamp-42');
  await press('Sign in');
  await expectRequested();
});

test('activates a single-load card without a PIN', async () => {
  answer(activateCard, { IsSuccessful: true, CardNumberSuffix: '0074', LoginName: null });
  await openStep(givenActivation('confirm', ['confirm']));
  await expectAt('/cardActivationSuccess');
  await expectStep('Activate your card');
  await press('Activate card');
  await expectStep('Your card is ready');
  await expect.element(page.getByText('Your card ending in 0074 is active.')).toBeVisible();
  expect(sent(activateCard).map(({ body }) => body)).toEqual([{}]);
});

test('leaves the card unchanged when terms are declined, and shows them again', async () => {
  await openStep(givenActivation('terms', ['terms', ...NEW_LOGIN]));
  await expectStep('Terms and conditions');
  await press('Accept and continue');
  await expect.element(alert).toHaveFocus();
  await expectAccessible();
  await press('Decline');
  await expectStep('Your card isn’t activated');
  await expectAccessible();
  await page.getByRole('link', { name: 'Read the terms again' }).click();
  await expect.element(heading('Terms and conditions')).toBeVisible();
});

test.each([
  '/accountSetup',
  '/setTFN',
  '/setPin',
  '/eKyc',
  '/cardIdentityVerify',
  '/cardActivationSuccess',
  '/termsAndConditionsDeclined',
  '/eKycMaxAttemptsExceeded',
  '/cardIdentityAuthFailed',
])('opened without an activation, %s leads to the card and its code', async (path) => {
  await openScreen(path);
  await expectAt('/cardActivate');
});

test.each([undefined, 'account', 'card'] as const)(
  'leads from terms without a card to the error page, signed in with %s',
  async (as) => {
    givenAccount();
    answer(getActivation, () => Response.json({ error: ['404'] }, { status: 404 }));
    await openScreen('/termsAndConditions', as ? { as } : {});
    await expectAt('/error');
  },
);

test('leads from terms to the error page where the last activation of a login is over', async () => {
  givenAccount();
  answer(getActivation, givenActivation(null, ['terms', 'pin']));
  await openScreen('/termsAndConditions', { as: 'account' });
  await expectAt('/error');
});

test('shows a nominee the username of the shared account', async () => {
  answer(getAccountLoginNameActivation, { AccountLoginNumber: '200100090-01', IsAccountUsernameForNominee: true });
  const steps: readonly ActivationStep[] = ['accessDetails', 'pin'];
  await openStep(givenActivation('accessDetails', steps, { IsPrimaryAccountRelationship: false }));
  await expectAt('/accessDetailsSetup');
  await expect.element(page.getByText(/You’ll sign in with 200100090-01\./)).toBeVisible();
  await expectAccessible();
});

test('keeps the card number for who goes back, never its code, and forgets it with the activation', async () => {
  const stored = () => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]);
  await openStep(givenActivation('accountSetup', NEW_LOGIN));
  await expectAt('/accountSetup');
  await openScreen('/cardActivate');
  await expect.element(field('Card number')).toHaveValue('9036 0000 0000 0074');
  await expect.element(field('Activation code')).toHaveValue('');
  expect(stored()).not.toMatch(/9036 ?0000|112358/);
  endActivation();
  await openScreen('/cardActivate');
  await expect.element(field('Card number')).toHaveValue('');
});

test('redirects from a later step to the next one', async () => {
  await openStep(givenActivation('accountSetup', NEW_LOGIN));
  await expectAt('/accountSetup');
  await openScreen('/setPin');
  await expectAt('/accountSetup');
});

test('shows the position of the card ID if the brand has a picture, without a layout shift', async () => {
  const placeOf = () => field('Activation code').element().getBoundingClientRect().y;
  const picture = page.getByRole('img', { name: 'Where to find the card ID on your card' });
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="202"/>';
  const open = async (image: string) => {
    await openScreen('/cardActivate', { brand: 'stumps', settings: { CardIdHelpInfoImage: image } });
    await expect.element(field('Activation code')).toBeVisible();
  };
  await open('/never.svg');
  const before = placeOf();
  await open(`data:image/svg+xml,${encodeURIComponent(drawing)}`);
  await expect.poll(() => (picture.element() as HTMLImageElement).naturalWidth).toBe(320);
  expect(placeOf()).toBe(before);
  await expectAccessible();
  await openScreen('/cardActivate');
  await expect.element(field('Activation code')).toBeVisible();
  await expect.element(page.getByRole('img', { name: /on your card$/ })).not.toBeInTheDocument();
});
