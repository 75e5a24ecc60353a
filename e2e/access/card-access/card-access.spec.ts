import { callAs } from '../../support/calls.ts';
import { enterDetails, givenCard, PIN } from '../../support/own-people.ts';
import { expect, test } from '../../support/test.ts';
import { BOTH_LANGUAGES } from '../../support/words.ts';

for (const { locale, words, tag } of BOTH_LANGUAGES) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test('a person who forgot both gets the card id and a new code with card number and PIN, and signs in', {
      tag,
    }, async ({ page, server }) => {
      const card = await givenCard(server, { product: 6 });
      const { token } = await enterDetails(server, card, { firstName: 'Ines', surname: 'Marsh' });
      await callAs(server, token)('POST', 'card/activate', { pin: PIN });
      const heading = (key: string) =>
        page.getByRole('heading', { level: 1, name: words(`recovery:cardAccess.${key}`) });
      await page.goto('/stumps');
      await page.getByRole('link', { name: words('access:help.cardAccess') }).click();
      await expect(heading('number.title')).toBeFocused();
      expect(await page.title()).toContain(`${words('recovery:cardAccess.number.title')} - `);
      await page.getByLabel(words('access:cardNumber.label')).fill(card.number.replaceAll(/\d{4}/g, '$& ').trim());
      await page.keyboard.press('Enter');
      await expect(heading('pin.title')).toBeFocused();
      await page.getByLabel(words('recovery:pin.label'), { exact: true }).fill(PIN);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/stumps\/cardAccessDetails$/);
      await expect(heading('details.title')).toBeVisible();
      await expect(page.getByRole('definition').first()).toContainText(card.name);

      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.getByRole('button', { name: words('recovery:cardAccess.details.copyCode') }).click();
      await expect(page.getByRole('status').filter({ hasText: words('common:copied') })).toHaveCount(1);
      const code = await page.evaluate(() => navigator.clipboard.readText());
      expect(code).toMatch(/^\d{6}$/);
      await expect(page.getByRole('definition').nth(1)).toContainText(code);

      await page.getByRole('button', { name: words('recovery:cardAccess.details.signIn') }).click();
      await expect(page.getByRole('textbox', { name: words('access:cardId.label') })).toHaveValue(card.name);
      await page.getByLabel(words('access:accessCode.label'), { exact: true }).fill(code);
      await page.getByRole('button', { name: words('access:cardSignIn.submit'), exact: true }).click();
      await expect(page).toHaveURL(/\/stumps\/cardHome$/);
    });
  });
}
