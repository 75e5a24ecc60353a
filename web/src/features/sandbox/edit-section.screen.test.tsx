import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../test-support/accessible.ts';
import { expectText, expectTexts } from '../../../test-support/by-hand.ts';
import { givenSandbox } from '../../../test-support/given-sandbox.ts';
import { openScreen } from '../../../test-support/open-screen.tsx';

const section = (name: string) => page.getByRole('region', { name, exact: true });
const phones = section('Phone numbers');
const card = section('Card name');
const mobile = phones.getByLabelText('Mobile');
const savePhones = () => phones.getByRole('button', { name: 'Save phone numbers' }).click();
const saveCard = () => card.getByRole('button', { name: 'Save card name' }).click();
const change = (name: string) => section(name).getByRole('button', { name: `Change ${name}` });
const changeElsewhere = () => page.getByRole('button', { name: 'Change mobile somewhere else' }).click();

beforeEach(async () => {
  givenSandbox();
  await openScreen('/sandbox/components');
});

test('one section is edited at a time, then saved and closed', async () => {
  await change('Phone numbers').click();
  await expect.element(mobile).toHaveFocus();
  await expect.element(change('Card name')).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible();
  await mobile.fill('');
  await savePhones();
  await expectTexts(phones.getByRole('alert').getByRole('link'), ['Enter your mobile number']);
  await mobile.fill('0400 000 009');
  await savePhones();
  await expectText(phones, /0400 000 009/);
  await expect.element(phones.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
  await expect.element(change('Phone numbers')).toHaveFocus();

  await change('Phone numbers').click();
  await mobile.fill('0400 000 008');
  await phones.getByRole('button', { name: 'Cancel' }).click();
  await expectText(phones, /0400 000 009/);
});

test('a section with a confirmation shows the changes first', async () => {
  await change('Card name').click();
  await card.getByLabelText('Card name').fill('Holiday');
  await saveCard();
  await expect.element(card.getByText('Check your changes')).toHaveFocus();
  await expectText(card.getByRole('definition').first(), /HolidayCurrently: Everyday/);
  await card.getByRole('button', { name: 'Go back' }).click();
  await expect.element(card.getByLabelText('Card name')).toHaveValue('Holiday');
  await saveCard();
  await saveCard();
  await expectTexts(card.getByRole('definition'), ['Holiday']);
});

test('a conflicting change is shown with both values and not overwritten', async () => {
  await change('Phone numbers').click();
  // The field was not edited here, so the new value replaces the old one.
  await changeElsewhere();
  await expect.element(mobile).toHaveValue('0400 000 002');
  await expect.element(phones.getByText('Mobile was changed somewhere else. This is the latest.')).toBeVisible();

  await mobile.fill('0400 000 009');
  await changeElsewhere();
  await expect.element(phones.getByText('It’s now 0400 000 003. You entered 0400 000 009.')).toBeVisible();
  await expectAccessible();
  await savePhones();
  await expect.element(phones.getByRole('button', { name: 'Use 0400 000 003' })).toHaveFocus();
  await phones.getByRole('button', { name: 'Keep 0400 000 009' }).click();
  await savePhones();
  await expectTexts(phones.getByRole('definition'), ['0400 000 009', 'Not provided']);
});
