import '../tokens.css';
import '../base.css';
import { useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { LANGUAGE_TAG, type Language } from '@wattle/contract/rules/languages.ts';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessibleInBothSchemes } from '../../../test-support/accessible.ts';
import { pasteInto, press } from '../../../test-support/by-hand.ts';
import { loadTexts, startTexts, switchLanguage } from '../../i18n/i18n.ts';
import { DateField } from './date-field.tsx';

let root: Root | undefined;

function Shown() {
  const [value, onValue] = useState('');
  return (
    <main>
      <h1>Date</h1>
      <DateField
        id="it"
        label="First payment"
        value={value}
        onValue={onValue}
        today="2026-11-20"
        first="2026-11-21"
        last="2027-11-20"
      />
    </main>
  );
}

async function open(language: Language = 'enAU'): Promise<void> {
  await startTexts();
  await loadTexts(['fields', 'ui']);
  await switchLanguage(language, { remember: false });
  document.documentElement.lang = LANGUAGE_TAG[language];
  root = createRoot(document.body.appendChild(Object.assign(document.createElement('div'), { id: 'here' })));
  root.render(<Shown />);
  await expect.element(page.getByRole('group', { name: 'First payment' })).toBeVisible();
}

afterEach(() => {
  root?.unmount();
  document.querySelector('#here')?.remove();
});

const parts = () =>
  page
    .getByRole('textbox')
    .elements()
    .map((part) => (part as HTMLInputElement).value);
const words = () => page.getByRole('status').first();
const focused = () => document.activeElement?.getAttribute('aria-label');

test('[11-a] typed digits are day, month and year, and are shown in words with the weekday', async () => {
  await open();
  await page.getByLabelText('Day', { exact: true }).click();
  await userEvent.keyboard('01022027');
  expect(parts()).toEqual(['01', '02', '2027']);
  await expect.element(words()).toHaveTextContent('Monday 1 February 2027');
  await expectAccessibleInBothSchemes();
});

test('[11-a] the year comes first in Chinese, whatever the browser language is', async () => {
  await open('zhCN');
  await page.getByLabelText('年', { exact: true }).click();
  await userEvent.keyboard('20270201');
  expect(parts()).toEqual(['2027', '02', '01']);
  await expect.element(words()).toHaveTextContent('2027年2月1日星期一');
});

test.each(['1 February 2027', '01/02/2027', '2027-02-01', '2027年2月1日'])(
  'accepts the pasted %s in any of its parts',
  async (text) => {
    await open();
    await page.getByLabelText('Year', { exact: true }).fill('19');
    await pasteInto(page.getByLabelText('Year', { exact: true }), text);
    await expect.element(words()).toHaveTextContent('Monday 1 February 2027');
  },
);

test('the calendar is navigated by keys, offers the days of its range, and returns the focus', async () => {
  await open();
  const opener = page.getByRole('button', { name: 'Choose from a calendar: First payment' });
  await opener.click();
  await expect.poll(focused).toBe('Saturday 21 November 2026');
  await expectAccessibleInBothSchemes();
  for (const [key, day] of [
    ['{ArrowRight}', 'Sunday 22 November 2026'],
    ['{ArrowDown}', 'Sunday 29 November 2026'],
    ['{Home}', 'Monday 23 November 2026'],
    ['{End}', 'Sunday 29 November 2026'],
    ['{PageDown}', 'Tuesday 29 December 2026'],
    ['{ArrowLeft}', 'Monday 28 December 2026'],
    ['{ArrowUp}', 'Monday 21 December 2026'],
    ['{PageUp}', 'Saturday 21 November 2026'],
    // First day of the range.
    ['{PageUp}', 'Saturday 21 November 2026'],
    ['{Shift>}{PageDown}{/Shift}', 'Saturday 20 November 2027'],
  ] as const) {
    await userEvent.keyboard(key);
    await expect.poll(focused).toBe(day);
  }
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('grid')).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
  expect(parts()).toEqual(['', '', '']);
  await opener.click();
  await page.getByRole('combobox', { name: 'Month' }).selectOptions('Feb');
  await page.getByRole('combobox', { name: 'Year' }).selectOptions('2027');
  await expect.element(page.getByRole('grid', { name: 'February 2027' })).toBeVisible();
  await press('Close the calendar');
});

test('a day of the calendar can be chosen by pointer', async () => {
  await open();
  await page.getByRole('button', { name: 'Choose from a calendar: First payment' }).click();
  await press('Next month');
  await expect.element(page.getByRole('grid', { name: 'December 2026' })).toBeVisible();
  await press('Friday 25 December 2026');
  await expect.element(words()).toHaveTextContent('Friday 25 December 2026');
  expect(parts()).toEqual(['25', '12', '2026']);
});
