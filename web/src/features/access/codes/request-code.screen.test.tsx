import { requestAccessCode, requestActivationCode } from '@wattle/contract/access/codes.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../test-support/accessible.ts';
import { alert, expectAt, expectText, expectTexts, seeIn, title } from '../../../../test-support/by-hand.ts';
import { answer, sent } from '../../../../test-support/given-server.ts';
import { openScreen } from '../../../../test-support/open-screen.tsx';
import { givenSignedIn } from '../../../../test-support/signed-in.ts';

const CARD_ID = '10000000990';
const cardId = page.getByLabelText('Card ID', { exact: true });
const send = () => page.getByRole('button', { name: 'Send me a code' }).click();
const givenSent = () => answer(requestAccessCode, { IsSuccessful: true });

test('confirms a request, passes the card id to sign-in, and repeats nothing on Back', async () => {
  givenSent();
  await openScreen('/requestAccessCode', { brand: 'stumps' });
  await cardId.fill(CARD_ID);
  await send();
  await expectText(title, 'Check for your code');
  await expect.element(title).toHaveFocus();
  await expect.poll(() => document.title).toBe('Check for your code - Stumps Club');
  await page.getByRole('link', { name: 'Sign in with the new code' }).click();
  await expect.element(cardId).toHaveValue(CARD_ID);
  window.history.back();
  await expectText(title, 'Request an access code');
  await expect.element(cardId).toHaveValue('');
  expect(sent(requestAccessCode)).toHaveLength(1);
});

test('a requested activation code leads to the activation', async () => {
  answer(requestActivationCode, { IsSuccessful: true });
  await openScreen('/requestActivationCode', { brand: 'stumps' });
  await cardId.fill(CARD_ID);
  await send();
  await page.getByRole('link', { name: 'Activate your card' }).click();
  await expectAt('/cardActivate');
});

test('explains a faulty card id without a call', async () => {
  await openScreen('/requestActivationCode', { brand: 'stumps' });
  await expect.poll(() => document.title).toBe('Request an activation code - Stumps Club');
  await send();
  await expect.element(alert).toHaveFocus();
  await expectTexts(alert.getByRole('link'), ['Enter your card ID']);
  await cardId.fill('1000000012');
  await send();
  await expectTexts(alert.getByRole('link'), ['Enter the 11 digits of your card ID']);
  await expect.poll(() => document.title).toBe('Error: Request an activation code - Stumps Club');
  expect(sent(requestActivationCode)).toEqual([]);
});

test('shows a rate limit in place and keeps the typed values', async () => {
  answer(requestAccessCode, () => Response.json({ error: ['429'] }, { status: 429 }));
  await openScreen('/requestAccessCode', { brand: 'stumps' });
  await cardId.fill(CARD_ID);
  await send();
  await expectText(alert, /Too many requests/);
  await expect.element(cardId).toHaveValue(CARD_ID);
});

test('goes to the error page when a request fails', async () => {
  answer(requestAccessCode, () => Response.json({ error: ['10001'] }, { status: 400 }));
  await openScreen('/requestAccessCode', { brand: 'stumps' });
  await cardId.fill(CARD_ID);
  await send();
  await expect.element(page.getByText('There is a problem with your card')).toBeVisible();
  expect(window.location.pathname).toBe('/error');
});

test('works for a signed-in user, who stays signed in', async () => {
  givenSent();
  givenSignedIn();
  await openScreen('/requestAccessCode', { brand: 'stumps', as: 'account' });
  await cardId.fill(CARD_ID);
  await send();
  await page.getByRole('link', { name: 'Go to Home' }).click();
  await expectAt('/cardHome');
});

test('keeps the typed values while offline', async () => {
  await openScreen('/requestAccessCode', { brand: 'stumps' });
  await cardId.fill(CARD_ID);
  Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
  window.dispatchEvent(new Event('offline'));
  await expect.element(page.getByText(/^You’re offline\./)).toBeVisible();
  await expect.element(cardId).toHaveValue(CARD_ID);
  Reflect.deleteProperty(navigator, 'onLine');
  window.dispatchEvent(new Event('online'));
  await expect.element(page.getByText(/^You’re offline\./)).not.toBeInTheDocument();
  await expect.element(cardId).toHaveValue(CARD_ID);
});

test('stores nothing of the journey and passes no card id to a sign-in by card number', async () => {
  givenSent();
  await openScreen('/requestAccessCode');
  await cardId.fill(CARD_ID);
  await send();
  await page.getByRole('link', { name: 'Sign in with the new code' }).click();
  await expect.element(page.getByLabelText('Card number', { exact: true })).toHaveValue('');
  const kept = JSON.stringify([{ ...sessionStorage }, { ...localStorage }, history.state, window.location.href]);
  expect(kept).not.toContain(CARD_ID);
});

test.each(['enAU', 'zhCN'] as const)(
  'has no accessibility finding in %s: problems and confirmation',
  async (language) => {
    givenSent();
    await openScreen('/requestAccessCode', { language });
    const check = async () => {
      for (const scheme of ['light', 'dark'] as const) {
        await seeIn({ scheme });
        await expectAccessible();
      }
      await seeIn({});
    };
    await expect.element(title).toBeVisible();
    const form = page.getByRole('main');
    await form.getByRole('textbox').fill('1');
    await form.getByRole('button').last().click();
    await expect.element(alert).toHaveFocus();
    await check();
    await form.getByRole('textbox').fill(CARD_ID);
    await form.getByRole('button').last().click();
    await expect.poll(() => form.getByRole('textbox').elements()).toEqual([]);
    await check();
  },
);
