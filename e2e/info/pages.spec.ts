import { jack } from '../support/people.ts';
import { goToPlace } from '../support/navigation.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

test('information pages keep a person signed in, since pages that end a session open in a tab without one', async ({
  page,
}) => {
  await signIn(page, jack);
  await goToPlace(page, 'Help');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact us');
  await expect(page.getByRole('navigation', { name: 'Main' }).filter({ visible: true })).toBeVisible();

  // Their page would end the session, so Help has the questions.
  await expect(page.getByText('I can’t find my card')).toBeVisible();

  const opened = page.context().waitForEvent('page');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Privacy/ })
    .click();
  const tab = await opened;
  await expect(tab).toHaveURL(/\/stumps\/privacy$/);
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Privacy');
  expect(await tab.evaluate(() => sessionStorage.getItem('wattle.session'))).toBeNull();
  await tab.close();

  await page.getByRole('link', { name: 'Home' }).filter({ visible: true }).click();
  await expect(page).toHaveURL(/\/stumps\/cardHome$/);

  // The same tab has no session at the address of such a page.
  await page.goto('/stumps/faqs');
  await expect(page.getByRole('navigation', { name: 'About and help' })).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('wattle.session'))).toBeNull();
  await page.goto('/stumps/cardHome');
  await expect(page).toHaveURL(/\/stumps\/?$/);

  // A brand with its own page redirects the address to it.
  await page.route('https://ledgerline.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Ledgerline help</title>' }),
  );
  await page.goto('/ledgerline/faqs');
  await expect(page).toHaveURL('https://ledgerline.example/help');
});

test.describe('in zh-CN', () => {
  test.use({ locale: 'zh-CN' });

  test('every page opens from sign-in in its language, and without JavaScript in both', { tag: '@gate' }, async ({
    page,
    browser,
    baseURL,
  }) => {
    for (const name of ['联系我们', '常见问题', '产品信息', '隐私']) {
      await page.goto('/tui/login');
      await page.locator('nav.info-links').getByRole('link', { name }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    }
    const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
    const plain = await context.newPage();
    await plain.goto('/stumps/login');
    await expect(plain.getByRole('heading', { name: 'This page needs JavaScript' })).toBeVisible();
    await expect(plain.getByRole('heading', { name: '此页面需要 JavaScript' })).toBeVisible();
    await context.close();
  });
});
