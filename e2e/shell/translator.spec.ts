import { givenCard } from '../support/own-people.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import {
  available,
  fillIn,
  givenPayer,
  openTransfer,
  receipt,
  review,
  send,
  spaced,
  words,
} from '../support/transfer.ts';
import type { BrowserContext, Page } from '@playwright/test';

/**
 * Rewrites every page like the translators of browsers: each text node is replaced by one in `<font><font>`, and so is
 * each later one, after a delay.
 */
async function givenTranslator(context: BrowserContext, delayMs: number): Promise<void> {
  await context.addInitScript((delay) => {
    const translate = () => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts) {
        if (text.data.trim() === '' || text.parentElement?.closest('font, script, style, textarea, svg, iframe'))
          continue;
        const outer = document.createElement('font');
        outer.appendChild(document.createElement('font')).append(text.data);
        text.replaceWith(outer);
      }
    };
    const later = () => (delay === 0 ? translate() : window.setTimeout(translate, delay));
    document.addEventListener('DOMContentLoaded', () => {
      new MutationObserver(later).observe(document.body, { subtree: true, childList: true, characterData: true });
      later();
    });
  }, delayMs);
}

/** Texts on the page that the translator has written. */
const translated = (page: Page) => page.locator('font > font');

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

for (const delayMs of [0, 30, 60, 120]) {
  test(`[1-a] [1-b] a page that is translated ${delayMs === 0 ? 'at once' : `after ${delayMs} ms`} shows what is true`, {
    tag: delayMs === 0 ? ['@gate', '@phone'] : '@phone',
  }, async ({ page, context, server, sim }) => {
    await givenTranslator(context, delayMs);
    const { payer, payee } = await givenPayer(server);

    await page.goto('/stumps/login');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(translated(page).first()).toBeAttached();
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('alert').first()).toBeVisible();

    await signIn(page, payer);
    await expect(translated(page).first()).toBeAttached();
    let left = await available(page);
    for (const [shop, amount] of [
      ['Corner Cafe', 12.34],
      ['Southerly Design', 90],
    ] as const) {
      const of = ['--card', payer.cardNumber, '--amount', amount.toFixed(2), '--merchant', shop];
      expect((await sim('purchase', ...of, '--mcc', '5814', '--channel', 'contactless'))['answer']).toBe('00');
      left -= Math.round(amount * 100);
      await expect.poll(() => available(page)).toBe(left);
      const row = page.locator('details').filter({ hasText: shop }).first();
      await expect(row.locator('.row__amount--pending')).toContainText(`−$${amount.toFixed(2)}`);
    }
    await expect(page.getByText(`${dollars(10_234)} held`, { exact: false }).first()).toBeAttached();

    await openTransfer(page);
    await fillIn(page, { name: 'Isla Brown', account: spaced(payee.account), amount: '1.00', sees: words() });
    await review(page);
    await send(page).click();
    await expect(page.getByRole('heading', { name: '$1.00 sent to Isla Brown', level: 1 })).toBeVisible();
    await expect(receipt(page).getByText(`Account ${spaced(payee.account)}`)).toBeVisible();
    await expect(page.getByText(`You now have ${dollars(left - 100)} available.`)).toBeVisible();
    await page.getByRole('link', { name: 'Go to Home' }).click();
    await expect.poll(() => available(page)).toBe(left - 100);
  });
}

test('[1-b] the first steps of an activation work while their page is translated', { tag: '@phone' }, async ({
  page,
  context,
  server,
}) => {
  await givenTranslator(context, 0);
  const { name, code } = await givenCard(server, { product: 6 });
  await page.goto('/stumps/cardActivate');
  await page.getByLabel(/^Card (number|ID)$/).fill(name);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await page.getByLabel('Activation code', { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByRole('link', { name: 'I have sign-in details' })).toBeVisible();
  await expect(translated(page).first()).toBeAttached();
});
