import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../test-support/accessible.ts';
import { expectAt, expectText, expectTexts, seeIn, title } from '../../test-support/by-hand.ts';
import { givenAccount } from '../../test-support/given-account.ts';
import { openScreen } from '../../test-support/open-screen.tsx';
import { givenCard, givenWaysIn } from '../../test-support/signed-in.ts';
import { showToast } from '../ui/toasts.ts';

/** Places that the bar of a phone has no room for. */
const MORE = ['Card settings', 'Scheduled payments', 'Statements', 'My account', 'Ways to sign in', 'Add card'];

const places = page.getByRole('navigation', { name: 'Main' });
const link = (name: string) => places.getByRole('link', { name, exact: true });

for (const [width, shown] of [
  [390, ['Home', 'Transactions', 'Pay', 'Top up']],
  [1280, ['Home', 'Transactions', 'Pay or transfer', 'Top up', ...MORE]],
] as const) {
  test(`marks the current place at ${width} px, and focuses the title of the next`, async () => {
    await page.viewport(width, 900);
    givenAccount();
    await openScreen('/cardHome', { as: 'account' });
    await expectTexts(places.getByRole('link'), shown);
    await expect.element(link('Home')).toHaveAttribute('aria-current', 'page');
    await link('Transactions').click();
    await expect.element(title).toHaveFocus();
    await expect.element(link('Transactions')).toHaveAttribute('aria-current', 'page');
    await expect.element(link('Home')).not.toHaveAttribute('aria-current');
    expect(window.location.pathname).toBe('/transactions');
    await expect.poll(() => document.title).toMatch(/ - Harbour Mutual$/);
    await page.viewport(390, 844);
  });
}

test('opens the remaining places from the menu on a phone', async () => {
  givenAccount();
  givenWaysIn();
  await openScreen('/cardHome', { as: 'account' });
  const more = places.getByRole('button', { name: 'More' });
  await more.click();
  const sheet = page.getByRole('dialog', { name: 'More' });
  await expectTexts(sheet.getByRole('link'), [...MORE, 'Help']);
  await expectAccessible();
  await sheet.getByRole('link', { name: 'Ways to sign in' }).click();
  await expectText(title, 'Ways to sign in');
  await expect.element(more).toHaveAttribute('aria-current', 'true');
});

test.each([390, 1280])(
  'tells by a line what is current and chosen in forced colours, and hides no control by its colour, at %i px [4-C1]',
  async (width) => {
    await page.viewport(width, 900);
    const more = { MaskedCardNumber: '9036 00•• •••• 0181', CardName: 'Wattle Start', IsDefault: false };
    givenAccount([givenCard(), givenCard(more)]);
    await openScreen('/transactions', { as: 'account' });
    await expect.element(link('Transactions')).toHaveAttribute('aria-current', 'page');
    const choice = page.getByRole('combobox', { name: 'Choose a card' });
    await expect.element(choice).toBeInTheDocument();
    await seeIn({ forcedColours: 'active' });
    const style = (element: Element) => getComputedStyle(element);
    const told = [...document.querySelectorAll('[aria-current], [aria-pressed="true"]')].filter(
      (each) => each.getClientRects().length > 0,
    );
    expect(told.length).toBeGreaterThan(0);
    expect(told.filter((each) => style(each).outlineStyle !== 'solid')).toEqual([]);
    expect(style(link('Home').element()).outlineStyle).toBe('none');
    expect(style(choice.element()).opacity).toBe('0');
    await seeIn({});
    await page.viewport(390, 844);
  },
);

test('has no sign-in methods for a card-only user', async () => {
  await page.viewport(1280, 900);
  givenAccount();
  await openScreen('/cardHome', { brand: 'stumps', as: 'card' });
  await expect.element(link('Home')).toBeVisible();
  expect(link('Ways to sign in').elements()).toEqual([]);
  await openScreen('/signInMethods', { brand: 'stumps', as: 'card' });
  await expectAt('/cardHome');
  await page.viewport(390, 844);
});

test('has no place that none of the cards can use', async () => {
  await page.viewport(1280, 900);
  const NOTHING = {
    IsInternalTransferAllowed: false,
    IsExternalTransferAllowed: false,
    IsBPayAllowed: false,
    IsReloadable: false,
  };
  givenAccount([givenCard(NOTHING)]);
  await openScreen('/cardHome', { as: 'account' });
  await expect.element(link('Statements')).toBeVisible();
  for (const name of ['Pay or transfer', 'Top up', 'Scheduled payments']) {
    await expect.element(link(name)).not.toBeInTheDocument();
  }
  await page.viewport(390, 844);
});

test('marks the place of a page below it', async () => {
  await page.viewport(1280, 900);
  givenAccount();
  await openScreen('/settings/contactless', { as: 'account' });
  await expect.element(link('Card settings')).toHaveAttribute('aria-current', 'true');
  await page.viewport(390, 844);
});

test('keeps the theme that was chosen on this device', async () => {
  givenAccount();
  await openScreen('/cardHome', { as: 'account' });
  await places.getByRole('button', { name: 'More' }).click();
  const dark = page.getByRole('button', { name: 'Dark' });
  await dark.click();
  await expect.element(dark).toHaveAttribute('aria-pressed', 'true');
  expect(document.documentElement.dataset['theme']).toBe('dark');
  expect(localStorage.getItem('wattle.theme')).toBe('"dark"');
  await expectAccessible();
  await page.getByRole('button', { name: 'System' }).click();
  expect(document.documentElement.dataset['theme']).toBeUndefined();
  expect(localStorage.getItem('wattle.theme')).toBeNull();
});

test('axe sees a fault of the bar and of a toast, which are laid aside while it looks', async () => {
  givenAccount();
  await openScreen('/cardHome', { as: 'account' });
  await expect.element(link('Home')).toHaveAttribute('aria-current', 'page');
  showToast({ text: 'Name saved' });
  await expect.element(page.getByRole('region', { name: 'Message', exact: true })).toBeVisible();
  await expectAccessible();
  for (const place of ['.app-frame__bar', '.toast']) {
    const fault = document.createElement('button');
    document.querySelector(place)?.append(fault);
    await expect(expectAccessible()).rejects.toThrow('button-name');
    fault.style.cssText = 'color: #777; background: #888';
    fault.textContent = 'Faint';
    await expect(expectAccessible()).rejects.toThrow('color-contrast');
    fault.remove();
  }
});
