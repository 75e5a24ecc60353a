import { zh } from '../../support/words.ts';
import { givenCardPerson, givenWebPerson } from '../../support/own-people.ts';
import { signIn } from '../../support/sign-in.ts';
import { expect, test } from '../../support/test.ts';
import { available, spaced } from '../../support/transfer.ts';

test.use({ locale: 'zh-CN' });

test('a new payee is paid in Chinese, from the form to the receipt', { tag: ['@phone', '@gate'] }, async ({
  page,
  server,
}) => {
  const payer = await givenWebPerson(server, ['Mei', 'Lin'], { money: '40.00' });
  const payee = await givenCardPerson(server, 5, ['Tom', 'Reed']);
  await signIn(page, payer);
  await page.goto('/fundsTransfer');
  await expect(page.getByRole('heading', { name: zh('transfers:payeeChoice.title'), level: 1 })).toBeVisible();
  await page.getByRole('button', { name: zh('transfers:new.internal', { brand: 'Harbour Mutual' }) }).click();
  await page.getByLabel(zh('transfers:field.name'), { exact: true }).fill('Tom Reed');
  await page.getByLabel(zh('transfers:field.accountNumber'), { exact: true }).fill(payee.account);
  await page.getByRole('button', { name: zh('transfers:continue') }).click();
  const problems = page.getByRole('alert').filter({ hasText: zh('transfers:missing.amount') });
  await expect(problems).toBeFocused();
  await page.getByLabel(zh('transfers:field.amount')).fill('1.25');
  await page.getByRole('button', { name: zh('transfers:details.words') }).click();
  await page.getByLabel(zh('transfers:field.recipientDescription')).fill('Wan fan');
  await page.getByRole('button', { name: zh('transfers:continue') }).click();
  await expect(page.getByRole('heading', { name: zh('transfers:confirm.title'), level: 1 })).toBeFocused();
  await page
    .getByRole('button', { name: zh('transfers:confirm.action', { amount: '$1.25', name: 'Tom Reed' }) })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=password]').fill(payer.password);
  await dialog.getByRole('button', { name: zh('stepUp:password.submit') }).click();
  await expect(
    page.getByRole('heading', { name: zh('transfers:paid.title', { amount: '$1.25', name: 'Tom Reed' }), level: 1 }),
  ).toBeFocused();
  await expect(page.getByText(zh('transfers:row.account', { number: spaced(payee.account) }))).toBeVisible();
  await expect(page.getByText(zh('transfers:paid.left', { amount: '$38.75' }))).toBeVisible();
  await page.getByRole('link', { name: zh('transfers:home') }).click();
  await expect.poll(() => available(page)).toBe(3_875);
});
