import { turnCardOff, turnCardOn } from '@wattle/contract/cards/switch.ts';
import { getCards } from '@wattle/contract/cards/home.ts';
import type { CardStatus } from '@wattle/contract/cards/card.ts';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../test-support/accessible.ts';
import { expectAt, expectText } from '../../../../test-support/by-hand.ts';
import { givenAccount } from '../../../../test-support/given-account.ts';
import { answer, fail, refuse, sent } from '../../../../test-support/given-server.ts';
import { openScreen } from '../../../../test-support/open-screen.tsx';
import { givenCard } from '../../../../test-support/signed-in.ts';

const cardSwitch = page.getByRole('switch');
const problem = page.getByRole('alert').filter({ hasText: 'We couldn’t turn your card off' });
const open = () => openScreen('/cardHome', { as: 'account' });

/** The server turns the card on and off, and its list says so. */
function givenWorkingSwitch(): void {
  let status: CardStatus = 'Active';
  answer(getCards, () => ({ cards: [givenCard({ CardStatus: status })] }));
  answer(turnCardOff, () => {
    status = 'ActiveOff';
    return { IsSuccessful: true as const };
  });
  answer(turnCardOn, () => {
    status = 'Active';
    return { IsSuccessful: true as const };
  });
}

test('a card that is turned off shows it, and can be changed again after a second', async () => {
  givenAccount();
  givenWorkingSwitch();
  await open();
  await expect.element(cardSwitch).toBeChecked();
  const pressedAt = performance.now();
  await cardSwitch.click();
  await expect.element(cardSwitch).not.toBeChecked();
  await expect.element(cardSwitch).toHaveAttribute('aria-disabled', 'true');
  await expect.element(page.getByRole('button', { name: /^Wattle Everyday.*Card is off$/ })).toBeVisible();
  await expect.element(cardSwitch).not.toHaveAttribute('aria-disabled');
  expect(performance.now() - pressedAt).toBeGreaterThanOrEqual(1_000);
  expect(sent(turnCardOff)).toHaveLength(1);
  await expectAccessible();
});

test('a card that was turned off by mistake is turned on again by Undo', async () => {
  givenAccount();
  givenWorkingSwitch();
  await open();
  await cardSwitch.click();
  const said = page.getByRole('status').filter({ hasText: 'Card turned off' });
  await expect.element(said).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(cardSwitch).toBeChecked();
  expect(sent(turnCardOn)).toHaveLength(1);
  await expect.element(page.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
});

test('a refused switch is reset with a reason', async () => {
  givenAccount();
  refuse(turnCardOff, 'card_problem');
  await open();
  await cardSwitch.click();
  await expectText(problem, /We couldn’t turn your card off\. There is a problem with your card/);
  await expect.element(cardSwitch).toBeChecked();
  await expectAccessible();
});

test('a switch shows the new state before the server has answered', async () => {
  givenAccount();
  const answered = Promise.withResolvers<Response>();
  answer(turnCardOff, () => answered.promise);
  await open();
  await cardSwitch.click();
  await expect.element(cardSwitch).not.toBeChecked();
  answered.resolve(Response.json({ error: ['10001'] }, { status: 400 }));
  await expect.element(cardSwitch).toBeChecked();
});

test('a response that is not JSON counts as none, can be retried, and keeps the session', async () => {
  givenAccount();
  answer(turnCardOff, () => new Response('a page of some proxy'));
  await open();
  await cardSwitch.click();
  await expect.element(page.getByText('We didn’t get a reply', { exact: false })).toBeVisible();
  await expectAt('/cardHome');
  expect(sessionStorage.getItem('wattle.session')).not.toBeNull();
});

test('without a usable connection a switch shows the reason, can be retried, and keeps the session', async () => {
  givenAccount();
  answer(turnCardOff, () => new Response('a page of some proxy', { status: 503 }));
  await open();
  await cardSwitch.click();
  await expectText(problem, /The service isn’t available right now/);
  await expect.element(cardSwitch).toBeChecked();

  fail(turnCardOff, 0);
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await problem.getByRole('button', { name: 'Try again' }).click();
  await expectText(problem, /You were offline\./);
  await expect.element(cardSwitch).toBeChecked();
  online.mockRestore();

  givenWorkingSwitch();
  await problem.getByRole('button', { name: 'Try again' }).click();
  await expect.element(cardSwitch).not.toBeChecked();
  await expect.element(problem).not.toBeInTheDocument();
  await expect.element(cardSwitch).not.toHaveAttribute('aria-disabled');
  await cardSwitch.click();
  await expect.element(cardSwitch).toBeChecked();
  expect(window.location.pathname).toBe('/cardHome');
});
