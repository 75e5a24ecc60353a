import { getCardAccessDetails } from '@wattle/contract/access/card-access.ts';
import { token } from '@wattle/contract/access/sign-in.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../test-support/accessible.ts';
import { alert, expectAt, expectText, expectTexts, title } from '../../../../test-support/by-hand.ts';
import { answer, refuse, sent } from '../../../../test-support/given-server.ts';
import { openScreen, reloadScreen, TOKEN } from '../../../../test-support/open-screen.tsx';
import { cardAccessJourney } from './card-access-journey.ts';

const CARD = '9036000000000991';
const number = page.getByLabelText('Card number', { exact: true });
const pin = page.getByLabelText('PIN', { exact: true });

async function nameCard(card = CARD): Promise<void> {
  await openScreen('/cardAccess', { brand: 'stumps' });
  await number.fill(card);
  await page.getByRole('button', { name: 'Continue' }).click();
}

async function givePin(value: string): Promise<void> {
  await pin.fill(value);
  await page.getByRole('button', { name: 'Show my card details' }).click();
}

const kept = () => JSON.stringify([{ ...sessionStorage }, { ...localStorage }, history.state]);

beforeEach(() => answer(token, TOKEN));

test('checks the number and the PIN before calling the server', async () => {
  await nameCard('9036');
  await expectTexts(alert.getByRole('link'), ['Enter the 16 or 19 digits of your card number']);
  await expectAccessible();
  await nameCard();
  await givePin('123');
  await expectTexts(alert.getByRole('link'), ['Enter the 4 digits of your PIN']);
  await expectAccessible();
});

test('explains the consequence of a wrong PIN and clears the field', async () => {
  refuse(getCardAccessDetails, 'identity_not_verified');
  await nameCard();
  await givePin('1593');
  await expect.element(alert).toHaveFocus();
  await expectTexts(alert.getByRole('link'), ['Your identity could not be verified']);
  await expectText(alert, /After 3 wrong PINs you can’t use this for 24 hours/);
  await expect.element(pin).toHaveValue('');
  await expect.poll(() => document.title).toBe('Error: What’s your card PIN? - Stumps Club');
});

test('restarts with only the card number when the time for the PIN expires', async () => {
  answer(getCardAccessDetails, () => Response.json({ error: ['401'] }, { status: 401 }));
  await nameCard();
  await givePin('1593');
  await expect.element(page.getByText(/Check your card number, then continue\.$/)).toBeVisible();
  await expect.element(number).toHaveValue('9036 0000 0000 0991');
  expect(kept()).toContain(CARD);
  expect(kept()).not.toContain('1593');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect.element(pin).toBeVisible();
  expect(JSON.stringify({ ...sessionStorage })).not.toContain(CARD);
});

test('shows the details once and stores none of them', async () => {
  answer(getCardAccessDetails, { CardId: '10000000124', AccessCode: '246810' });
  await nameCard();
  await givePin('4826');
  await expectText(title, 'Here are your card details');
  await expectText(page.getByRole('definition').first(), /10000000124/);
  await expectAccessible();
  expect(kept()).not.toContain('10000000124');
  expect(kept()).not.toContain(CARD);
  window.history.back();
  await expect.element(number).toHaveValue('');
  window.history.forward();
  await expect.element(number).toHaveValue('');
});

test('begins again after a reload at any step, with nothing typed before it', async () => {
  answer(getCardAccessDetails, { CardId: '10000000124', AccessCode: '246810' });
  await nameCard();
  await expect.element(pin).toBeVisible();
  reloadScreen(cardAccessJourney);
  await expect.element(number).toHaveValue('');
  await expectAt('/cardAccess');
  await number.fill(CARD);
  await page.getByRole('button', { name: 'Continue' }).click();
  await givePin('4826');
  await expectText(title, 'Here are your card details');
  reloadScreen(cardAccessJourney);
  await expect.element(number).toHaveValue('');
  expect(sent(getCardAccessDetails)).toHaveLength(1);
});

test.each(['/cardAccess', '/cardAccessPin', '/cardAccessDetails'])(
  'redirects %s to its first step, or to card sign-in where the brand lacks it',
  async (path) => {
    for (const brand of ['wattle', 'tui', 'ledgerline'] as const) {
      await openScreen(path, { brand });
      await expectAt('/cardLogin');
      await expect.element(title).toBeVisible();
      expect(page.getByRole('link', { name: 'Forgot your card ID or access code?' }).elements()).toEqual([]);
    }
    await openScreen(path, { brand: 'stumps' });
    await expect.element(number).toBeVisible();
    expect(window.location.pathname).toBe('/cardAccess');
  },
);

test('has no accessibility finding in Chinese', async () => {
  answer(getCardAccessDetails, { CardId: '10000000124', AccessCode: '246810' });
  await openScreen('/cardAccess', { brand: 'stumps', language: 'zhCN' });
  const main = page.getByRole('main');
  await main.getByRole('textbox').fill(CARD);
  await main.getByRole('button').last().click();
  await expectAt('/cardAccessPin');
  await expectAccessible();
});
