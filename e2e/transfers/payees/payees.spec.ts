import type { Page } from '@playwright/test';
import { amelia, jack, ruby, type WebPerson } from '../../support/people.ts';
import { settled } from '../../support/settled.ts';
import { signIn } from '../../support/sign-in.ts';
import { expect, test } from '../../support/test.ts';
import { givenPayer, prove, spaced, payNew, PAYEE_CHOICE } from '../../support/transfer.ts';
import { pressSignOut } from '../../support/navigation.ts';

const saved = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });
const nameField = (page: Page) => page.getByLabel('Name', { exact: true });
const accountField = (page: Page) => page.getByLabel('Account number', { exact: true });

async function openTransfer(page: Page, person: WebPerson): Promise<void> {
  await signIn(page, person);
  await page.goto('/stumps/fundsTransfer');
  await settled(page);
}

/** `prover`: pays a new or changed payee with a proof. */
async function pay(page: Page, amount: string, prover?: WebPerson): Promise<void> {
  await page.getByLabel('Amount in dollars').fill(amount);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: /^Send \$/ }).click();
  if (prover) await prove(page, prover);
  await expect(page.getByRole('region', { name: 'Receipt' })).toBeVisible();
}

test('a payee is saved with a payment, paid again, edited and deleted', { tag: '@phone' }, async ({ page, server }) => {
  const { payer, payee } = await givenPayer(server);
  const number = spaced(payee.account);
  await openTransfer(page, payer);
  const first = `Isla ${Date.now().toString(36)}`;
  await payNew(page, 'internal');
  await nameField(page).fill(first);
  await accountField(page).fill(payee.account);
  await page.getByLabel('Save as a payee').check();
  await pay(page, '0.10', payer);

  // A chosen payee: its details are shown and not edited.
  await page.getByRole('link', { name: 'Make another payment' }).click();
  await saved(page, first).click();
  await expect(page.getByText(`Account ${number}`)).toBeVisible();
  await expect(nameField(page)).toHaveCount(0);
  await expect(page.getByLabel('Save as a payee')).toHaveCount(0);

  // Edited, and saved with the payment.
  await page.getByRole('button', { name: `Edit ${first}` }).click();
  await expect(nameField(page)).toBeFocused();
  await expect(nameField(page)).toBeEditable();
  const second = `${first} B`;
  await nameField(page).fill(second);
  await pay(page, '0.20', payer);
  await page.getByRole('link', { name: 'Make another payment' }).click();
  await expect(saved(page, second)).toHaveCount(1);
  await expect(saved(page, first)).toHaveCount(1);

  // Paid again unchanged, without a proof.
  await saved(page, second).click();
  await pay(page, '0.30');
  await page.getByRole('link', { name: 'Make another payment' }).click();

  // Deleted after confirmation.
  await saved(page, second).click();
  await page.getByRole('button', { name: `Delete ${second}` }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: `Delete ${second}` })).toBeFocused();
  await page.getByRole('button', { name: `Delete ${second}` }).click();
  await expect(page.getByRole('dialog', { name: `Delete ${second}?` })).toBeVisible();
  await page.getByRole('button', { name: 'Delete payee' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: PAYEE_CHOICE })).toBeVisible();
  await expect(saved(page, second)).toHaveCount(0);
});

test('each person has their own payees', { tag: '@desktop' }, async ({ page }) => {
  await signIn(page, amelia);
  await page.goto('/fundsTransfer');
  await settled(page);
  await expect(saved(page, 'Li Wei')).toContainText(/\$[\d.]+$/);
  await saved(page, 'Li Wei').click();
  await expect(page.getByText('Account 200 100 025')).toBeVisible();
  await pressSignOut(page);
  await expect(page).toHaveURL(/\/login$/);
  // Ruby's own login on the same account has not saved it.
  await signIn(page, ruby);
  await page.goto('/fundsTransfer');
  await settled(page);
  await expect(page.getByRole('heading', { name: PAYEE_CHOICE })).toBeVisible();
  await expect(saved(page, 'Li Wei')).toHaveCount(0);
});

test.describe('a failed call for payees', () => {
  test.use({ serverFails: true });

  test('is reported in place and can be tried again, for the list and for a deletion', { tag: '@desktop' }, async ({
    page,
  }) => {
    const away = { status: 503, json: { error: ['503'] } };
    let isAway = true;
    await page.route('**/api/transfer/getPayees', async (route) => {
      if (isAway) return route.fulfill(away);
      return route.fulfill({
        json: {
          Payees: [
            {
              PayeeId: 'c0a8e1d2-7f3b-4c5d-9e6f-a1b2c3d4e5f6',
              DestinationAccountName: 'Isla Brown',
              DestinationBSB: null,
              DestinationAccountNumber: '200200023',
              LastPaidAt: null,
              LastPaidAmount: null,
              LastPurpose: null,
              PaidThisYear: 0,
            },
          ],
          MaximumPayees: 100,
        },
      });
    });
    await page.route('**/api/transfer/deletePayees', (route) => route.fulfill(away));
    await openTransfer(page, jack);
    const failed = page.getByRole('alert').filter({ hasText: 'We couldn’t load your saved payees.' });
    await expect(failed).toBeVisible();
    isAway = false;
    await failed.getByRole('button', { name: 'Try again' }).click();
    await expect(failed).toBeHidden();
    // The answer is the same for each type of payee.
    await saved(page, 'Isla Brown').nth(1).click();
    await page.getByRole('button', { name: 'Delete Isla Brown' }).click();
    await page.getByRole('button', { name: 'Delete payee' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('alert')).toContainText('The service isn’t available right now');
    await expect(page).toHaveURL(/\/stumps\/fundsTransfer#/);
  });
});
