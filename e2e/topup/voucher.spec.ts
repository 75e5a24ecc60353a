import { givenVoucher, givenWebPerson } from '../support/own-people.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { BOTH_LANGUAGES } from '../support/words.ts';

for (const { locale, words, tag } of BOTH_LANGUAGES) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test('a voucher is checked, shown and added to the card', { tag }, async ({ page, server }) => {
      const voucher = await givenVoucher(server, '50.00');
      await signIn(page, await givenWebPerson(server, ['Priya', 'Nair']));
      await page.goto('/topup');
      await expect(page.getByText(words('topup:room.left'))).toBeVisible();
      await page.getByText(words('topup:bank.title'), { exact: true }).click();
      await expect(page.getByText('000-001')).toBeVisible();
      await page.getByText(words('topup:voucher.title'), { exact: true }).click();
      await expect(page.getByText('000-001')).toBeHidden();
      const check = page.getByRole('button', { name: words('topup:voucher.check') });
      await page.getByLabel(words('topup:voucher.number')).fill(voucher.number.replace(/^(\d{4})(\d{4})/, '$1 $2 '));
      await page.getByLabel(words('topup:voucher.code')).fill(voucher.code === '000000' ? '000001' : '000000');
      await check.click();
      await expect(page.getByText(words('topup:voucher.refused')).last()).toBeVisible();
      await page.getByLabel(words('topup:voucher.code')).fill(voucher.code);
      await check.click();
      await expect(page.getByRole('heading', { name: words('topup:review.title'), level: 1 })).toBeVisible();
      await page.getByRole('button', { name: words('topup:review.action', { amount: '$50.00' }) }).click();
      await expect(page.getByRole('heading', { name: words('topup:done.title', { amount: '$50.00' }) })).toBeVisible();
      await expect(page.getByText(/^\d{12,}$/)).toBeVisible();
    });
  });
}
