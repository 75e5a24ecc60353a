import type { Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';

const specimen = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test.beforeEach(async ({ page }) => {
  await page.goto('/sandbox/components');
  await expect(specimen(page, 'Tabs')).toBeVisible();
});

test('tabs are one stop of the Tab key, and arrows, Home and End open them', { tag: '@desktop' }, async ({ page }) => {
  const tabs = specimen(page, 'Tabs');
  const tab = (name: string) => tabs.getByRole('tab', { name });
  await tab('Card').focus();
  await page.keyboard.press('ArrowRight');
  await expect(tab('Bank')).toBeFocused();
  await expect(tab('Bank')).toHaveAttribute('aria-selected', 'true');
  await expect(tabs.getByRole('tabpanel', { name: 'Bank' })).toContainText('two working days');
  await page.keyboard.press('End');
  await expect(tab('Voucher')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(tab('Card')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(tabs.getByRole('tabpanel', { name: 'Card' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(tab('Card')).toBeFocused();
});

test('a menu opens by arrow, moves by arrow and letter, and gives the focus back', { tag: '@desktop' }, async ({
  page,
}) => {
  const menus = specimen(page, 'Menu');
  const button = menus.getByRole('button', { name: 'Export' });
  const item = (name: RegExp) => menus.getByRole('menuitem', { name });
  await button.focus();
  await page.keyboard.press('ArrowDown');
  await expect(item(/^PDF/)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(item(/^QIF/)).toBeFocused();
  await page.keyboard.press('c');
  await expect(item(/^CSV/)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('Enter');
  await expect(item(/^PDF/)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(menus.getByRole('status')).toHaveText('Exported: PDF to print');
  await expect(button).toBeFocused();
});

test('a toast is read out, can be undone by keyboard, and gives the focus back', { tag: '@desktop' }, async ({
  page,
}) => {
  const toasts = specimen(page, 'Toasts');
  const cancel = toasts.getByRole('button', { name: 'Cancel the payment' });
  const undo = page.getByRole('button', { name: 'Undo' });
  await cancel.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Scheduled payment cancelled' })).toBeAttached();
  await expect(toasts.getByText('No payment is scheduled.')).toBeVisible();
  await undo.focus();
  await page.keyboard.press('Enter');
  await expect(toasts.getByText('Rent is paid on the 1st.')).toBeVisible();
  await expect(undo).toHaveCount(0);
  await cancel.focus();
  await page.keyboard.press('Enter');
  await undo.focus();
  await page.keyboard.press('Escape');
  await expect(undo).toHaveCount(0);
  await expect(cancel).toBeFocused();
  await expect(toasts.getByText('No payment is scheduled.')).toBeVisible();
});

test('a dialog takes the focus to the safe answer, keeps a failure, and gives the focus back', {
  tag: '@desktop',
}, async ({ page }) => {
  const dialogs = specimen(page, 'Dialogs');
  const opener = dialogs.getByRole('button', { name: 'Ask about the final' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const stolen = page.getByRole('dialog', { name: 'Report this card as stolen?' });
  await expect(stolen).toHaveAccessibleDescription(/stopped for good/);
  await expect(stolen.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
  await expect(dialogs.getByRole('status')).toHaveText('You left it as it is.');
  await dialogs.getByRole('button', { name: 'Fail' }).press('Enter');
  const failing = page.getByRole('dialog', { name: 'Cancel this payment?' });
  await failing.getByRole('button', { name: 'Cancel payment' }).press('Enter');
  await expect(failing.getByRole('alert')).toHaveText('The payment could not be cancelled. Try again.');
});

test('more of a list takes the focus to its first new row and says how many came', { tag: '@desktop' }, async ({
  page,
}) => {
  const list = specimen(page, 'A list with more');
  const more = list.getByRole('button', { name: 'Show more' });
  const rows = list.getByRole('listitem');
  await expect(rows).toHaveCount(5);
  // The first try fails: the focus stays where it can try again.
  await more.press('Enter');
  await expect(list.getByRole('alert')).toHaveText('No more could be loaded. Try again.');
  await expect(more).toBeFocused();
  await more.press('Enter');
  await expect(rows).toHaveCount(10);
  await expect(rows.nth(5)).toBeFocused();
  await expect(list.getByRole('status')).toHaveText('5 more rows. 10 of 12 shown.');
  await more.press('Enter');
  await expect(rows).toHaveCount(12);
  await expect(rows.nth(10)).toBeFocused();
  await expect(more).toHaveCount(0);
});

test('a carousel moves by arrow keys and by its buttons, and wraps around', { tag: '@phone' }, async ({ page }) => {
  const carousel = specimen(page, 'Carousel');
  const card = (name: string) => carousel.getByRole('button', { name: new RegExp(`^${name}`) });
  await card('Wattle Everyday').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(card('Wattle Gift')).toBeFocused();
  await expect(card('Wattle Gift')).toHaveAttribute('aria-current', 'true');
  await expect(carousel.getByText('Wattle Gift · card 4 of 4')).toBeVisible();
  await carousel.getByRole('button', { name: 'Next card' }).click();
  await expect(carousel.getByText('Wattle Everyday · card 1 of 4')).toBeVisible();
  await expect(card('Wattle Everyday')).toBeInViewport({ ratio: 0.9 });
});

test('charts say the same as a table', { tag: '@phone' }, async ({ page }) => {
  const charts = specimen(page, 'Charts');
  await expect(charts.getByRole('listitem').first()).toHaveText('Groceries$318.45');
  await charts.getByRole('button', { name: 'As a table' }).press('Enter');
  const months = charts.getByRole('table', { name: 'By month' });
  await expect(months.getByRole('row')).toHaveCount(7);
  await expect(months.getByRole('row', { name: 'Aug' }).getByRole('cell')).toHaveText('$1,422.75');
});

test('a progress bar says how far it is, and once that it is done', { tag: '@phone' }, async ({ page }) => {
  const progress = specimen(page, 'Progress');
  const bar = progress.getByRole('progressbar', { name: 'Making your statement' });
  await expect(bar).toHaveJSProperty('value', 0.64);
  await expect(progress.getByText('64%')).toBeVisible();
  await progress.getByRole('button', { name: 'Finish' }).click();
  await expect(progress.getByRole('status').filter({ hasText: 'Your statement is ready' })).toBeAttached();
});

test('a journey asks again, reviews with ways to change, and keeps a receipt', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/sandbox/components?page=journey');
  await page.getByRole('button', { name: 'Continue' }).press('Enter');
  await expect(page.getByRole('alert', { name: 'There is a problem' })).toBeFocused();
  await page.getByRole('link', { name: 'Type an amount, such as 45.00' }).press('Enter');
  await expect(page.getByRole('textbox', { name: 'Amount in dollars' })).toBeFocused();

  await page.goto('/sandbox/components?page=review');
  const send = page.getByRole('button', { name: 'Send $350.00 to Jordan Blake' });
  await send.press('Enter');
  await expect(page.getByRole('alert')).toContainText('Payment failed');
  await send.press('Enter');
  await expect(send).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('link', { name: 'Change When' })).toBeVisible();

  await page.goto('/sandbox/components?page=receipt');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.getByRole('region', { name: 'Receipt' })).toBeVisible();
});
