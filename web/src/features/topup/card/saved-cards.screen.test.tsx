import { isPrimaryAccount } from '@wattle/contract/cards/home.ts';
import { getPaymentState, initiatePayment } from '@wattle/contract/topup/card-topup.ts';
import { getActiveAutoTopup } from '@wattle/contract/topup/auto-topup.ts';
import { getAutoTopupAccounts } from '@wattle/contract/topup/auto-topup-accounts.ts';
import { getSavedCards, removeSavedCard } from '@wattle/contract/topup/saved-cards.ts';
import { getTopupDetails, getTopupsOnTheirWay } from '@wattle/contract/topup/topup.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../test-support/accessible.ts';
import { expectAt, field, press } from '../../../../test-support/by-hand.ts';
import { givenPerson } from '../../../../test-support/given-person.ts';
import { answer, sent } from '../../../../test-support/given-server.ts';
import { NO_AUTO_TOPUP } from '../../../../test-support/no-auto-topup.ts';
import { openScreen } from '../../../../test-support/open-screen.tsx';
import { givenSignedIn } from '../../../../test-support/signed-in.ts';

const VISA = { SavedCardId: '00000000-0000-4000-8000-000000000001', Ending: '1111', Expires: '2028-12' };

beforeEach(() => {
  givenSignedIn();
  givenPerson();
  answer(isPrimaryAccount, true);
  answer(getTopupsOnTheirWay, { TopUps: [] });
  answer(getActiveAutoTopup, NO_AUTO_TOPUP);
  answer(getAutoTopupAccounts, { Accounts: [] });
  answer(getTopupDetails, {
    MaximumLoadLimit: 1_000,
    MinimumTopup: 10,
    MaximumTopup: 500,
    MaximumAvailableTopup: 359.75,
    CurrentAccountBalance: 640.25,
    OnItsWay: 0,
    Fee: 0,
  });
  answer(initiatePayment, { url: '/payment-frame', Sid: `1.${VISA.SavedCardId}`, Sst: 'secret', Page: 'frame' });
  answer(getPaymentState, { State: 'Open', Amount: 50, ReceiptNumber: null, AvailableAccountBalance: 640.25 });
});

const lastBody = () => sent(initiatePayment).at(-1)?.body;
const choice = page.getByRole('group', { name: 'Pay with' });

test('offers the card that was used before, and pays with another one on request', async () => {
  answer(getSavedCards, { Cards: [VISA] });
  await openScreen('/topup', { as: 'account' });
  await expect.element(choice.getByRole('radio', { name: /^Card ending 1111/ })).toBeChecked();
  await expect.element(page.getByText('Expires 12/28')).toBeVisible();
  await expect.element(page.getByRole('checkbox', { name: 'Save this card for next time' })).not.toBeInTheDocument();
  await expectAccessible();
  await field('Amount in dollars').fill('50');
  await press('Top up $50.00');
  await expectAt('/topup/card');
  expect(lastBody()).toMatchObject({ amount: 50, SavedCardId: VISA.SavedCardId });
  await expect.element(page.getByTitle('Payment service page')).toHaveAttribute('allow', 'payment');
});

test('saves a card that is asked for, and none otherwise', async () => {
  answer(getSavedCards, { Cards: [VISA] });
  await openScreen('/topup', { as: 'account' });
  await choice.getByRole('radio', { name: 'Another card' }).click();
  await field('Amount in dollars').fill('50');
  const keep = page.getByRole('checkbox', { name: 'Save this card for next time' });
  await expect.element(keep).not.toBeChecked();
  await keep.click();
  await press('Top up $50.00');
  await expectAt('/topup/card');
  expect(lastBody()).toMatchObject({ SaveCard: true });
  expect(lastBody()).not.toHaveProperty('SavedCardId');
});

test('removes a saved card once it is confirmed', async () => {
  answer(getSavedCards, { Cards: [VISA] });
  answer(removeSavedCard, () => {
    answer(getSavedCards, { Cards: [] });
    return { IsSuccessful: true as const };
  });
  await openScreen('/topup', { as: 'account' });
  await press('Remove card ending 1111');
  await page
    .getByRole('dialog', { name: 'Remove card ending 1111?' })
    .getByRole('button', { name: 'Remove card' })
    .click();
  await expect.element(choice).not.toBeInTheDocument();
  await expect.element(page.getByRole('checkbox', { name: 'Save this card for next time' })).toBeVisible();
  expect(sent(removeSavedCard).at(-1)?.body).toEqual({ SavedCardId: VISA.SavedCardId });
});
