import { givenWebPerson, givenVoucher } from '../support/own-people.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { BOTH_LANGUAGES } from '../support/words.ts';

test('another person pays into a card by a link', { tag: ['@gate', '@phone'] }, async ({ page, browser, server }) => {
  await signIn(page, await givenWebPerson(server, ['Amelia', 'Chen']));
  await page.goto('/topup');
  await page.getByText('Payment link', { exact: true }).click();
  await page.getByLabel('Maximum per payment, in dollars').fill('80');
  await page.getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByText('Up to $80.00 per payment')).toBeVisible();
  const address = await page.getByText(/\/pay\/[\w-]{22}$/).textContent();

  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(new URL(`http://${address ?? ''}`).pathname);
  await expect(stranger.getByRole('heading', { name: 'Pay Amelia C.' })).toBeVisible();
  await stranger.getByLabel('Your name').fill('Nonna Rossi');
  await stranger.getByLabel('Amount in dollars').fill('40');
  await stranger.getByRole('button', { name: 'Pay $40.00' }).click();
  const frame = stranger.frameLocator('iframe[name="gateway-frame"]');
  await frame.getByLabel('Card number').fill('4000 0000 0000 0077');
  await frame.getByLabel('Expiry (MM/YY)').fill('12/28');
  await frame.getByLabel('Security code').fill('123');
  await frame.getByRole('button', { name: 'Pay $40.00' }).click();
  await expect(stranger.getByRole('heading', { name: 'You paid $40.00 to Amelia C.' })).toBeVisible();

  await page.reload();
  await page.getByText('Payment link', { exact: true }).click();
  await expect(page.getByText('Nonna Rossi')).toBeVisible();
  await page.getByRole('button', { name: 'Close link' }).click();
  await expect(page.getByText('Closed')).toBeVisible();
  await stranger.reload();
  await expect(stranger.getByText('This link is closed')).toBeVisible();
  await stranger.context().close();
});

test('bank details are copied by a tap', { tag: '@phone' }, async ({ page, context, server }) => {
  const person = await givenWebPerson(server, ['Amelia', 'Chen']);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, person);
  await page.goto('/topup');
  await page.getByText('Bank transfer', { exact: true }).click();
  await expect(page.getByText('The money arrives within 2 business days.')).toBeVisible();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  for (const [name, text] of [
    ['Copy account name', 'Amelia Chen'],
    ['Copy BSB', '000-001'],
    ['Copy account number', person.account],
  ] as const) {
    await page.getByRole('button', { name }).click();
    await expect.poll(copied).toBe(text);
  }
});

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
