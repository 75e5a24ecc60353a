import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectText, expectTexts, focusOn, pressAt, seeIn } from '../../../test-support/by-hand.ts';
import { openScreen } from '../../../test-support/open-screen.tsx';
import { givenSandbox } from '../../../test-support/given-sandbox.ts';

const specimen = (name: string) => page.getByRole('region', { name, exact: true });

beforeEach(async () => {
  givenSandbox();
  await openScreen('/sandbox/components');
});

test('tabs are one tab stop, and are opened by arrow keys, Home and End', async () => {
  const tabs = specimen('Tabs');
  const tab = (name: string) => tabs.getByRole('tab', { name });
  await pressAt(tab('Card'), 'ArrowRight');
  await expect.element(tab('Bank')).toHaveFocus();
  await expect.element(tab('Bank')).toHaveAttribute('aria-selected', 'true');
  await expectText(tabs.getByRole('tabpanel', { name: 'Bank' }), /2 business days/);
  await userEvent.keyboard('{End}');
  await expect.element(tab('Voucher')).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(tab('Card')).toHaveFocus();
  await userEvent.keyboard('{End}{Home}');
  await expect.element(tab('Card')).toHaveFocus();
  await userEvent.tab();
  await expect.element(tabs.getByRole('tabpanel', { name: 'Card' })).toHaveFocus();
  await userEvent.tab({ shift: true });
  await expect.element(tab('Card')).toHaveFocus();
});

test('a menu opens and moves by arrow keys and letters, and returns the focus', async () => {
  const menus = specimen('Menu');
  const button = menus.getByRole('button', { name: 'Export' });
  const item = (name: RegExp) => menus.getByRole('menuitem', { name });
  await pressAt(button, 'ArrowDown');
  await expect.element(item(/^PDF/)).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(item(/^QIF/)).toHaveFocus();
  await userEvent.keyboard('c');
  await expect.element(item(/^CSV/)).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(button).toHaveFocus();
  await expect.element(button).toHaveAttribute('aria-expanded', 'false');
  await userEvent.keyboard('{Enter}');
  await expect.element(item(/^PDF/)).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expectText(menus.getByRole('status'), 'Exported: PDF to print');
  await expect.element(button).toHaveFocus();
});

test('a toast is announced, can be undone by keyboard, and returns the focus', async () => {
  const toasts = specimen('Toasts');
  const cancel = toasts.getByRole('button', { name: 'Cancel payment' });
  const undo = page.getByRole('button', { name: 'Undo' });
  await pressAt(cancel, 'Enter');
  await expect.element(page.getByRole('status').filter({ hasText: 'Scheduled payment cancelled' })).toBeInTheDocument();
  await expect.element(toasts.getByText('No payment is scheduled.')).toBeVisible();
  await pressAt(undo, 'Enter');
  await expect.element(toasts.getByText('We’ll pay your rent on the 1st.')).toBeVisible();
  await expect.element(undo).not.toBeInTheDocument();
  await pressAt(cancel, 'Enter');
  await pressAt(undo, 'Escape');
  await expect.element(undo).not.toBeInTheDocument();
  await expect.element(cancel).toHaveFocus();
  await expect.element(toasts.getByText('No payment is scheduled.')).toBeVisible();
});

test('a dialog focuses the safe answer, keeps a failure, and returns the focus', async () => {
  const dialogs = specimen('Dialogs');
  const opener = dialogs.getByRole('button', { name: 'Confirm something final' });
  await pressAt(opener, 'Enter');
  const stolen = page.getByRole('dialog', { name: 'Report this card stolen?' });
  await expect.element(stolen).toHaveAccessibleDescription(/We’ll cancel the card/);
  await expect.element(stolen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(opener).toHaveFocus();
  await expectText(dialogs.getByRole('status'), 'You didn’t change anything.');
  await pressAt(dialogs.getByRole('button', { name: 'Confirm, then fail' }), 'Enter');
  const failing = page.getByRole('dialog', { name: 'Cancel this payment?' });
  await pressAt(failing.getByRole('button', { name: 'Cancel payment' }), 'Enter');
  await expectText(failing.getByRole('alert'), 'We couldn’t cancel the payment. Try again.');
});

test('loading more of a list focuses its first new row and announces the number', async () => {
  const list = specimen('List that loads more');
  const more = list.getByRole('button', { name: 'Show more' });
  const rows = list.getByRole('listitem');
  await expect.element(rows).toHaveLength(5);
  // The first try fails: the focus stays where it can try again.
  await pressAt(more, 'Enter');
  await expectText(list.getByRole('alert'), 'We couldn’t load more. Try again.');
  await expect.element(more).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(rows).toHaveLength(10);
  await expect.element(rows.nth(5)).toHaveFocus();
  await expectText(list.getByRole('status'), '5 more rows. 10 of 12 shown.');
  await pressAt(more, 'Enter');
  await expect.element(rows).toHaveLength(12);
  await expect.element(rows.nth(10)).toHaveFocus();
  await expect.element(more).not.toBeInTheDocument();
});

test('a carousel moves by arrow keys and buttons, and wraps around', async () => {
  const carousel = specimen('Carousel');
  const card = (name: string) => carousel.getByRole('button', { name: new RegExp(`^${name}`) });
  await pressAt(card('Wattle Everyday'), 'ArrowLeft');
  await expect.element(card('Wattle Gift')).toHaveFocus();
  await expect.element(card('Wattle Gift')).toHaveAttribute('aria-current', 'true');
  await expect.element(carousel.getByText('Wattle Gift · card 4 of 4')).toBeVisible();
  await carousel.getByRole('button', { name: 'Next card' }).click();
  await expect.element(carousel.getByText('Wattle Everyday · card 1 of 4')).toBeVisible();
  await expect.element(card('Wattle Everyday')).toBeInViewport({ ratio: 0.9 });
});

test('a chart has the same content as its table', async () => {
  const charts = specimen('Charts');
  await expectText(charts.getByRole('listitem').first(), 'Groceries$318.45');
  await pressAt(charts.getByRole('button', { name: 'Show as table' }), 'Enter');
  const months = charts.getByRole('table', { name: 'By month' });
  await expect.element(months.getByRole('row')).toHaveLength(7);
  await expectTexts(months.getByRole('row', { name: /Aug/ }).getByRole('cell'), ['$1,422.75']);
});

test('a progress bar announces its progress, and once that it is done', async () => {
  const progress = specimen('Progress');
  const bar = progress.getByRole('progressbar', { name: 'Preparing your statement' });
  await expect.poll(() => (bar.element() as HTMLProgressElement).value).toBe(0.64);
  await expect.element(progress.getByText('64%')).toBeVisible();
  await progress.getByRole('button', { name: 'Finish' }).click();
  await expect.element(progress.getByRole('status').filter({ hasText: 'Your statement is ready' })).toBeInTheDocument();
});

test('a journey page repeats its questions with a summary that links to the fields', async () => {
  await openScreen('/sandbox/components?page=journey');
  await pressAt(page.getByRole('button', { name: 'Continue' }), 'Enter');
  await expect.element(page.getByRole('alert', { name: 'There is a problem' })).toHaveFocus();
  await pressAt(page.getByRole('link', { name: 'Enter an amount, such as 45.00' }), 'Enter');
  await expect.element(page.getByRole('textbox', { name: 'Amount in dollars' })).toHaveFocus();
});

test('a review page links back to the editable fields and keeps a failure', async () => {
  await openScreen('/sandbox/components?page=review');
  const send = page.getByRole('button', { name: 'Send $350.00 to Jordan Blake' });
  await pressAt(send, 'Enter');
  await expectText(page.getByRole('alert'), /Payment not sent/);
  await pressAt(send, 'Enter');
  await expect.element(send).toHaveAttribute('aria-disabled', 'true');
  await expect.element(page.getByRole('link', { name: 'Change When' })).toBeVisible();
});

test('a receipt is printed without buttons', async () => {
  await openScreen('/sandbox/components?page=receipt');
  await focusOn(page.getByRole('button', { name: 'Print' }));
  await seeIn({ medium: 'print' });
  await expect.element(page.getByText('Print', { exact: true })).not.toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Receipt' })).toBeVisible();
  await seeIn({});
});
