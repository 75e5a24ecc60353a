import { getDetailedAddress, getMatchedAddresses } from '@wattle/contract/addresses/addresses.ts';
import { getAddressLengths, getAutoAddressEnableStatus } from '@wattle/contract/brands/config.ts';
import type { Language } from '@wattle/contract/rules/languages.ts';
import { afterEach, expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../test-support/accessible.ts';
import type { BrandName } from '../../../test-support/brand-view.ts';
import { expectText, expectTexts, focusOn, pasteInto, pressAt, seeIn } from '../../../test-support/by-hand.ts';
import { answer } from '../../../test-support/given-server.ts';
import { givenSandbox } from '../../../test-support/given-sandbox.ts';
import { openScreen } from '../../../test-support/open-screen.tsx';

afterEach(async () => {
  await seeIn({});
  await page.viewport(390, 844);
});

/** The page of components, once the tested specimen has loaded. */
async function open(specimen: string, brand: BrandName = 'wattle', language: Language = 'enAU'): Promise<Locator> {
  givenSandbox();
  await openScreen('/sandbox/components', { brand, language });
  await expect.poll(() => document.querySelector(`#${specimen} input`)).not.toBeNull();
  return page.elementLocator(document.querySelector(`#${specimen}`) ?? document.body);
}

const byId = (id: string) => page.elementLocator(document.getElementById(id) ?? document.body);

const activeOption = () => {
  const id = document.activeElement?.getAttribute('aria-activedescendant');
  return id ? (document.getElementById(id)?.textContent ?? null) : null;
};

test('a list is searched by typing, navigated by arrows, selected with Enter and left unchanged with Escape', async () => {
  const lists = await open('lists');
  const born = lists.getByRole('combobox', { name: 'Country of birth' });
  await userEvent.type(born, 'aus');
  await expect.element(born).toHaveAttribute('aria-expanded', 'true');
  const options = lists.getByRole('listbox').getByRole('option');
  await expectTexts(options, ['Australia', 'Austria']);
  await expect.element(lists.getByRole('status').filter({ hasText: '2 results' })).toHaveLength(1);
  await expect.poll(activeOption).toBe('Australia');
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(activeOption).toBe('Austria');
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(activeOption).toBe('Australia');
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.element(options).not.toBeInTheDocument();
  await expect.element(born).toHaveValue('aus');

  // Left with a text that names no country: the field shows an error and keeps the words to be corrected.
  await userEvent.tab();
  await expect.element(born).toBeInvalid();
  await expect.element(born).toHaveAccessibleDescription(/Choose a country from the list/);
  await born.fill('aotea');
  await expect.element(lists.getByText('No matches. Try something else.').first()).toBeVisible();
  await born.fill('nz');
  await userEvent.tab();
  await expect.element(born).toHaveValue('New Zealand');
  await expect.element(born).not.toHaveAttribute('aria-invalid');
  await born.fill('aus');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(born).toHaveValue('Austria');

  // By pointer: the arrow opens the whole list at what is chosen, and the field keeps the focus.
  const country = lists.getByRole('combobox', { name: 'Country', exact: true }).first();
  await lists.getByRole('button', { name: 'Show list: Country', exact: true }).first().click();
  await expect.element(country).toHaveFocus();
  await expect.element(lists.getByRole('option', { name: 'Australia' })).toHaveAttribute('aria-selected', 'true');
  await lists.getByRole('option', { name: 'Belgium' }).click();
  await expect.element(country).toHaveValue('Belgium');
  await expect.element(options).not.toBeInTheDocument();
});

test('a native list is checked when it is closed without a choice, and on leaving it', async () => {
  await open('lists');
  const title = byId('list-honorific');
  await title.click();
  await expect.poll(() => title.element().matches(':open')).toBe(true);
  await expect.element(title).not.toHaveAttribute('aria-invalid');
  await userEvent.keyboard('{Escape}');
  await expect.element(title).toBeInvalid();
  await expect.element(title).toHaveFocus();

  await open('lists');
  const again = byId('list-honorific');
  await focusOn(again);
  await expect.element(again).not.toHaveAttribute('aria-invalid');
  await userEvent.tab();
  await expect.element(again).toBeInvalid();
});

test('a code is one field that accepts spaces, hyphens and a whole pasted message', async () => {
  const codes = await open('codes');
  const code = codes.getByLabelText('Access code').first();
  await expect.element(code).toHaveAttribute('autocomplete', 'one-time-code');
  // Sent codes are digits, but letters are accepted too.
  await expect.element(code).toHaveAttribute('inputmode', 'numeric');
  await userEvent.type(code, '135-79 0');
  await expect.element(code).toHaveValue('135790');
  await code.fill('');
  await pasteInto(code, 'Your code is 246 810. It lasts 10 minutes.');
  await expect.element(code).toHaveValue('246810');

  // Corrected in the middle, the caret stays there.
  await code.fill('1390');
  (code.element() as HTMLInputElement).setSelectionRange(2, 2);
  await userEvent.keyboard(' 57');
  await expect.element(code).toHaveValue('135790');

  const pin = codes.getByLabelText('Card PIN', { exact: true });
  await expect.element(pin).toHaveAttribute('inputmode', 'numeric');
  await userEvent.type(pin, '48 26');
  await expect.element(pin).toHaveAttribute('type', 'password');
  await codes.getByRole('button', { name: 'Show Card PIN' }).click();
  await expect.element(pin).toHaveAttribute('type', 'text');
  await expect.element(pin).toHaveValue('4826');
});

test('a new code must be typed twice', async () => {
  const chosen = await open('new-code');
  const first = chosen.getByLabelText('Choose a PIN', { exact: true });
  const again = chosen.getByLabelText('Confirm PIN', { exact: true });
  await first.fill('4826');
  await again.fill('4862');
  await expectText(chosen.getByRole('status'), '');
  await expect.element(first).toHaveFocus();
  for (const field of [first, again]) await expect.element(field).toHaveAccessibleDescription(/Choose another PIN/);
  await first.fill('4826');
  await again.fill('4826');
  await expectText(chosen.getByRole('status'), 'Both PINs match');
});

test('a new password shows its missing requirements', async () => {
  await open('new-password');
  const needs = byId('new-password-rest-note');
  await expectTexts(needs.getByRole('listitem'), [
    'At least 13 characters',
    'A capital letter',
    'A lowercase letter',
    'A number',
  ]);
  await userEvent.type(byId('new-password-rest'), 'Golden');
  await expectTexts(needs.getByRole('listitem').filter({ hasText: '(met)' }), [
    'A capital letter (met)',
    'A lowercase letter (met)',
  ]);
  await byId('new-password-rest').fill('Golden-Wattle-2026');
  await expectText(needs.getByRole('status'), '4 of 4 met');
});

test('an amount can be typed or changed by buttons and arrows, and stays within its range', async () => {
  const amounts = await open('amounts');
  const topUp = amounts.getByLabelText('Top-up in dollars ($)');
  const less = amounts.getByRole('button', { name: 'Subtract $10.00' });
  await amounts.getByRole('button', { name: 'Add $10.00' }).click();
  await expect.element(topUp).toHaveValue('55.00');
  await expect.element(amounts.getByRole('status').filter({ hasText: '$55.00' })).toHaveLength(1);
  await focusOn(topUp);
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}');
  await expect.element(topUp).toHaveValue('20.00');
  await expect.element(less).toHaveAttribute('aria-disabled', 'true');
  await less.click({ force: true });
  await expect.element(topUp).toHaveValue('20.00');

  await topUp.fill('');
  await userEvent.type(topUp, '12.345');
  await expect.element(topUp).toHaveValue('12.345');
  await userEvent.tab();
  await expect.element(topUp).toHaveAccessibleDescription(/Enter the amount in digits/);
  await topUp.fill('12.34');
  await expect.element(topUp).toHaveAccessibleDescription(/Enter \$20\.00 or more/);
  await topUp.fill('500.01');
  await expect.element(topUp).toHaveAccessibleDescription(/Enter \$500\.00 or less/);
  await topUp.fill('12,50');
  await expect.element(topUp).toHaveAccessibleDescription(/Enter the amount in digits/);
  await topUp.fill('120');
  await userEvent.tab();
  await expect.element(topUp).toHaveValue('120.00');
  await expect.element(topUp).not.toHaveAttribute('aria-invalid');
});

test('a date can be typed with the keyboard, or chosen from lists that know the months', async () => {
  await open('birth-dates');
  const birth = page.getByRole('group', { name: 'Date of birth' }).first();
  const part = (name: string) => birth.getByRole('combobox', { name, exact: true });
  for (const [name, token] of [
    ['Day', 'bday-day'],
    ['Month', 'bday-month'],
    ['Year', 'bday-year'],
  ] as const) {
    await expect.element(part(name)).toHaveAttribute('autocomplete', token);
    await expect.element(part(name)).toHaveAttribute('inputmode', 'numeric');
  }
  await focusOn(part('Day'));
  await userEvent.keyboard('7{Tab}March{Tab}1991');
  await expect.element(part('Month')).toHaveValue('3');
  await expect.element(birth.getByText('7 Mar 1991')).toBeVisible();

  // February of 1991 has 28 days.
  await pressAt(part('Month'), 'ArrowDown');
  await expect.element(birth.getByRole('option', { name: '3 March' })).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{ArrowUp}{Enter}');
  await expect.element(part('Month')).toHaveValue('2');
  await birth.getByRole('button', { name: 'Show list: Day' }).click();
  await expect.element(birth.getByRole('option')).toHaveLength(28);
  await birth.getByRole('option', { name: '28', exact: true }).click();
  await expect.element(birth.getByText('28 Feb 1991')).toBeVisible();
  await focusOn(part('Year'));
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await expect.element(birth.getByRole('option')).toHaveLength(120);
  await expectText(birth.getByRole('option').first(), '2024');
  await expectText(birth.getByRole('option').last(), '1905');
  await userEvent.keyboard('{Escape}');
});

test('an expiry month must be in the future', async () => {
  await open('months');
  const expiry = page.getByRole('group', { name: 'Card expiry date' }).first();
  await expiry.getByRole('combobox', { name: 'Year' }).fill('2026');
  await expiry.getByRole('button', { name: 'Show list: Month' }).click();
  await expectTexts(expiry.getByRole('option'), ['11November', '12December']);
  await expiry.getByRole('option').last().click();
  await expect.element(expiry.getByRole('status').filter({ hasText: '2026-12' })).toHaveLength(1);
});

const LANTERN = ' Lantern Street, ';

/** Ten streets with the same name, each in a different town; one of them is in Geelong. */
function givenAddresses(): void {
  const towns = ['Geelong VIC 3220', ...[...'ABCDEFGHI'].map((letter) => `${letter}ton NSW 2000`)];
  const all = towns.map((town, place) => ({ Id: `a${place}`, Text: `${place + 1}${LANTERN}${town}` }));
  answer(getAddressLengths, { AddressLine1: 30, AddressLine2: 28, State: 18, PostCode: 6 });
  answer(getAutoAddressEnableStatus, { IsEnabled: true });
  answer(getMatchedAddresses, ({ body }) => {
    const words = body.searchString.toLowerCase().split(/\s+/);
    return { Addresses: all.filter(({ Text }) => words.every((word) => Text.toLowerCase().includes(word))) };
  });
  answer(getDetailedAddress, ({ body: { id } }) => {
    expect(id).toBe('a0');
    return {
      AddressLine1: '1 Lantern Street',
      AddressLine2: '',
      UnitNumber: '',
      StreetNumber: '1',
      StreetName: 'Lantern Street',
      Suburb: 'Geelong',
      State: 'VIC',
      PostCode: '3220',
      CountryCode: 'AU',
    };
  });
}

test('an address can be searched, reviewed and corrected', async () => {
  givenAddresses();
  await open('address');
  const home = page.getByRole('group', { name: 'Home address' });
  const search = home.getByRole('combobox', { name: 'Search for an address' });
  await page.getByRole('button', { name: 'Check address' }).first().click();
  await expect.element(search).toHaveAccessibleDescription(/Enter an address/);
  await userEvent.type(search, 'lantern str');
  await expect.element(home.getByRole('option')).toHaveLength(10);
  await userEvent.keyboard(' geelong');
  await expectTexts(home.getByRole('option'), [/Lantern Street, Geelong VIC 3220$/]);
  await expect.element(search).toHaveAccessibleDescription(/Choose an address from the list/);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  const line1 = home.getByLabelText('Address line 1');
  await expect.element(line1).toHaveFocus();
  await expect.element(line1).toHaveValue('1 Lantern Street');
  await expect.element(home.getByLabelText('State', { exact: false })).toHaveValue('VIC');
  await expect.element(home.getByLabelText('Postcode')).toHaveValue('3220');
  await expect.element(home.getByRole('status').filter({ hasText: 'Address found' })).toHaveLength(1);
  // A short field does not show its count from the start: 4 of 6 is not announced, 5 is.
  const postcode = home.getByLabelText('Postcode');
  await expect.element(postcode).not.toHaveAccessibleDescription(/left/);
  await postcode.fill('32201');
  await expect.element(postcode).toHaveAccessibleDescription(/1 character left/);
  await postcode.fill('3220');
  for (const [part, limit] of [
    [line1, 30],
    [home.getByLabelText('Address line 2', { exact: false }), 28],
    [home.getByLabelText('Postcode'), 6],
  ] as const) {
    const before = (part.element() as HTMLInputElement).value;
    await part.fill('x'.repeat(limit + 2));
    await expect.element(part).toHaveValue('x'.repeat(limit + 2));
    await expect.element(part).toHaveAccessibleDescription(/2 characters too many/);
    await part.fill(before);
  }
  await expect
    .element(home.getByLabelText('Suburb'))
    .toHaveAttribute('autocomplete', 'section-home-address address-level2');
  // Only a country with states has a list of them.
  await home.getByRole('combobox', { name: 'Country' }).fill('New Zealand');
  await expect.element(home.getByRole('textbox', { name: /^State/ })).toHaveValue('');
});

test('an address can be typed after a failed search, starting with the typed text', async () => {
  await open('address');
  const mail = page.getByRole('group', { name: 'Postal address' });
  await userEvent.type(mail.getByRole('combobox', { name: 'Search for an address' }), '7 Nowhere');
  await expect.element(mail.getByRole('status').filter({ hasText: 'isn’t working' })).toHaveLength(1);
  // What was typed by then; the rest goes on there.
  await expect.poll(() => (mail.getByLabelText('Address line 1').element() as HTMLInputElement).value).toMatch(/^7 N/);
  await expect.element(mail.getByLabelText('Address line 1')).toHaveFocus();
  await page.getByRole('button', { name: 'Check address' }).last().click();
  await expect.element(mail.getByLabelText('Suburb')).toHaveAccessibleDescription(/Enter the suburb/);
});

test('problems of a form are shown above it and at its fields', async () => {
  const form = await open('form');
  await form.getByLabelText('Activation code').fill('13579');
  await form.getByRole('button', { name: 'Activate card' }).click();
  const summary = form.getByRole('alert');
  await expect.element(summary).toHaveFocus();
  await expectTexts(summary.getByRole('link'), [
    'Enter the name on the card',
    'Enter all 6 digits of the activation code',
    'Tick this box once you’ve read the terms',
  ]);
  await summary.getByRole('link').nth(2).click();
  await expect.element(form.getByRole('checkbox')).toHaveFocus();
  await userEvent.keyboard(' ');
  await expect.element(summary.getByRole('link')).toHaveLength(2);
  // What was typed stays.
  await expect.element(form.getByLabelText('Activation code')).toHaveValue('13579');
});

test('choices are navigated by arrows, and report a missing selection', async () => {
  const choices = await open('choices');
  const group = choices.getByRole('group', { name: /^What happened to your card\?/ });
  await pressAt(group.first().getByRole('radio').first(), 'ArrowDown');
  await expect.element(group.first().getByRole('radio', { name: /^I lost it/ })).toBeChecked();
  await expect.element(group.nth(1)).toHaveAccessibleDescription('Choose what happened');
});

test('everything fits in Chinese, at 400% and with forced colours, and the active option is outlined', async () => {
  await page.viewport(320, 256);
  await seeIn({ forcedColours: 'active' });
  await open('birth-dates', 'stumps', 'zhCN');
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  const birth = page.getByRole('group', { name: '出生日期' }).first();
  const month = birth.getByRole('combobox', { name: '月', exact: true });
  await month.fill('三月');
  await userEvent.tab();
  await expect.element(month).toHaveValue('3');
  await pressAt(birth.getByRole('combobox', { name: '年', exact: true }), 'ArrowDown');
  await expect.element(birth.getByRole('listbox')).toBeInViewport();
  await expect.element(birth.getByRole('option').first()).toHaveStyle({ outlineStyle: 'solid' });
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
});
