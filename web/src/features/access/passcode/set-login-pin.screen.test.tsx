import { addPasscode } from '@wattle/contract/access/passcodes.ts';
import { giveProof, startStepUp } from '@wattle/contract/access/step-up.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../test-support/accessible.ts';
import { expectText, expectTexts, press } from '../../../../test-support/by-hand.ts';
import { answer, refuse, sent } from '../../../../test-support/given-server.ts';
import { openScreen } from '../../../../test-support/open-screen.tsx';
import { givenSignedIn } from '../../../../test-support/signed-in.ts';

const NO_GOOD =
  'Choose another passcode: 4 digits, no repeats like 0000, runs like 1234, or your birthday or birth year';
const UNMATCHED = 'The passcodes don’t match. Enter the same 4 digits twice';

const first = page.getByLabelText('New passcode', { exact: true });
const again = page.getByLabelText('Confirm passcode', { exact: true });
const summary = page.getByRole('alert');

async function typeTwice(passcode: string): Promise<void> {
  await first.fill(passcode);
  await again.fill(passcode);
  await press('Set passcode');
}

const needsProof = () => Response.json({ error: ['428'] }, { status: 428 });

beforeEach(() => givenSignedIn());

const open = () => openScreen('/setLoginPin', { as: 'account' });

test('sets a passcode and continues', async () => {
  answer(addPasscode, { IsSuccessful: true });
  await open();
  await typeTwice('4826');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Your passcode is set' })).toHaveFocus();
  await expect.poll(() => document.title).toBe('Your passcode is set - Harbour Mutual');
  await expect.element(page.getByRole('link', { name: 'Go to your cards' })).toBeVisible();
  expect(sent(addPasscode).map(({ body }) => body.pin)).toEqual(['4826']);
});

for (const typed of ['', '482', '1234']) {
  test(`rejects a passcode that is short or easily guessed: "${typed}"`, async () => {
    await open();
    await typeTwice(typed);
    await expect.element(summary).toHaveFocus();
    await expectTexts(summary.getByRole('link'), [NO_GOOD]);
    await expect.element(first).toBeInvalid();
    await expect.element(first).toHaveValue('');
    await expect.element(again).toHaveValue('');
    expect(sent(addPasscode)).toEqual([]);
  });
}

test('rejects a day or year of birth, which only the server can check', async () => {
  refuse(addPasscode, 'required_field', 'pin');
  await open();
  await typeTwice('1990');
  await expect.element(summary).toHaveFocus();
  await expectTexts(summary.getByRole('link'), [NO_GOOD]);
  await expect.element(first).toBeInvalid();
  await expect.element(first).toHaveValue('');
  await expect.element(again).toHaveValue('');
});

test('reports two different passcodes once the second is complete, before sending', async () => {
  await open();
  await first.fill('4826');
  await again.fill('486');
  await expect.element(page.getByText(UNMATCHED)).not.toBeInTheDocument();
  await again.fill('4862');
  for (const field of [first, again]) {
    await expect.element(field).toHaveAccessibleDescription(new RegExp(UNMATCHED));
    await expect.element(field).toHaveValue('');
  }
  await expect.element(first).toHaveFocus();
  await expectAccessible();
  // The summary and the field say the same, whatever is sent next.
  await press('Set passcode');
  await expectTexts(summary.getByRole('link'), [NO_GOOD]);
  await expect.element(first).toHaveAccessibleDescription(new RegExp(NO_GOOD));
  await expect.element(again).not.toHaveAccessibleDescription(new RegExp(UNMATCHED));
  expect(sent(addPasscode)).toEqual([]);
});

test('asks for a fresh proof before a passcode is set', async () => {
  let isProved = false;
  answer(addPasscode, () => (isProved ? { IsSuccessful: true as const } : needsProof()));
  answer(startStepUp, { Methods: ['password'], Passkey: null, NothingUntil: null });
  refuse(giveProof, 'current_password_wrong', 'currentpassword');
  await open();
  await typeTwice('4826');
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  const password = dialog.getByLabelText('Password', { exact: true });
  await expect.element(dialog).toBeVisible();
  await expectAccessible();
  await press('Confirm');
  await expectText(dialog, /Enter your password/);
  await password.fill('Wrong-Wattle-2026');
  await press('Confirm');
  await expectText(dialog, /Check your password and try again/);
  await expectAccessible();
  answer(giveProof, () => {
    isProved = true;
    return { IsSuccessful: true as const };
  });
  await password.fill('Golden-Wattle-2026');
  await press('Confirm');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Your passcode is set' })).toHaveFocus();
  expect(sent(giveProof).at(-1)?.body).toMatchObject({
    Purpose: 'account',
    Method: 'password',
    currentpassword: 'Golden-Wattle-2026',
  });
});

test('explains why no proof is possible', async () => {
  answer(addPasscode, needsProof);
  answer(startStepUp, { Methods: [], Passkey: null, NothingUntil: null });
  await open();
  await typeTwice('4826');
  const dialog = page.getByRole('dialog', { name: 'You can’t confirm this yet' });
  await expect.element(dialog).toBeVisible();
  await expectAccessible();
  await press('Close');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(first).toBeVisible();
});

test('is not available to a user signed in with a card', async () => {
  await openScreen('/setLoginPin', { brand: 'stumps', as: 'card' });
  await expect.poll(() => window.location.pathname).not.toBe('/setLoginPin');
  await expect.element(first).not.toBeInTheDocument();
});
