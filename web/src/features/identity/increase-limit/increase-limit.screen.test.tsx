import { getCardDetails } from '@wattle/contract/cards/home.ts';
import {
  getVerificationConfiguration,
  getVerificationResult,
  registerVerification,
} from '@wattle/contract/identity/verification.ts';
import type { Language } from '@wattle/contract/rules/languages.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessibleInBothSchemes } from '../../../../test-support/accessible.ts';
import { alert, expectAlert, expectAt, expectText, field, press, title } from '../../../../test-support/by-hand.ts';
import { givenPerson } from '../../../../test-support/given-person.ts';
import { answer, refuse, sent } from '../../../../test-support/given-server.ts';
import { openScreen, reloadScreen } from '../../../../test-support/open-screen.tsx';
import { givenQuietDetails, givenSignedIn } from '../../../../test-support/signed-in.ts';
import { LANGUAGES, wordsIn } from '../../../../test-support/words.ts';
import { increaseLimitJourney } from './increase-limit-journey.ts';

beforeEach(() => {
  givenSignedIn();
  givenPerson({ Kyc: false });
  answer(getCardDetails, givenQuietDetails({ MaximumBalanceUnverified: 999, MaximumBalance: 5_000 }));
  answer(registerVerification, { UserToken: 'user-token', CaseId: '7' });
  answer(getVerificationConfiguration, {
    GreenIdAccountId: 'wattle',
    GreenIdUiMode: 'simpleui',
    GreenIdApiCode: 'code',
    ScriptLinks: [],
  });
});

afterEach(() => {
  vi.useRealTimers();
});

/** The clock by which the page waits for answers; the test moves it. */
const holdClock = () => vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

const open = (path: string, language: Language = 'enAU', state: unknown = null) =>
  openScreen(path, { as: 'account', language, state });

/** Sends a message of the frame, which has no origin. */
function receive(state: string): void {
  const source = document.querySelector('iframe')?.contentWindow ?? null;
  const data = { type: 'wattle.identity', state };
  window.dispatchEvent(new MessageEvent('message', { source, origin: 'null', data }));
}

/** To the identity service's part. */
async function agreeToCheck(surname = 'Nair'): Promise<void> {
  await open('/increaselimit/yourdetails');
  await field('First name').fill('Priya');
  await field('Last name').fill(surname);
  await press('Continue');
  await page.getByLabelText('I agree to my details being checked against official records').click();
  await press('Agree and continue');
}

async function openCheck(surname = 'Nair'): Promise<void> {
  await agreeToCheck(surname);
  await expectText(title, 'Confirm who you are');
}
const frame = page.getByTitle(wordsIn('enAU', 'identity:kyc.region'));

test.each(LANGUAGES)('shows the benefits of a higher limit and each step, in %s', async (language) => {
  const words = (key: string, values = {}) => wordsIn(language, `increaseLimit:${key}`, values);
  await open('/increaselimit/benefits', language);
  await expectText(title, words('benefits.title', { most: '$5,000' }));
  await expect.element(page.getByText('$999', { exact: true })).toBeVisible();
  await expectAccessibleInBothSchemes();
  await page.getByRole('link', { name: words('benefits.start') }).click();
  await expectText(title, words('details.title'));
  await field(words('details.last')).fill('');
  await press(words('details.submit'));
  await expect.element(alert).toHaveFocus();
  await expect.element(field(words('details.last'))).toBeInvalid();
  await expectAccessibleInBothSchemes();
  await field(words('details.last')).fill('Nair');
  await press(words('details.submit'));
  await expectText(title, words('consent.title'));
  await expect.element(page.getByText('Amelia Nair')).toBeVisible();
  await press(words('consent.submit'));
  await expectAlert(words('consent.required'));
  await expectAccessibleInBothSchemes();
  await page.getByLabelText(words('consent.agree')).click();
  answer(registerVerification, () => new Promise<never>(() => undefined));
  await press(words('consent.submit'));
  await expectText(title, wordsIn(language, 'identity:kyc.title'));
  await expectAccessibleInBothSchemes();
});

test.each(LANGUAGES)('[7-a] accepts the only name of a person with one name, in %s', async (language) => {
  const words = (key: string) => wordsIn(language, `increaseLimit:${key}`);
  givenPerson({ Kyc: false, FirstName: '', MiddleName: '', Surname: 'Suharto' });
  await openScreen('/increaselimit/yourdetails', { as: 'account', language });
  await expectText(title, words('details.title'));
  await expect.element(page.getByLabelText(wordsIn(language, 'fields:oneName'))).toBeChecked();
  await expect.element(field(wordsIn(language, 'fields:oneName.label'))).toHaveValue('Suharto');
  await expect.element(field(words('details.first'))).not.toBeInTheDocument();
  await expectAccessibleInBothSchemes();
  await press(words('details.submit'));
  await expectText(title, words('consent.title'));
  await expect.element(page.getByText('Suharto', { exact: true })).toBeVisible();
});

test('verifies the entered name', async () => {
  await openCheck();
  await expect.element(frame).toBeInTheDocument();
  expect(sent(registerVerification)[0]?.body).toEqual({
    AccountNumber: '200100017',
    FirstName: 'Priya',
    MiddleName: '',
    Surname: 'Nair',
  });
});

test('a reload keeps each step', async () => {
  const reload = () => reloadScreen(increaseLimitJourney);
  await open('/increaselimit/yourdetails');
  await field('First name').fill('Priya');
  reload();
  await expect.element(field('First name')).toHaveValue('Priya');
  await field('Last name').fill('Nair');
  await press('Continue');
  await expect.element(page.getByText('Priya Nair')).toBeVisible();
  reload();
  await expect.element(page.getByText('Priya Nair')).toBeVisible();
  expect(sent(registerVerification)).toEqual([]);
  await page.getByLabelText('I agree to my details being checked against official records').click();
  await press('Agree and continue');
  await expectText(title, 'Confirm who you are');
  reload();
  await expectText(title, 'Confirm who you are');
  await expect.element(frame).toBeInTheDocument();
});

test('explains why a check cannot start, and tries again', async () => {
  refuse(registerVerification, 'verification_unmet');
  await openCheck();
  await expectAlert('Verification service requirement not met');
  await expectAccessibleInBothSchemes();
  answer(registerVerification, { UserToken: 'user-token', CaseId: '7' });
  await press('Try again');
  await expect.element(frame).toBeInTheDocument();
  await expect.element(alert).not.toBeInTheDocument();
});

test('stops waiting for a registration that is not answered within 30 seconds, and tries again', async () => {
  answer(registerVerification, () => new Promise<never>(() => undefined));
  holdClock();
  await openCheck();
  await expect.poll(() => sent(registerVerification).length).toBeGreaterThan(0);
  await pass(29_000);
  expect(alert.elements()).toEqual([]);
  await pass(1_500);
  vi.useRealTimers();
  await expectAlert('The identity service isn’t available right now');
  await expectAccessibleInBothSchemes();
  answer(registerVerification, { UserToken: 'user-token', CaseId: '7' });
  await press('Try again');
  await expect.element(frame).toBeInTheDocument();
});

test('stops waiting for the configuration of a check after 10 seconds', async () => {
  answer(getVerificationConfiguration, () => new Promise<never>(() => undefined));
  holdClock();
  await openCheck();
  await expect.poll(() => sent(getVerificationConfiguration).length).toBeGreaterThan(0);
  await pass(9_500);
  expect(alert.elements()).toEqual([]);
  await pass(1_000);
  await expect.poll(() => alert.elements().length).toBeGreaterThan(0);
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(window.location.pathname).toBe('/increaselimit/verification');
});

test('redirects a locked check to its page', async () => {
  refuse(registerVerification, 'kyc_locked');
  await agreeToCheck();
  await expectAt('/increaselimit/unsuccessful');
  await expectText(title, 'Your identity check is locked');
});

test('opens the frame, then asks the server and shows the new limit', async () => {
  answer(getVerificationResult, () => {
    givenPerson({ Kyc: true });
    return { IsVerified: true, IsPending: false, DetailsChanged: false };
  });
  await openCheck();
  await expect.element(frame).toBeInTheDocument();
  const opening = page.getByText(wordsIn('enAU', 'identity:kyc.opening'));
  await expect.element(opening).toBeVisible();
  receive('shown');
  await expect.element(opening).not.toBeInTheDocument();
  await expectAccessibleInBothSchemes();
  expect(sent(getVerificationResult)).toEqual([]);
  receive('complete');
  await expectAt('/increaselimit/successful');
  await expectText(title, 'You can now keep up to $5,000');
  expect(sent(getVerificationResult).map(({ body }) => body)).toEqual([{ CaseId: '7' }]);
});

test.each([
  [{ IsVerified: false, IsPending: false, DetailsChanged: false }, 'We couldn’t confirm who you are'],
  [{ IsVerified: false, IsPending: true, DetailsChanged: false }, 'Your identity check isn’t finished'],
  [{ IsVerified: false, IsPending: false, DetailsChanged: true }, 'Your details have changed'],
])('keeps the limit and explains why for the result %j', async (result, words) => {
  answer(getVerificationResult, result);
  await openCheck();
  await expect.element(frame).toBeInTheDocument();
  receive('complete');
  await expectAt('/increaselimit/unsuccessful');
  await expectText(title, words);
});

test('sends nothing when the check is left', async () => {
  await openCheck();
  await expect.element(frame).toBeInTheDocument();
  receive('cancelled');
  await expectText(title, 'You left the identity check');
  await page.getByRole('link', { name: 'Try again' }).click();
  await expectAt('/increaselimit/yourdetails');
  expect(sent(getVerificationResult)).toEqual([]);
});

test.each(LANGUAGES)('shows the unchanged or raised limit in %s', async (language) => {
  const words = (key: string, values = {}) => wordsIn(language, `increaseLimit:${key}`, values);
  for (const why of ['notFound', 'pending', 'cancelled', 'changed', 'locked']) {
    await open('/increaselimit/unsuccessful', language, { why, caseId: '7' });
    await expectText(title, words(`${why}.title`));
    await expectAccessibleInBothSchemes();
  }
  await open('/increaselimit/successful', language);
  await expectText(title, words('successful.notYet'));
  await expectAccessibleInBothSchemes();
  givenPerson({ Kyc: true });
  await open('/increaselimit/successful', language);
  await expectText(title, words('successful.title', { most: '$5,000' }));
  await expectAccessibleInBothSchemes();
});

test('opened without a check, an end of one says nothing of it', async () => {
  await open('/increaselimit/unsuccessful');
  await expectAt('/increaselimit/benefits');
  await open('/increaselimit/successful');
  await expectText(title, 'Your limit hasn’t been raised yet');
  await expect.poll(() => document.title).toMatch(/^Your limit hasn’t been raised yet/);
});

test('shows a verified user that nothing is left to do', async () => {
  givenPerson({ Kyc: true });
  await open('/increaselimit/benefits');
  await expectAt('/increaselimit/successful');
});
