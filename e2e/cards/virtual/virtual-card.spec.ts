import { passesLuhn } from '@wattle/contract/rules/luhn.ts';
import { givenWebPerson } from '../../support/own-people.ts';
import { signIn } from '../../support/sign-in.ts';
import { expect, test } from '../../support/test.ts';
import { BOTH_LANGUAGES } from '../../support/words.ts';

for (const { locale, words, tag } of BOTH_LANGUAGES) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test('virtual cards are created: one is shown and used up, another for a shop is deleted', { tag }, async ({
      page,
      server,
      sim,
    }) => {
      const person = await givenWebPerson(server, ['Priya', 'Cole'], { money: '50.00' });
      const press = (key: string) => page.getByRole('button', { name: words(key), exact: true }).click();
      const about = page.getByRole('region', { name: words('cards:virtual.label') });
      await signIn(page, person);
      await page.getByRole('link', { name: words('cards:ways.virtual') }).click();
      await expect(page.getByRole('heading', { level: 1, name: words('cards:makeVirtual.title') })).toBeVisible();
      await expect(page.getByText(words('cards:makeVirtual.left', { count: 3 }))).toBeVisible();
      await press('cards:makeVirtual.make');
      await expect(page).toHaveURL(/cardHome$/);
      await expect(about).toContainText(words('cards:virtual.SingleUse'));
      // The message is in a separate landmark.
      await expect(page.getByRole('region', { name: words('ui:message') })).toBeVisible();
      await press('ui:closeMessage');
      await press('cards:home.showNumber');
      const shown = page.getByText(/^(\d{4} ){3}\d{4}$/);
      const number = ((await shown.textContent()) ?? '').replaceAll(' ', '');
      expect(passesLuhn(number)).toBe(true);
      const buy = () =>
        sim('purchase', '--card', number, '--amount', '5.00', '--channel', 'manual', '--merchant', 'Stream Tunes');
      expect(await buy()).toMatchObject({ answer: '00' });
      expect(await buy()).toMatchObject({ answer: '05' });
      // It has left the list without an action.
      await expect(about).toBeHidden();
      const reason = words('transactions:declined.cardClosed');
      await expect(page.getByText(words('transactions:declinedLine', { reason }))).toBeVisible();

      await page.getByRole('link', { name: words('cards:ways.virtual') }).click();
      await page.getByRole('radio', { name: words('cards:makeVirtual.MerchantLocked') }).check();
      await press('cards:makeVirtual.make');
      await expect(about).toContainText(words('cards:virtual.MerchantLocked'));
      await press('ui:closeMessage');
      const remove = about.getByRole('button', { name: words('cards:virtual.delete') });
      await remove.click();
      await remove.click();
      await expect(page.getByRole('status').filter({ hasText: words('cards:virtual.deleted') })).toHaveCount(1);
      await expect(about).toBeHidden();
    });
  });
}
