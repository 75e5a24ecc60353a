import { revealSecureDetails } from '@wattle/contract/cards/secure-details.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../test-support/accessible.ts';
import { givenAccount } from '../../../../test-support/given-account.ts';
import { answer, refuse } from '../../../../test-support/given-server.ts';
import { openScreen } from '../../../../test-support/open-screen.tsx';
import { givenCard } from '../../../../test-support/signed-in.ts';

const panel = page.getByRole('region', { name: 'Card details' });
const show = page.getByRole('button', { name: 'Show details' });

const online = givenCard({
  MaskedCardNumber: '9036 00•• •••• 0025',
  CardName: 'Wattle Online',
  IsReloadable: false,
  IsVirtualCard: true,
});

async function openVirtualCard(): Promise<void> {
  givenAccount([online, givenCard()]);
  answer(revealSecureDetails, { CardNumber: '4111111111111111', ExpirationDate: '2029-11', Cvv2: '123' });
  await openScreen('/cardHome', { as: 'account' });
  await page.getByRole('button', { name: /^Wattle Online/ }).click();
  await expect.element(show).toBeVisible();
}

afterEach(() => vi.restoreAllMocks());

test('hides the number when the page loses visibility', async () => {
  await openVirtualCard();
  await show.click();
  await expect.element(panel.getByText('4111 1111 1111 1111')).toBeVisible();
  await expect.element(panel.getByRole('heading', { name: 'Card details' })).toHaveFocus();
  await expectAccessible();
  window.dispatchEvent(new Event('blur'));
  await expect.element(panel).not.toBeInTheDocument();
});

test('hides the number with its card and never shows it beside another', async () => {
  await openVirtualCard();
  await show.click();
  await expect.element(panel).toBeVisible();
  await page.getByRole('button', { name: /^Wattle Everyday/ }).click();
  await expect.element(panel).not.toBeInTheDocument();
  await expect.element(show).not.toBeInTheDocument();
  await page.getByRole('button', { name: /^Wattle Online/ }).click();
  await expect.element(show).toBeVisible();
  await expect.element(panel).not.toBeInTheDocument();
});

test('hides the number on request and returns the focus', async () => {
  await openVirtualCard();
  await show.click();
  await panel.getByRole('button', { name: 'Hide now' }).click();
  await expect.element(panel).not.toBeInTheDocument();
  await expect.element(show).toHaveFocus();
});

test('appears after 200 ms once the page is at rest', async () => {
  await openVirtualCard();
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  const timers = vi.spyOn(window, 'setTimeout');
  await show.click();
  await expect.element(panel).toBeVisible();
  await expect
    .poll(() => scrolled.mock.contexts.filter((one) => (one as Element).matches('section.secure')))
    .toHaveLength(1);
  expect(timers.mock.calls.map(([, after]) => after)).toContain(200);
});

test('copies the number without spaces', async () => {
  await openVirtualCard();
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await show.click();
  await panel.getByRole('button', { name: 'Copy card number' }).click();
  await expect.element(panel.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(written).toHaveBeenCalledWith('4111111111111111');
});

test('reports that the number was shown too often', async () => {
  await openVirtualCard();
  refuse(revealSecureDetails, 'too_many_requests');
  await show.click();
  await expect
    .element(page.getByText('You’ve viewed your card details 5 times in the last hour. Try again later.'))
    .toBeVisible();
  await expect.element(panel).not.toBeInTheDocument();
});
