import { getActivation, verifyIdentity } from '@wattle/contract/activation/steps.ts';
import { getVerificationResult, registerVerification } from '@wattle/contract/identity/verification.ts';
import { getAuthQuestions, getAuthStatus, submitAuthAnswers } from '@wattle/contract/identity/questions.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../test-support/accessible.ts';
import { alert, expectAlert, expectAt, field, heading, press } from '../../../../test-support/by-hand.ts';
import { givenActivation, openStep } from '../../../../test-support/given-activation.ts';
import { answer, fail, refuse, sent } from '../../../../test-support/given-server.ts';
import { openScreen } from '../../../../test-support/open-screen.tsx';
import { wordsIn } from '../../../../test-support/words.ts';

const fillIdentity = async () => {
  await field('Mother’s maiden name').fill('Wren');
  await field('Day').fill('1');
  await field('Month').fill('2');
  await field('Year').fill('1990');
  await press('Continue');
};

const openMaidenName = (IsCardAuthenticationLocked = false) => {
  answer(getAuthStatus, { IsCardAuthenticationLocked, IsAuthenticationPassed: false });
  return openStep(givenActivation('identityVerify', ['identityVerify', 'accessDetails', 'pin']));
};

test('leads straight to the page of the lock while the maiden name is locked', async () => {
  await openMaidenName(true);
  await expectAt('/cardIdentityAuthFailed');
  await expect.element(page.getByText(/tries/)).not.toBeInTheDocument();
});

test('rejects a wrong maiden name', async () => {
  refuse(verifyIdentity, 'identity_not_verified');
  await openMaidenName();
  await expect.element(heading('Confirm it’s you')).toBeVisible();
  await expectAccessible();
  await fillIdentity();
  await expectAlert('Your identity could not be verified');
  await expectAccessible();
  expect(sent(verifyIdentity).map(({ body }) => body)).toEqual([
    { MothersMaidenName: 'Wren', DateOfBirth: '1990-02-01' },
  ]);
});

test.each([
  ['10001', 400, '/error'],
  ['20254', 400, '/error'],
  ['20249', 400, '/cardIdentityAuthFailed'],
  ['20248', 400, '/cardIdentityVerify'],
  ['10429', 429, '/cardIdentityVerify'],
  ['99999', 503, '/cardIdentityVerify'],
])('a maiden name refused by %s (%i) leads to %s', async (code, status, path) => {
  answer(verifyIdentity, () => Response.json({ error: [code] }, { status }));
  await openMaidenName();
  await fillIdentity();
  await expect.poll(() => sent(verifyIdentity)).toHaveLength(1);
  if (path === '/cardIdentityVerify') await expect.element(alert).toHaveFocus();
  await expectAt(path);
});

test('asks questions one at a time on a phone, and again after a wrong answer', async () => {
  answer(getAuthStatus, { IsCardAuthenticationLocked: false, IsAuthenticationPassed: false });
  answer(getAuthQuestions, {
    Questions: [
      {
        EntityAuthenticationDetailId: 'suburb',
        Question: 'Which suburb?',
        PossibleAnswers: ['Midland', 'Fremantle'],
        Answer: '',
      },
      { EntityAuthenticationDetailId: 'cafe', Question: 'Which cafe?', PossibleAnswers: null, Answer: '' },
    ],
  });
  const steps = ['identityAuth', 'loginOption', 'accessDetails', 'pin'] as const;
  refuse(submitAuthAnswers, 'identity_answers_wrong');
  await openStep(givenActivation('identityAuth', steps));
  await expect.element(heading('A few questions to check it’s you')).toBeVisible();
  const say = async (suburb: string, cafe: string) => {
    await expect.element(field('Which cafe?')).not.toBeInTheDocument();
    await expectAccessible();
    await page.getByRole('radio', { name: suburb }).click();
    await press('Next question');
    await field('Which cafe?').fill(cafe);
    await expectAccessible();
    await press('Check my answers');
  };
  await say('Midland', 'Corner Cafe');
  await expectAlert('Authentication failed.');
  answer(submitAuthAnswers, { IsAuthenticationPassed: true });
  answer(getActivation, givenActivation('loginOption', steps));
  await say('Fremantle', 'corner cafe');
  await expect.element(heading('Do you have sign-in details?')).toBeVisible();
  expect(sent(submitAuthAnswers).at(-1)?.body).toEqual({
    Answers: [
      { EntityAuthenticationDetailId: 'suburb', Answer: 'Fremantle' },
      { EntityAuthenticationDetailId: 'cafe', Answer: 'corner cafe' },
    ],
  });
});

test('asks for an answer before the next question and before it is sent', async () => {
  answer(getAuthStatus, { IsCardAuthenticationLocked: false, IsAuthenticationPassed: false });
  answer(getAuthQuestions, {
    Questions: [
      { EntityAuthenticationDetailId: 'suburb', Question: 'Which suburb?', PossibleAnswers: ['Midland'], Answer: '' },
      { EntityAuthenticationDetailId: 'cafe', Question: 'Which cafe?', PossibleAnswers: null, Answer: '' },
    ],
  });
  await openStep(givenActivation('identityAuth', ['identityAuth', 'loginOption', 'accessDetails', 'pin']));
  await press('Next question');
  await expectAlert('Choose your answer');
  await expect.element(field('Which cafe?')).not.toBeInTheDocument();
  await page.getByRole('radio', { name: 'Midland' }).click();
  await press('Next question');
  await field('Which cafe?').fill(' -’. ');
  await press('Check my answers');
  await expectAlert('Enter your answer');
  await expectAccessible();
  expect(sent(submitAuthAnswers)).toEqual([]);
});

const VERIFICATION = ['accountSetup', 'consent', 'eKyc', 'pin'] as const;
const openVerification = () => openStep(givenActivation('eKyc', VERIFICATION));

test('reports an identity service that does not open and offers to try again', async () => {
  fail(registerVerification, 503);
  await openVerification();
  await expectAlert('The identity service isn’t available right now.');
  await expectAccessible();
  refuse(registerVerification, 'verification_unmet');
  // React mounts a page twice in a test.
  const before = sent(registerVerification).length;
  await press('Try again');
  await expectAlert('Verification service requirement not met');
  expect(sent(registerVerification)).toHaveLength(before + 1);
});

test('shows a page for a locked identity check and blocks the PIN step', async () => {
  refuse(registerVerification, 'kyc_locked');
  await openVerification();
  await expectAt('/eKycMaxAttemptsExceeded');
  await expect.element(heading('Your identity check is locked')).toBeVisible();
  await expectAccessible();
  await openScreen('/setPin');
  await expect.poll(() => window.location.pathname).not.toBe('/setPin');
});

test.each([
  ['notFound', 'We couldn’t confirm who you are', 'Try again'],
  ['cancelled', 'You left the identity check', 'Try again'],
  ['changed', 'Your details have changed', 'Check my new details'],
])('explains the result %s of an identity check', async (why, title, again) => {
  fail(registerVerification, 503);
  await openVerification();
  await expectAt('/eKyc');
  await openScreen('/eKycFailure', { state: { why } });
  await expect.element(heading(title)).toBeVisible();
  await expectAccessible();
  await page.getByRole('link', { name: again }).click();
  await expectAt('/eKyc');
});

test('leads from details that were not found back to them', async () => {
  fail(registerVerification, 503);
  await openVerification();
  await expectAt('/eKyc');
  await openScreen('/eKycFailure', { state: { why: 'notFound' } });
  await page.getByRole('link', { name: wordsIn('enAU', 'identity:notFound.details') }).click();
  await expectAt('/accountSetup');
  await expect.poll(() => window.location.hash).toBe('#FirstName');
});

test('a failed identity check opened by its address leads to the check', async () => {
  fail(registerVerification, 503);
  await openVerification();
  await expectAt('/eKyc');
  await openScreen('/eKycFailure');
  await expectAt('/eKyc');
});

test('polls an unfinished identity check', async () => {
  fail(registerVerification, 503);
  answer(getVerificationResult, { IsVerified: false, IsPending: true, DetailsChanged: false });
  await openVerification();
  await expectAt('/eKyc');
  await openScreen('/eKycFailure', { state: { why: 'pending', caseId: '7' } });
  await expect.element(heading('Your identity check isn’t finished')).toBeVisible();
  await expectAccessible();
  await press('Check for the result again');
  await expect.element(page.getByRole('status').filter({ hasText: 'There’s no result yet.' })).toBeVisible();
  expect(sent(getVerificationResult).map(({ body }) => body)).toEqual([{ CaseId: '7' }]);
});
