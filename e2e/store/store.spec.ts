import type { FrameLocator, Page } from '@playwright/test';
import { zh } from '../support/words.ts';
import { expect, test } from '../support/test.ts';

const APPROVES = '4111 1111 1111 1111';
const DECLINES = '4000 0000 0000 0002';

/** From the basket to the page of the payment service, which takes a card or is cancelled. */
async function payWith(page: Page, number: string, total: string) {
  await page.getByLabel('Your email address').fill('amelia.chen@example.com');
  await page.getByRole('combobox', { name: 'Day' }).fill('1');
  await page.getByRole('combobox', { name: 'Month' }).fill('2');
  await page.getByRole('combobox', { name: 'Year' }).fill('1990');
  await page.getByRole('button', { name: `Pay ${total}` }).click();
  await expect(page.getByRole('heading', { name: `Pay ${total}`, level: 1 })).toBeVisible();
  const frame = page.frameLocator('iframe[name="gateway-frame"]');
  if (number === 'Cancel') await frame.getByRole('button', { name: 'Cancel' }).click();
  else await payIn(frame, number, total);
  return frame;
}

async function payIn(frame: FrameLocator, number: string, total: string) {
  await frame.getByLabel('Card number').fill(number);
  await frame.getByLabel('Expiry (MM/YY)').fill('12/28');
  await frame.getByLabel('Security code').fill('123');
  await frame.getByRole('button', { name: `Pay ${total}` }).click();
}

/** Path of the latest mailed link with this subject. */
async function mailedLink(page: Page, subject: string): Promise<string> {
  const inbox = await page.context().newPage();
  let link = '';
  await expect(async () => {
    await inbox.goto('/sandbox/inbox');
    const mail = inbox.getByRole('article').filter({ hasText: subject }).first();
    link = /\/\S*\/store\/collect\/[\w-]{43}/.exec((await mail.textContent({ timeout: 2_000 })) ?? '')?.[0] ?? '';
    expect(link).not.toBe('');
  }).toPass({ timeout: 20_000 });
  await inbox.close();
  return link.slice(link.indexOf('/wattle/'));
}

async function writeTo(page: Page) {
  await page.getByLabel('Name on the envelope').fill('Amelia Chen');
  await page.getByRole('button', { name: 'Enter address manually' }).click();
  await page.getByLabel('Address line 1').fill('12 Wilson St');
  await page.getByLabel('Suburb').fill('Newtown');
  await page.getByLabel('Postcode').fill('2042');
}

test('a card of each kind is bought, one as a gift, and the gift is opened once', { tag: ['@gate', '@phone'] }, async ({
  page,
  browser,
}) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Buy a card in the store' }).click();
  await expect(page.getByRole('heading', { name: 'Cards to give, cards to keep', level: 1 })).toBeVisible();

  // A virtual card as a gift.
  await page.getByRole('link', { name: /^Make it a gift/ }).click();
  await page.getByLabel('Amount in dollars').fill('19.99');
  await page.getByRole('button', { name: 'Add to basket, $19.99' }).click();
  await expect(page.getByText('Enter at least $20.00').last()).toBeVisible();
  await expect(page.getByText('Enter their first name').last()).toBeVisible();
  await page.getByLabel('Amount in dollars').fill('25');
  await page.getByLabel('Their first name').fill('Mia');
  await page.getByLabel('Your name').fill('Amelia');
  await page.getByLabel('Their email address').fill('mia.torres@example.com');
  await page.getByLabel('Message').fill('Happy birthday');
  await page.getByRole('button', { name: 'Add to basket, $25.00' }).click();
  await expect(page.getByText('For Mia, by email after you pay')).toBeVisible();

  // Plastic of both kinds, by post.
  for (const [kind, path] of [
    ['Gift card', 'singleload'],
    ['Reloadable card', 'reloadable'],
  ] as const) {
    await page.getByRole('link', { name: 'Add another card' }).click();
    await page.getByRole('link', { name: new RegExp(`^Choose an amount.*${kind}$`) }).click();
    await expect(page).toHaveURL(new RegExp(`/store/${path}$`));
    await page.getByLabel('Amount in dollars').fill('20');
    await writeTo(page);
    await page.getByRole('button', { name: 'Add to basket, $20.00' }).click();
  }
  await expect(page.getByText('By post to Amelia Chen, 12 Wilson St, Newtown 2042')).toHaveCount(2);

  // Too young, then old enough.
  await page.getByRole('combobox', { name: 'Year' }).fill('2015');
  await page.getByRole('combobox', { name: 'Day' }).fill('1');
  await page.getByRole('combobox', { name: 'Month' }).fill('2');
  await page.getByRole('button', { name: 'Pay $70.95' }).click();
  await expect(page.getByText('You need to be at least 18 years old').last()).toBeVisible();
  await payWith(page, APPROVES, '$70.95');
  await expect(page.getByRole('heading', { name: 'Thank you, your order is confirmed' })).toBeVisible();
  await expect(page.getByText('Activation code')).toHaveCount(2);
  await expect(page.getByText('Sent to Mia, not opened yet')).toBeVisible();
  const shown = await page.getByText(/^\d{3} \d{3}/).textContent();
  const code = (shown ?? '').replaceAll(/\D/g, '').slice(0, 6);

  // After a reload and Back it is one order: nothing is paid again, and data that was not stored is shown on request.
  await page.reload();
  await expect(page.getByText('Activation code')).toHaveCount(2);
  const second = await page.context().newPage();
  await second.goto('/store/order-confirmation');
  await expect(second.getByRole('button', { name: 'Show my cards' })).toBeVisible();
  const saving = second.waitForEvent('download');
  await second.getByRole('button', { name: 'Save as PDF' }).click();
  expect((await saving).suggestedFilename()).toMatch(/^order-\d{12,}\.pdf$/);
  await second.close();

  // Activation of a plastic card does not ask for its code; the number is on the card.
  const plastic = page.getByRole('listitem').filter({ hasText: 'Activation code' }).first();
  const activation = /Activation code\s*(\d{6})/.exec(await plastic.innerText())?.[1] ?? '';
  await plastic.getByRole('link', { name: 'Activate card' }).click();
  await expect(page).toHaveURL(/\/cardActivate$/);
  await expect(page.getByRole('textbox', { name: 'Activation code' })).toHaveValue(activation);
  await expect(page.getByRole('textbox', { name: 'Card number' })).toHaveValue('');

  await page.goto('/store');
  await page.goto('/store/order-confirmation');
  await page.getByRole('button', { name: 'Show my cards' }).click();
  await expect(page.getByText('Activation code')).toHaveCount(2);
  await page.getByRole('button', { name: 'I’ve saved it' }).click();
  await expect(page.getByText('Activation code')).toHaveCount(0);
  await page.goBack();
  await page.goto('/store/payment');
  await expect(page.getByText('Your basket is empty')).toBeVisible();

  // The recipient, with another browser.
  const link = await mailedLink(page, 'Amelia has sent you a card');
  const context = await browser.newContext();
  const recipient = await context.newPage();
  await recipient.goto(new URL(link, page.url()).href);
  await expect(recipient).toHaveURL(/\/store\/collect$/);
  await expect(recipient.getByText('Happy birthday')).toBeVisible();
  await recipient.getByLabel('Collection code').fill(code === '000000' ? '111111' : '000000');
  await recipient.getByRole('button', { name: 'Open card' }).click();
  await expect(recipient.getByText('They don’t match this link').first()).toBeVisible();
  await recipient.getByLabel('Collection code').fill(code);
  await recipient.getByRole('button', { name: 'Open card' }).click();
  await expect(recipient.getByText(/^9036 00\d\d \d{4} \d{4}/)).toBeVisible();
  await recipient.getByRole('button', { name: 'I’ve saved it' }).click();
  await expect(recipient.getByRole('heading', { name: 'The card is yours' })).toBeVisible();
  // Continues to the balance with the number and code just shown.
  await recipient.getByRole('link', { name: 'See balance' }).click();
  await recipient.getByRole('button', { name: 'Sign in' }).click();
  await expect(recipient).toHaveURL(/\/cardHome$/);
  await expect(recipient.getByText('$25.00').first()).toBeVisible();
  // The link has expired after its first use.
  await recipient.goto(new URL(link, page.url()).href);
  await expect(recipient.getByText('You can’t open it any more')).toBeVisible();
  await context.close();
});

test('a cancelled order takes no money and keeps its basket, a declined one takes another card', {
  tag: '@gate-desktop',
}, async ({ page }) => {
  await page.goto('/store/virtual');
  await page.getByRole('button', { name: 'Me', exact: true }).click();
  await page.getByLabel('Amount in dollars').fill('20');
  await page.getByRole('button', { name: 'Add to basket, $20.00' }).click();
  await payWith(page, 'Cancel', '$25.95');
  await expect(page.getByRole('heading', { name: 'You cancelled the payment' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to basket' }).click();
  const open = await payWith(page, DECLINES, '$25.95');
  await expect(open.getByText('This card was declined. Try another one')).toBeVisible();
  await payIn(open, APPROVES, '$25.95');
  await expect(page.getByText(/^9036 00\d\d \d{4} \d{4}/)).toBeVisible();
});

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('a virtual card is bought for oneself', { tag: ['@gate', '@phone'] }, async ({ page }) => {
    await page.goto('/store/virtual');
    await page.getByRole('button', { name: zh('store:whose.me'), exact: true }).click();
    await page.getByLabel(zh('store:amount.label')).fill('20');
    await page.getByRole('button', { name: zh('store:addOf', { amount: '$20.00' }) }).click();
    await page.getByLabel(zh('store:buyerEmail.label')).fill('li.wei@example.com');
    for (const [part, value] of [
      ['day', '1'],
      ['month', '2'],
      ['year', '1990'],
    ] as const) {
      await page.getByRole('combobox', { name: zh(`fields:date.${part}`) }).fill(value);
    }
    await page.getByRole('button', { name: zh('store:pay.action', { amount: '$25.95' }) }).click();
    const frame = page.frameLocator('iframe[name="gateway-frame"]');
    const fields = frame.locator('input:not([type=hidden])');
    await fields.nth(0).fill(APPROVES);
    await fields.nth(1).fill('12/28');
    await fields.nth(2).fill('123');
    await frame.getByRole('button', { name: zh('gateway:sandbox.pay') }).click();
    await expect(page.getByText(zh('store:done.title'))).toBeVisible();
    await expect(page.getByText(/^9036 00\d\d \d{4} \d{4}/)).toBeVisible();
  });
});
