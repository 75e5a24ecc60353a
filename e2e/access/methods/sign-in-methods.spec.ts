import { aroha } from '../../support/people.ts';
import { goToPlace } from '../../support/navigation.ts';
import { signIn } from '../../support/sign-in.ts';
import { expect, test } from '../../support/test.ts';

test('the signed-in pages link to the sign-in methods and on to the passcode', {
  tag: '@phone',
}, async ({ page }) => {
  await signIn(page, aroha);
  await goToPlace(page, 'Ways to sign in');
  await expect(page).toHaveURL(/\/tui\/signInMethods$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Ways to sign in' })).toBeFocused();
  await page
    .getByRole('region', { name: 'Passcode' })
    .getByRole('link', { name: 'Set a passcode for this device' })
    .click();
  await expect(page).toHaveURL(/\/tui\/setLoginPin$/);
});
