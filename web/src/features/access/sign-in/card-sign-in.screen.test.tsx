import { token } from '@wattle/contract/access/sign-in.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as z from 'zod/mini';
import { expectAccessible } from '../../../../test-support/accessible.ts';
import { alert, expectAt, expectText, expectTexts, problems } from '../../../../test-support/by-hand.ts';
import { answer, refuse, sent } from '../../../../test-support/given-server.ts';
import { openScreen, reloadScreen, TOKEN } from '../../../../test-support/open-screen.tsx';
import { givenSignedIn } from '../../../../test-support/signed-in.ts';

const card = page.getByLabelText('Card number', { exact: true });
const code = page.getByLabelText('Access code', { exact: true });
const press = () => page.getByRole('button', { name: 'Sign in', exact: true }).click();

test('accepts a card number and a code with spaces and hyphens', async () => {
  answer(token, TOKEN);
  givenSignedIn();
  await openScreen('/cardLogin');
  await card.fill('9036 0000-0000 0058');
  await code.fill('246 810');
  await press();
  await expect.poll(() => sent(token).length).toBe(1);
  // It goes out as it was typed; the rule of the wire takes the spaces out, here and at the server.
  const body = z.parse(token.body, sent(token)[0]?.body);
  expect(body).toMatchObject({ cardnumber: '9036000000000058', accesscode: '246810' });
  await expectAt('/cardHome');
  // Card number and code are not stored anywhere.
  const kept = JSON.stringify([{ ...sessionStorage }, { ...localStorage }, history.state, window.location.href]);
  expect(kept).not.toContain('246810');
  expect(kept).not.toContain('9036000000000058');
});

test('the root begins with the way used last in this browser, and a passcode is first on each page', async () => {
  const passcode = page.getByRole('link', { name: 'Sign in with your passcode' });
  await openScreen('/');
  await expect.element(card).toBeVisible();
  const reloadAt = (path: string) => {
    window.history.replaceState(null, '', path);
    reloadScreen();
  };
  localStorage.setItem('wattle.account', JSON.stringify(['tui', 'wattle']));
  reloadAt('/');
  await expectAt('/login');
  await expect.element(passcode).not.toBeInTheDocument();
  localStorage.setItem('wattle.passcode', JSON.stringify(['wattle']));
  for (const path of ['/cardLogin', '/login']) {
    reloadAt(path);
    await expect.element(passcode).toBeVisible();
    const field = page.getByRole('textbox').first();
    const isBefore = passcode.element().compareDocumentPosition(field.element());
    expect(isBefore & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
    await expectAccessible();
  }
});

test('a sign-in by card is what is used last', async () => {
  localStorage.setItem('wattle.account', JSON.stringify(['wattle']));
  answer(token, TOKEN);
  givenSignedIn();
  await openScreen('/cardLogin');
  await card.fill('9036 0000-0000 0058');
  await code.fill('246 810');
  await press();
  await expectAt('/cardHome');
  expect(localStorage.getItem('wattle.account')).toBe('[]');
});

test('is no login for password managers, and still hides the access code', async () => {
  await openScreen('/cardLogin');
  await expect.element(code).toBeVisible();
  for (const field of [card, code]) {
    // Every manager saves what was once of the type password, whatever else is said.
    expect((field.element() as HTMLInputElement).type).toBe('text');
    expect(field.element().getAttribute('autocomplete')).not.toMatch(/username|password/);
    for (const name of ['data-1p-ignore', 'data-bwignore', 'data-lpignore', 'data-form-type'])
      await expect.element(field).toHaveAttribute(name);
  }
  const shape = () => getComputedStyle(code.element()).getPropertyValue('-webkit-text-security');
  await expect.poll(shape).toBe('disc');
  await page.getByRole('button', { name: /^show access code$/i }).click();
  await expect.poll(shape).toBe('none');
});

test('asks for the card id where the brand uses card ids and rejects a card number', async () => {
  await openScreen('/', { brand: 'stumps' });
  await expect.element(page.getByLabelText('Card ID', { exact: true })).toBeVisible();
  expect(card.elements()).toEqual([]);
  await page.getByLabelText('Card ID', { exact: true }).fill('9036000000000181');
  await code.fill('135246');
  await press();
  await expect.element(page.getByRole('link', { name: 'Enter the 11 digits of your card ID' })).toBeVisible();
  expect(sent(token)).toEqual([]);
});

test('lists missing fields above the heading and at the fields, and then checks while typing', async () => {
  await openScreen('/');
  await card.fill('9036 0000');
  await press();
  await expect.element(alert).toHaveFocus();
  await expectText(alert, /There is a problem/);
  const number = 'Enter the 16 or 19 digits of your card number';
  await expectTexts(problems, [number, 'Enter your access code']);
  await expectText(alert, /Fix these answers to continue/);
  await expect.poll(() => document.title).toBe('Error: Sign in with your card - Harbour Mutual');
  // The button says what was wrong with the last attempt.
  const button = page.getByRole('button', { name: 'Sign in', exact: true });
  await expect.element(button).toHaveAccessibleDescription(new RegExp(number));
  await expectAccessible();
  await problems.first().click();
  await expect.element(card).toHaveFocus();
  await expect.element(card).toHaveValue('9036 0000');
  await expect.element(card).toHaveAccessibleDescription(new RegExp(number));
  await card.fill('9036000000000058');
  await expectTexts(problems, ['Enter your access code']);
  await expect.element(card).not.toHaveAttribute('aria-invalid');
});

test('moves the focus from a problem to its field with the keyboard', async () => {
  await openScreen('/');
  await expect.element(card).toBeVisible();
  (card.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(alert).toHaveFocus();
  await userEvent.keyboard('{Tab}{Tab}{Enter}');
  await expect.element(code).toHaveFocus();
});

test('marks both fields after a wrong code, keeps the card and clears the code', async () => {
  refuse(token, 'invalid_card_details');
  await openScreen('/');
  await card.fill('9036000000000991');
  await code.fill('999999');
  await press();
  await expect.element(alert).toHaveFocus();
  await expectTexts(problems, ['Invalid card details']);
  for (const field of [card, code]) {
    await expect.element(field).toBeInvalid();
    await expect.element(field).toHaveAccessibleDescription(/Invalid card details/);
  }
  await expect.element(card).toHaveValue('9036 0000 0000 0991');
  await expect.element(code).toHaveValue('999999');
  await expect.poll(() => document.title).toMatch(/^Error: /);
  expect(window.location.pathname).toBe('/');
  await code.fill('1');
  await expect.element(alert).not.toBeInTheDocument();
  await expect.poll(() => document.title).toBe('Sign in with your card - Harbour Mutual');
});

test('reports a locked sign-in with its duration and the number to call', async () => {
  refuse(token, 'login_locked_or_token_expired');
  await openScreen('/');
  await card.fill('9036000000000991');
  await code.fill('999999');
  await press();
  await expectTexts(problems, ['Login is locked or Token has expired']);
  await expectText(alert, /Wait at least 30 minutes.* 1300 555 010/);
});

test('shows and hides the access code', async () => {
  await openScreen('/');
  await code.fill('246810');
  const shape = () => getComputedStyle(code.element()).getPropertyValue('-webkit-text-security');
  await expect.poll(shape).toBe('disc');
  await page.getByRole('button', { name: /^show access code$/i }).click();
  await expect.poll(shape).toBe('none');
  await page.getByRole('button', { name: /^hide access code$/i }).click();
  await expect.poll(shape).toBe('disc');
});

test('starts in Chinese in a browser that prefers it', async () => {
  await openScreen('/', { language: 'zhCN' });
  await expectText(page.getByRole('heading', { level: 1 }), '使用卡片登录');
  await expectAccessible();
});
