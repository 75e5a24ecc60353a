import { zh } from '../support/words.ts';
import { givenWebPerson } from '../support/own-people.ts';
import { goToPlace } from '../support/navigation.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import {
  available,
  fillIn,
  ISLAS_ACCOUNT,
  openTransfer,
  prove,
  receipt,
  review,
  words,
  payNew,
  unfold,
} from '../support/transfer.ts';
import type { Page } from '@playwright/test';

/** Date field by its label. */
const dateField = (page: Page, label: string) => page.getByRole('group', { name: label, exact: true });

/** Types a complete date, `2027-02-01`, into a date field in any language. */
async function fillDate(page: Page, label: string, date: string): Promise<void> {
  await dateField(page, label).getByRole('textbox').first().fill(date);
}

/** Date a number of days after the server's, for a field of the form. */
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test('a weekly payment is scheduled, shown with its next day, and deleted', { tag: ['@gate', '@phone'] }, async ({
  page,
  server,
}) => {
  const name = words();
  const person = await givenWebPerson(server, ['Mia', 'Cole'], { brand: 'stumps', money: '50.00' });
  await signIn(page, person);
  await openTransfer(page);
  const before = await available(page);
  await fillIn(page, { name, account: ISLAS_ACCOUNT, amount: '1.25', sees: name });
  await unfold(page, 'When');
  await page.getByRole('button', { name: 'Regular' }).click();
  await expect(page.getByRole('button', { name: 'Fortnightly' })).toHaveCount(0);
  await fillDate(page, 'First payment date', dayIn(10));
  await page.getByLabel('After a number of payments').check();
  await page.getByRole('textbox', { name: 'Number of payments' }).fill('0');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('link', { name: /number of payments from 1 to 999/ })).toBeVisible();
  await page.getByRole('textbox', { name: 'Number of payments' }).fill('4');
  await expect(page.getByText('$5.00 in total.')).toBeVisible();
  await review(page);
  await expect(page.getByText(/^Every week, first on .* 4 payments$/)).toBeVisible();
  await page.getByRole('button', { name: `Schedule $1.25 to ${name}` }).click();
  await prove(page, person);
  await expect(page.getByRole('heading', { name: `$1.25 to ${name} is scheduled`, level: 1 })).toBeFocused();
  await expect(receipt(page).getByText(/^Every week, first on .* 4 payments$/)).toBeVisible();
  await page.getByRole('link', { name: 'See scheduled payments' }).click();
  await expect(page.getByRole('heading', { name: 'Next 14 days' })).toBeVisible();
  await page.getByRole('link', { name: /Every week, first on .*, 4 left/ }).click();
  await page.getByRole('button', { name: /^Skip / }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Skip payment' }).click();
  await expect(page.getByText('Skipped by you')).toBeVisible();
  await expect(page.getByText(', 3 payments left.')).toBeVisible();
  await page.getByRole('link', { name: `Change ${name}` }).click();
  await page.getByRole('textbox', { name: 'Amount in dollars' }).fill('2');
  await page.getByLabel('Until I stop it').check();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await prove(page, person);
  await expect(page.getByText('$2.00 every week')).toBeVisible();
  await expect(page.getByText(', until you stop it.')).toBeVisible();
  await expect(page.getByText('Skipped by you')).toBeVisible();
  await page.getByRole('button', { name: `Stop this payment ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop payment' }).click();
  await expect(page.getByText(`Payment to ${name} stopped`).last()).toBeVisible();
  await expect(page.getByText('No scheduled payments')).toBeVisible();
  await goToPlace(page, 'Home');
  await expect.poll(() => available(page)).toBe(before);
});

test('a bill is scheduled for a later day and listed among the bills', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  const person = await givenWebPerson(server, ['Mia', 'Cole'], { brand: 'stumps', money: '50.00' });
  await signIn(page, person);
  await openTransfer(page);
  await payNew(page, 'bpay');
  await page.getByLabel('Biller code').fill('23796');
  await page.getByLabel('Reference').fill('8734 8538');
  await page.getByLabel('Amount in dollars').fill('2.35');
  await unfold(page, 'When');
  await page.getByRole('button', { name: 'Later' }).click();
  await fillDate(page, 'Payment date', dayIn(0));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Choose a payment date after today and within 12 months').first()).toBeVisible();
  await fillDate(page, 'Payment date', dayIn(40));
  await review(page);
  await page.getByRole('button', { name: 'Schedule $2.35 to Harbour Electricity' }).click();
  await prove(page, person);
  await expect(
    page.getByRole('heading', { name: '$2.35 to Harbour Electricity is scheduled', level: 1 }),
  ).toBeFocused();
  await goToPlace(page, 'Scheduled payments');
  await page.getByRole('tab', { name: 'BPAY' }).click();
  await expect(page.getByRole('heading', { name: 'Later, once' })).toBeVisible();
  await page.getByRole('link', { name: /Harbour Electricity.*\$2\.35/ }).click();
  await page.getByRole('button', { name: 'Stop this payment Harbour Electricity' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop payment' }).click();
  await expect(page.getByText('No scheduled payments')).toBeVisible();
});

test('a monthly transfer to another bank is scheduled with an end date', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  const name = words();
  const person = await givenWebPerson(server, ['Mia', 'Cole'], { brand: 'stumps', money: '50.00' });
  await signIn(page, person);
  await openTransfer(page);
  await payNew(page, 'external');
  await page.getByLabel('Account name').fill(name);
  await page.getByLabel('BSB').fill('000-101');
  await page.getByLabel('Account number').fill('61200448');
  await page.getByLabel('Amount in dollars').fill('4.45');
  await page.getByLabel('Other expenses').check();
  await unfold(page, 'Description');
  await page.getByLabel('Description they see', { exact: true }).fill('Rent');
  await unfold(page, 'When');
  await page.getByRole('button', { name: 'Regular' }).click();
  await page.getByRole('button', { name: 'Monthly' }).click();
  await fillDate(page, 'First payment date', dayIn(10));
  await page.getByLabel('On a date').check();
  await fillDate(page, 'End date', dayIn(9));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(dateField(page, 'End date').getByRole('textbox').first()).toHaveAttribute('aria-invalid', 'true');
  // Two complete months are within 75 days.
  await fillDate(page, 'End date', dayIn(85));
  await expect(page.getByText(/^Every month, first on .* 3 payments$/)).toBeVisible();
  await expect(page.getByText('$13.35 in total.')).toBeVisible();
  await review(page);
  await page.getByRole('button', { name: `Schedule $4.45 to ${name}` }).click();
  await prove(page, person);
  await expect(page.getByRole('heading', { name: `$4.45 to ${name} is scheduled`, level: 1 })).toBeFocused();
  await page.getByRole('link', { name: 'See scheduled payments' }).click();
  await page.getByRole('link', { name: /Every month, first on .*, until / }).click();
  await page.getByRole('button', { name: `Stop this payment ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop payment' }).click();
  await expect(page.getByText(`Payment to ${name} stopped`).last()).toBeVisible();
});

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('a payment is scheduled for a later day, and deleted', { tag: ['@gate', '@phone'] }, async ({
    page,
    server,
  }) => {
    const person = await givenWebPerson(server, ['Jing', 'Wu'], { brand: 'stumps', money: '50.00' });
    await signIn(page, person);
    await page.goto('/stumps/fundsTransfer');
    await page.getByRole('button', { name: zh('transfers:new.internal', { brand: 'Stumps Club' }) }).click();
    await page.getByLabel(zh('transfers:field.name'), { exact: true }).fill('Isla');
    await page.getByLabel(zh('transfers:field.accountNumber'), { exact: true }).fill(ISLAS_ACCOUNT);
    await page.getByLabel(zh('transfers:field.amount')).fill('1.25');
    await page.getByRole('button', { name: zh('transfers:when') }).click();
    await page.getByRole('button', { name: zh('transfers:when.later') }).click();
    await fillDate(page, zh('transfers:schedule.futureDate'), dayIn(10));
    await page.getByRole('button', { name: zh('transfers:continue') }).click();
    await page
      .getByRole('button', { name: zh('transfers:confirm.schedule', { amount: '$1.25', name: 'Isla' }) })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('input[type=password]').fill(person.password);
    await dialog.locator('button[type=submit]').click();
    await page.getByRole('link', { name: zh('transfers:paid.seeScheduled') }).click();
    await expect(page.getByRole('heading', { name: zh('schedules:title'), level: 1 })).toBeVisible();
    await page.getByRole('link', { name: /Isla/ }).first().click();
    await page.getByRole('button', { name: `${zh('schedules:stop')} Isla` }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: zh('schedules:stopAction') })
      .click();
    await expect(page.getByText(zh('schedules:stopped', { name: 'Isla' })).last()).toBeVisible();
    await expect(page.getByText(zh('schedules:empty.title'))).toBeVisible();
  });
});
