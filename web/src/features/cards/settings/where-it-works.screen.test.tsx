import {
  type CardControl,
  type CardControls,
  changeCardControl,
  getCardControls,
} from '@wattle/contract/cards/controls.ts';
import { getCardDetails } from '@wattle/contract/cards/home.ts';
import { getCardReplacementFee } from '@wattle/contract/cards/replace.ts';
import { toggleContactless } from '@wattle/contract/cards/settings.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../test-support/accessible.ts';
import { expectAt, expectText } from '../../../../test-support/by-hand.ts';
import { givenAccount, givenDetails } from '../../../../test-support/given-account.ts';
import { answer, fail, refuse, sent } from '../../../../test-support/given-server.ts';
import { openScreen } from '../../../../test-support/open-screen.tsx';

const tap = page.getByRole('switch', { name: /^Tap to pay/ });
const undo = page.getByRole('region', { name: 'Message', exact: true }).getByRole('button', { name: 'Undo' });
const open = (path: string) => openScreen(path, { as: 'account' });

function controls(gambling: { IsAllowed: boolean; AllowedFrom?: string }, overseas = true): CardControls {
  const one = (
    Control: CardControl,
    Kind: 'channel' | 'category',
    IsAllowed = true,
    AllowedFrom: string | null = null,
  ) => ({
    Control,
    Kind,
    IsAllowed,
    AllowedFrom,
  });
  return {
    Controls: [
      one('overseas', 'channel', overseas),
      one('gambling', 'category', gambling.IsAllowed, gambling.AllowedFrom),
      one('alcohol', 'category'),
    ],
    GamblingWaitHours: 48,
    HomeCountry: 'AU',
    ForeignFeePercent: 0,
  };
}

test('tap to pay turns off before the response, and accepts no other change for a second', async () => {
  givenAccount();
  const answered = Promise.withResolvers<{ IsSuccessful: true }>();
  answer(toggleContactless, () => answered.promise);
  await open('/settings/contactless');
  const pressedAt = performance.now();
  await tap.click();
  await expect.element(page.getByText('Off: tap payments are declined')).toBeVisible();
  await expect.element(tap).toHaveAttribute('aria-disabled', 'true');
  tap.element().dispatchEvent(new MouseEvent('click', { bubbles: true }));
  answer(getCardDetails, givenDetails({ AllowContactlessTransactions: false }));
  answered.resolve({ IsSuccessful: true });
  await expect.element(tap).not.toHaveAttribute('aria-disabled');
  expect(performance.now() - pressedAt).toBeGreaterThanOrEqual(1_000);
  expect(sent(toggleContactless)).toHaveLength(1);
  await expect.element(tap).not.toBeChecked();
  await expectAccessible();
});

test('shows the overseas fee if there is one', async () => {
  givenAccount();
  answer(getCardControls, { ...controls({ IsAllowed: true }), ForeignFeePercent: 2.5 });
  await open('/settings/controls');
  const words = 'Shops outside Australia, in person or online. 2.5% fee, and on any foreign currency';
  await expect.element(page.getByText(words)).toBeVisible();
});

test('tap to pay that cannot be changed is reset with a reason', async () => {
  givenAccount();
  refuse(toggleContactless, 'card_problem');
  await open('/settings/contactless');
  await tap.click();
  await expect.element(page.getByText(/There is a problem with your card/)).toBeVisible();
  await expect.element(tap).toBeChecked();
  await expectAccessible();
  fail(toggleContactless, 0);
  await expect.element(tap).not.toHaveAttribute('aria-disabled');
  await tap.click();
  const problem = page.getByRole('alert').filter({ hasText: 'We didn’t get a reply' });
  await expectText(problem, /We’re not sure this changed\./);
  await expect.element(tap).toBeChecked();
});

test('an unknown state of tap to pay is reported, and the session continues', async () => {
  givenAccount();
  answer(toggleContactless, () => new Response('a page of some proxy'));
  await open('/settings/contactless');
  await tap.click();
  await expectText(page.getByRole('alert'), /We’re not sure this changed\./);
  await expectAt('/settings/contactless');
  expect(sessionStorage.getItem('wattle.session')).not.toBeNull();
});

test('a payment channel is switched in place', async () => {
  givenAccount();
  answer(getCardReplacementFee, { ReplacementFee: 9.95, StolenReplacementFee: 9.95, ArrivesBy: null });
  answer(getCardControls, controls({ IsAllowed: true }));
  answer(changeCardControl, ({ body }) => controls({ IsAllowed: true }, body.IsAllowed));
  await open('/settings/general');
  const overseas = page.getByRole('switch', { name: /^Overseas/ });
  await expect.element(overseas).toBeChecked();
  await overseas.click();
  await expect.element(page.getByText('Off: overseas purchases are declined')).toBeVisible();
  await overseas.click();
  await expect.element(page.getByText('Shops outside Australia, in person or online')).toBeVisible();
});

test('unblocking gambling waits for 48 hours and can be cancelled', async () => {
  givenAccount();
  answer(getCardControls, controls({ IsAllowed: true }));
  answer(changeCardControl, ({ body }) =>
    controls(body.IsAllowed ? { IsAllowed: false, AllowedFrom: '2026-11-22T02:00:00Z' } : { IsAllowed: false }),
  );
  await open('/settings/controls');
  const gambling = page.getByRole('switch', { name: /^Gambling/ });
  const blocked = page.getByText('Blocked. If you allow it, it starts working 48 hours later');
  await gambling.click();
  await expect.element(blocked).toBeVisible();
  await gambling.click();
  await expect.element(page.getByText(/It’s blocked until/)).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Keep it blocked' }).click();
  await expect.element(blocked).toBeVisible();
});

test('turning off tap to pay can be undone', async () => {
  givenAccount();
  answer(toggleContactless, ({ body }) => {
    answer(getCardDetails, givenDetails({ AllowContactlessTransactions: body.NewContactlessValue }));
    return { IsSuccessful: true as const };
  });
  await open('/settings/contactless');
  await tap.click();
  await undo.click();
  await expect.element(tap).toBeChecked();
  await expect.element(undo).not.toBeInTheDocument();
  expect(sent(toggleContactless).map(({ body }) => body.NewContactlessValue)).toEqual([false, true]);
});

test.each([
  ['Overseas', 'overseas'],
  ['Bars and bottle shops', 'alcohol'],
] as const)('turning off %s can be undone', async (name, control) => {
  givenAccount();
  answer(getCardControls, controls({ IsAllowed: true }));
  answer(changeCardControl, ({ body }) => {
    const all = controls({ IsAllowed: true });
    const changed = (one: CardControls['Controls'][number]) =>
      one.Control === body.Control ? { ...one, IsAllowed: body.IsAllowed } : one;
    return { ...all, Controls: all.Controls.map(changed) };
  });
  await open('/settings/controls');
  const one = page.getByRole('switch', { name: new RegExp(`^${name}`) });
  await one.click();
  await expect.element(one).not.toBeChecked();
  await undo.click();
  await expect.element(one).toBeChecked();
  expect(sent(changeCardControl).map(({ body }) => [body.Control, body.IsAllowed])).toEqual([
    [control, false],
    [control, true],
  ]);
});

test('blocking gambling has no undo, because allowing it again takes 48 hours', async () => {
  givenAccount();
  answer(getCardControls, controls({ IsAllowed: true }));
  answer(changeCardControl, controls({ IsAllowed: false }));
  await open('/settings/controls');
  await page.getByRole('switch', { name: /^Gambling/ }).click();
  await expect.element(page.getByText('Blocked. If you allow it, it starts working 48 hours later')).toBeVisible();
  await expect.element(undo).not.toBeInTheDocument();
});
