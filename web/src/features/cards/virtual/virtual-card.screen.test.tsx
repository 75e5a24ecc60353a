import { createVirtualCard, deleteVirtualCard, getVirtualCards } from '@wattle/contract/cards/virtual.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../test-support/accessible.ts';
import { expectText } from '../../../../test-support/by-hand.ts';
import { givenAccount } from '../../../../test-support/given-account.ts';
import { answer, refuse, sent } from '../../../../test-support/given-server.ts';
import { openScreen } from '../../../../test-support/open-screen.tsx';
import { givenCard } from '../../../../test-support/signed-in.ts';
import { paths } from '../../../paths.ts';
import { areOffersHeld } from '../../access/offers/held-offers.ts';
import { cardReferenceOf } from '../cards.domain.ts';

const single = givenCard({
  MaskedCardNumber: '9036 00•• •••• 0025',
  CardName: 'Single-use card',
  IsReloadable: false,
  IsVirtualCard: true,
  VirtualCardKind: 'SingleUse',
});
const about = page.getByRole('region', { name: 'About this virtual card' });
const remove = about.getByRole('button', { name: 'Delete card' });

test('shows how many cards can be created and why one cannot', async () => {
  givenAccount([givenCard({ CanMakeVirtualCards: true })]);
  answer(getVirtualCards, { IsOffered: true, CardsLeft: 3, CardsADay: 3, MaximumCardCount: 3 });
  refuse(createVirtualCard, 'card_problem');
  await openScreen(paths.virtualCard(), { as: 'account' });
  await expect.element(page.getByText('You can create 3 more right now.')).toBeVisible();
  await page.getByRole('button', { name: 'Create card' }).click();
  await expectText(page.getByRole('alert').filter({ hasText: 'problem' }), /There is a problem with your card/);
  await expectAccessible();
});

test('no offer covers a card that was made', async () => {
  givenAccount([givenCard({ CanMakeVirtualCards: true }), single]);
  answer(getVirtualCards, { IsOffered: true, CardsLeft: 3, CardsADay: 3, MaximumCardCount: 3 });
  answer(createVirtualCard, { Card: cardReferenceOf(single.value) });
  await openScreen(paths.virtualCard(), { as: 'account' });
  await page.getByRole('button', { name: 'Create card' }).click();
  await expect.element(page.getByRole('status').filter({ hasText: 'Your virtual card is ready' })).toBeInTheDocument();
  expect(areOffersHeld()).toBe(true);
});

test('deletes a virtual card after confirmation', async () => {
  givenAccount([single, givenCard()]);
  answer(deleteVirtualCard, { IsSuccessful: true });
  await openScreen('/cardHome', { as: 'account' });
  await page.getByRole('button', { name: /^Single-use card/ }).click();
  await expectText(about, /For one purchase/);
  await remove.click();
  await expectAccessible();
  expect(sent(deleteVirtualCard)).toEqual([]);
  await remove.click();
  await expect.element(page.getByRole('status').filter({ hasText: 'Virtual card deleted' })).toBeInTheDocument();
  expect(sent(deleteVirtualCard)).toHaveLength(1);
});
