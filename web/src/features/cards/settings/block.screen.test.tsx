import { getCardControls } from '@wattle/contract/cards/controls.ts';
import { reportLost } from '@wattle/contract/cards/block.ts';
import { getCardDetails } from '@wattle/contract/cards/home.ts';
import { getCardReplacementFee, replaceCard } from '@wattle/contract/cards/replace.ts';
import { getPersonalDetails } from '@wattle/contract/profile/personal-details.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../test-support/accessible.ts';
import { expectAt, expectText, title } from '../../../../test-support/by-hand.ts';
import { givenAccount, givenDetails } from '../../../../test-support/given-account.ts';
import { givenPerson } from '../../../../test-support/given-person.ts';
import { answer, fail, refuse, sent } from '../../../../test-support/given-server.ts';
import { openScreen } from '../../../../test-support/open-screen.tsx';
import { givenCard } from '../../../../test-support/signed-in.ts';

const reason = (name: RegExp) => page.getByRole('radio', { name });
const goOn = page.getByRole('button', { name: 'Continue' });
const sendNew = page.getByRole('switch', { name: /Send me a new card/ });

/** A card whose replacement costs $9.95, and whatever else its settings are. */
function givenStoppable(details: Partial<ReturnType<typeof givenDetails>> = {}, card = givenCard()): void {
  givenAccount([card]);
  answer(getCardDetails, givenDetails(details));
  answer(getCardReplacementFee, { ReplacementFee: 9.95, StolenReplacementFee: 9.95, ArrivesBy: '2026-12-01' });
  // Where letters go is not known for the moment.
  answer(getPersonalDetails, () => Response.json({ error: ['429'] }, { status: 429 }));
}
const open = () => openScreen('/settings/block', { as: 'account' });

test('a card blocked by us is reported stolen, and replaced only after our check', async () => {
  givenStoppable({ ReplacementWaits: true, CanReplaceLost: false, CanReplaceDamaged: false, CanBlock: false });
  await open();
  await reason(/It was stolen/).click();
  await expectAccessible();
  await expect.element(sendNew).not.toBeInTheDocument();
  await expect.element(page.getByText('We’ll check before we send a new card')).toBeVisible();
  await goOn.click();
  await expect.element(page.getByText('You can’t undo this.')).toBeVisible();
  await expectAccessible();
  // The response is lost, so the screen must not claim that nothing has changed.
  fail(reportLost, 0);
  await page.getByRole('button', { name: 'Report card stolen' }).click();
  await expectText(title, 'We’re not sure this went through');
  await expect.element(title).toHaveFocus();
  await expect.element(page.getByText('We didn’t get a reply. Check your connection, then try again')).toBeVisible();
  answer(reportLost, { IsSuccessful: true, ReferenceNumber: '263240000018' });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectText(title, 'Your card is cancelled');
  await expect.element(title).toHaveFocus();
  await expect.element(page.getByText(/^\d{5} \d{6,} \d$/)).toBeVisible();
  // The business clock's day and time, whatever the browser's clock says: 02:00 UTC is 13:00 in Melbourne.
  await expect.element(page.getByText(/20 Nov 2026.*1:00/)).toBeVisible();
  await expect.element(page.getByText('We’ll check before we send a new card')).toBeVisible();
  expect(sent(reportLost).map(({ body }) => body.IsStolen)).toEqual([true, true]);
  await expectAccessible();
  await page.getByRole('button', { name: 'Go to your cards' }).click();
  await expectText(page.getByRole('status').filter({ hasText: 'as stolen' }), /We’ve recorded your card as stolen\./);
});

test('a replacement that costs more than the balance is not offered, and the card can still be stopped', async () => {
  givenStoppable({ AvailableAccountBalance: 9.94 });
  await open();
  await reason(/It’s damaged/).click();
  await expect.element(page.getByText('Insufficient funds in account')).toBeVisible();
  await expect.element(goOn).not.toBeInTheDocument();
  await expectAccessible();
  await reason(/I lost it/).click();
  await expect.element(page.getByText('Insufficient funds in account')).toBeVisible();
  await expect.element(sendNew).not.toBeInTheDocument();
  await expect.element(goOn).toBeVisible();
});

test('a replacement that costs the whole balance is offered', async () => {
  givenStoppable({ AvailableAccountBalance: 9.95 });
  await open();
  await reason(/It’s damaged/).click();
  await expect.element(goOn).toBeVisible();
});

test('the review says where a new card goes and by when it arrives, and where to correct the address', async () => {
  givenStoppable();
  givenPerson();
  await open();
  await reason(/It’s damaged/).click();
  await goOn.click();
  await expect.element(page.getByText('14 Banksia Street, Fremantle WA 6160')).toBeVisible();
  await expect.element(page.getByText('Arrives by Tuesday 1 December')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Change Sent to' })).toHaveAttribute('href', '/myAccount');
  await expectAccessible();
});

test('reports that a damaged card was already replaced', async () => {
  givenStoppable();
  refuse(replaceCard, 'card_replaced_already');
  await open();
  await reason(/It’s damaged/).click();
  await goOn.click();
  await expectAccessible();
  await page.getByRole('button', { name: 'Order card and pay $9.95' }).click();
  await expectText(title, 'This didn’t go through');
  await expect.element(title).toHaveFocus();
  await expect.element(page.getByText('Card has already been replaced')).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Change or cancel' }).click();
  await expect.element(reason(/It’s damaged/)).toBeChecked();
});

test('a card-only user finds how to report the card, and no settings', async () => {
  givenAccount([givenCard({ IsReloadable: false })]);
  await openScreen('/settings/pin', { as: 'card' });
  await expectAt('/settings/block');
  await expect.poll(() => page.getByRole('radio').elements().length).toBe(2);
});

test('the home of a card-only user links to the report and to no settings', async () => {
  givenAccount([givenCard({ IsReloadable: false })]);
  await openScreen('/cardHome', { as: 'card' });
  await page.getByRole('link', { name: 'Lost or stolen' }).click();
  await expect.poll(() => page.getByRole('radio').elements().length).toBe(2);
  await expect.element(page.getByRole('link', { name: 'Card settings' })).not.toBeInTheDocument();
});

test('preselects no reason, and asks for one', async () => {
  givenStoppable();
  await open();
  await expect.element(reason(/I lost it/)).not.toBeChecked();
  await goOn.click();
  await expectText(page.getByRole('alert').filter({ hasText: 'Choose' }), 'Choose what happened to your card');
  await expect.element(reason(/I lost it/)).toHaveFocus();
  await expectAccessible();
  await reason(/I lost it/).click();
  await expect.element(page.getByText('Choose what happened to your card')).not.toBeInTheDocument();
});

test('promises a new number only where a new card is sent', async () => {
  givenStoppable();
  await openScreen('/settings/block?why=lost', { as: 'account' });
  await expect.element(reason(/I lost it New number\./)).toBeChecked();
  await sendNew.click();
  await expect.element(reason(/I lost it Your card won’t work again\./)).toBeChecked();
  await expect.element(page.getByText(/New number/)).not.toBeInTheDocument();
});

test('returns from the review to the choice, and one step further to the settings', async () => {
  givenStoppable();
  answer(getCardControls, { Controls: [], GamblingWaitHours: 48, HomeCountry: 'AU', ForeignFeePercent: 0 });
  await openScreen('/settings/general', { as: 'account' });
  await page.getByRole('link', { name: /^Lost or stolen/ }).click();
  await reason(/It was stolen/).click();
  await sendNew.click();
  await goOn.click();
  await expectText(title, 'Report this card stolen?');
  await expect.element(title).toHaveFocus();
  window.history.back();
  await expect.element(reason(/It was stolen/)).toBeChecked();
  await expect.element(title).toHaveFocus();
  await expect.element(sendNew).not.toBeChecked();
  await goOn.click();
  await page.getByRole('button', { name: 'Keep card' }).click();
  await expect.element(reason(/It was stolen/)).toBeChecked();
  window.history.back();
  await expectAt('/settings/general');
});

test('a new card can be ordered after a report without one', async () => {
  givenStoppable();
  answer(reportLost, { IsSuccessful: true, ReferenceNumber: '263240000018' });
  await openScreen('/settings/block?why=lost', { as: 'account' });
  await sendNew.click();
  await goOn.click();
  await page.getByRole('button', { name: 'Report card lost' }).click();
  await expectText(title, 'Your card is cancelled');
  expect(sent(replaceCard)).toEqual([]);
  await page.getByRole('button', { name: 'Order a new card' }).click();
  await expect.element(reason(/I lost it/)).toBeChecked();
  await expect.element(sendNew).toBeChecked();
});

test('leads to a top-up after a report whose new card the balance does not cover', async () => {
  givenStoppable({ AvailableAccountBalance: 9.94 });
  answer(reportLost, { IsSuccessful: true, ReferenceNumber: '263240000018' });
  await openScreen('/settings/block?why=lost', { as: 'account' });
  await goOn.click();
  await page.getByRole('button', { name: 'Report card lost' }).click();
  await expectText(title, 'Your card is cancelled');
  await expect.element(page.getByRole('link', { name: 'Top up for the new card' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Order a new card' })).not.toBeInTheDocument();
});

test('a card that was reported before is replaced without another report', async () => {
  givenStoppable({}, givenCard({ CardStatus: 'Lost' }));
  givenPerson();
  answer(reportLost, { IsSuccessful: true, ReferenceNumber: '263240000018' });
  answer(replaceCard, { result: true, ReferenceNumber: '263240000026', Fee: 9.95 });
  await openScreen('/settings/block?why=lost', { as: 'account' });
  await expectText(title, 'Order a new card?');
  await expect.element(page.getByText('14 Banksia Street, Fremantle WA 6160')).toBeVisible();
  await expect.element(page.getByText('You can’t undo this.')).not.toBeInTheDocument();
  await expectAccessible();
  await page.getByRole('button', { name: 'Order new card and pay $9.95' }).click();
  await expectText(title, 'Your new card is on its way');
});

test('a virtual card is cancelled by its number, and is neither lost nor cut up', async () => {
  const online = givenCard({ IsVirtualCard: true, IsReloadable: false });
  givenStoppable({ CanReplaceLost: false, CanReplaceDamaged: false, CanBlock: false }, online);
  answer(reportLost, { IsSuccessful: true, ReferenceNumber: '263240000018' });
  await open();
  await reason(/Someone may know its number Its number won’t work again\./).click();
  await expect.element(page.getByText(/lost/i)).not.toBeInTheDocument();
  await expectText(title, 'Cancel this virtual card');
  await goOn.click();
  await expectText(title, 'Cancel this virtual card?');
  await expect.element(page.getByText('No new card')).toBeVisible();
  await expect.element(page.getByText(/cut it up/)).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Cancel virtual card' }).click();
  await expectText(title, 'Your virtual card is cancelled');
  await expect.element(page.getByText('Its number won’t work again.')).toBeVisible();
});
