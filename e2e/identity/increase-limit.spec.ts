import type { Page } from '@playwright/test';
import { givenWebPerson } from '../support/own-people.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

async function agree(page: Page, surname: string): Promise<void> {
  await expect(heading(page, 'What’s your full name?')).toBeVisible();
  await page.getByLabel('Last name').fill(surname);
  await press(page, 'Continue');
  await expect(heading(page, 'Can we check who you are?')).toBeVisible();
  await expect(page.getByText(`Priya ${surname}`)).toBeVisible();
  await page.getByLabel('I agree to my details being checked against official records').check();
  await press(page, 'Agree and continue');
}

async function doPart(page: Page): Promise<void> {
  const frame = page.frameLocator('iframe');
  await frame.getByRole('radio', { name: 'Australian passport' }).check();
  await frame.getByRole('button', { name: 'Continue with greenID' }).click();
}

/**
 * Checks that neither a typed hash nor a history entry with one leaves the page, reloads its frame or remains in the
 * URL.
 */
async function expectNoWayOutByHash(page: Page): Promise<void> {
  const documents = page.frameLocator('iframe').getByRole('radio', { name: 'Australian passport' });
  await documents.check();
  await page.evaluate(() => {
    location.hash = '#/cardHome';
  });
  const address = () => page.evaluate(() => location.pathname + location.hash);
  await expect.poll(address).toBe('/increaselimit/verification');
  await expect(documents).toBeChecked();
  await page.goBack();
  await page.evaluate(async () => {
    const moved = (go: () => void) =>
      new Promise<void>((done) => {
        addEventListener('popstate', () => done(), { once: true });
        go();
      });
    const state = history.state as { readonly idx: number };
    history.pushState({ ...state, idx: state.idx + 1, key: 'hashed' }, '', '/cardHome#cards');
    await moved(() => history.back());
    await moved(() => history.forward());
  });
  await expect.poll(address).toBe('/increaselimit/verification');
  await expect(documents).toBeChecked();
}

test('the limit stays after a failed check, then is raised', { tag: ['@gate', '@phone'] }, async ({ page, server }) => {
  // A separate person, because verification is permanent.
  await signIn(page, await givenWebPerson(server, ['Priya', 'Nair']));
  await page.getByRole('link', { name: 'Raise limit' }).click();
  await expect(heading(page, 'Keep up to $5,000 on your card')).toBeVisible();
  await expect(page.getByText('$999', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Start' }).click();

  await page.getByLabel('Last name').fill('Nomatch');
  await press(page, 'Continue');
  await page.getByLabel('I agree to my details being checked against official records').check();
  await press(page, 'Agree and continue');
  await expect(heading(page, 'Confirm who you are')).toBeVisible();
  await expectNoWayOutByHash(page);
  await doPart(page);
  await expect(heading(page, 'We couldn’t confirm who you are')).toBeVisible();
  await expect(page).toHaveURL(/\/increaselimit\/unsuccessful$/);
  await page.getByRole('link', { name: 'Back to your cards' }).click();
  await expect(page.getByRole('link', { name: 'Raise limit' })).toBeVisible();

  await page.goto('/increaselimit/yourDetails');
  await agree(page, 'Nair');
  await expect(heading(page, 'Confirm who you are')).toBeVisible();
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Choose a document' })).toBeVisible();
  await doPart(page);
  await expect(heading(page, 'You can now keep up to $5,000')).toBeVisible();
  await expect(page).toHaveURL(/\/increaselimit\/successful$/);
  await page.getByRole('link', { name: 'Go to your cards' }).click();
  await expect(page).toHaveURL(/\/cardHome$/);
  await expect(page.getByRole('link', { name: 'Return funds' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Raise limit' })).toBeHidden();
});
