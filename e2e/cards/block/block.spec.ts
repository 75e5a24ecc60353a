import { expectNoAxeFindings } from '../../support/axe.ts';
import { grace } from '../../support/people.ts';
import { signIn } from '../../support/sign-in.ts';
import { expect, test } from '../../support/test.ts';

const CALL = '**/api/card/lost';

test('a card that we have blocked is reported stolen, with a number to quote, and no new one before we check', {
  tag: '@phone',
}, async ({ page }) => {
  await signIn(page, grace);
  await page.goto('/ledgerline/settings/block');
  await page.getByRole('radio', { name: /It was stolen/ }).check();
  await expectNoAxeFindings(page);
  // The programme has blocked it, so a new one waits for the desk.
  await expect(page.getByRole('switch', { name: /Send me a new card/ })).toHaveCount(0);
  await expect(page.getByText('We’ll check before we send a new card')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('This cannot be undone.')).toBeVisible();
  await expectNoAxeFindings(page);
  // Its answer is lost after it was carried out: nobody is told that nothing has changed.
  await page.route(CALL, async (route) => {
    await route.fetch();
    await route.abort('internetdisconnected');
  });
  await page.getByRole('button', { name: 'Report it stolen' }).click();
  await expect(page.getByText('We do not know yet whether it was done')).toBeVisible();
  await expect(page.getByText('No answer came. Check your connection, then try again')).toBeVisible();
  await page.unroute(CALL);
  await page.getByRole('button', { name: 'Report it stolen' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your card is stopped' })).toBeFocused();
  await expect(page.getByText(/^\d{5} \d{6,} \d$/)).toBeVisible();
  await expect(page.getByText('We’ll check before we send a new card')).toBeVisible();
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: 'Go to your cards' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Your card is reported stolen.' })).toHaveCount(1);
});
