import { givenWebPerson } from '../../support/own-people.ts';
import { signIn } from '../../support/sign-in.ts';
import { expect, test } from '../../support/test.ts';
import { openTransfer, prove, review, send } from '../../support/transfer.ts';
import { zh } from '../../support/words.ts';

test('a mobile number is looked up, changed, found and paid within seconds', { tag: ['@phone', '@gate'] }, async ({
  page,
  server,
}) => {
  const payer = await givenWebPerson(server, ['Ana', 'Costa'], { money: '40.00' });
  await signIn(page, payer);
  await openTransfer(page);
  await page.getByRole('searchbox').fill('nobody@instant.example');
  await page.getByRole('button', { name: /Find/ }).click();
  await expect(page.getByRole('heading', { name: 'We can’t find this PayID', level: 1 })).toBeFocused();
  await page.getByRole('button', { name: 'Change the PayID' }).click();
  await page.getByLabel('PayID', { exact: true }).fill('0400 000 112');
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(page.getByRole('heading', { name: 'Is this who you want to pay?', level: 1 })).toBeFocused();
  await expect(page.getByText('Sam Okafor', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Yes, pay Sam' }).click();
  await page.getByLabel('Amount in dollars').fill('4.20');
  await review(page);
  await send(page).click();
  await prove(page, payer);
  await expect(page.getByRole('heading', { name: 'Sam Okafor has your $4.20', level: 1 })).toBeVisible({
    timeout: 40_000,
  });
});

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('an email address is found and paid', { tag: '@phone' }, async ({ page, server }) => {
    const payer = await givenWebPerson(server, ['Mei', 'Lin'], { money: '40.00' });
    await signIn(page, payer);
    await page.goto('/fundsTransfer');
    await page.getByRole('searchbox').fill('Paid@Instant.Example');
    await page.getByRole('button', { name: new RegExp(zh('transfers:payId.find')) }).click();
    await expect(page.getByRole('heading', { name: zh('transfers:payId.ask'), level: 1 })).toBeFocused();
    await expect(page.getByText('Jordan Blake-Ross', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: zh('transfers:payId.yes', { name: 'Jordan' }) }).click();
    await page.getByLabel(zh('transfers:field.amount')).fill('1.25');
    await page.getByRole('button', { name: zh('transfers:continue') }).click();
    const named = { amount: '$1.25', name: 'Jordan Blake-Ross' };
    await page.getByRole('button', { name: zh('transfers:confirm.action', named) }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('input[type=password]').fill(payer.password);
    await dialog.getByRole('button', { name: zh('stepUp:password.submit') }).click();
    await expect(page.getByRole('heading', { name: zh('transfers:live.paid', named), level: 1 })).toBeVisible({
      timeout: 40_000,
    });
  });
});
