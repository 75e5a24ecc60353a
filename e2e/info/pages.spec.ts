import { jack } from '../support/people.ts';
import { goToPlace } from '../support/places.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

const NBSP = '\u00a0';
const phoneOf = (digits: string) => digits.replaceAll(' ', NBSP);

const PAGES = [
  {
    path: '/contactUs',
    'en-AU': { title: 'Contact us', words: `Call ${phoneOf('1300 555 010')}` },
    'zh-CN': { title: '联系我们', words: `致电 ${phoneOf('1300 555 010')}` },
  },
  {
    path: '/faqs',
    'en-AU': { title: 'Questions and answers', words: 'What people ask most about cards of Harbour Mutual.' },
    'zh-CN': { title: '常见问题', words: '关于 Harbour Mutual 卡片，大家最常问的问题。' },
  },
  {
    path: '/privacy',
    'en-AU': { title: 'Privacy', words: 'What Harbour Mutual keeps about you, why, and what you can ask for.' },
    'zh-CN': { title: '隐私', words: 'Harbour Mutual 保存您的哪些信息、为什么保存，以及您可以提出哪些要求。' },
  },
  {
    path: '/productinformation',
    'en-AU': { title: 'Product information', words: 'What a card of Harbour Mutual does, in plain words.' },
    'zh-CN': { title: '产品信息', words: '用简明的语言介绍 Harbour Mutual 卡片的功能。' },
  },
] as const;

for (const locale of ['en-AU', 'zh-CN'] as const) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    for (const page_ of PAGES) {
      test(`${page_.path} names the brand`, async ({ page }) => {
        const { title, words } = page_[locale];
        await page.goto(page_.path);
        await expect(page).toHaveTitle(`${title} - Harbour Mutual`);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
        await expect(page.getByText(words, { exact: true })).toBeVisible();
      });
    }
  });
}

test('a page to read lies on the surface, a page of panels on paper, beyond its ends too', { tag: '@phone' }, async ({
  page,
}) => {
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const token = (name: string) =>
    page.evaluate((variable) => {
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.backgroundColor = `var(${variable})`;
      const { backgroundColor } = getComputedStyle(probe);
      probe.remove();
      return backgroundColor;
    }, name);
  await page.goto('/privacy');
  await expect.poll(ground).toBe(await token('--surface'));
  await page.goto('/contactUs');
  await expect.poll(ground).toBe(await token('--paper'));
  expect(await token('--paper')).not.toBe(await token('--surface'));
});

test('leads from sign-in to every page and back, and moves focus to its heading', async ({ page }) => {
  for (const name of ['Contact us', 'Questions and answers', 'Product information', 'Privacy']) {
    await page.goto('/tui/login');
    await page.getByRole('navigation', { name: 'About and help' }).getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await page.getByRole('link', { name: 'Tui', exact: true }).click();
    await expect(page).toHaveURL(/\/tui\/?$/);
  }
});

test('uses the wording of a brand over its own', async ({ page }) => {
  await page.goto('/stumps/contactUs');
  await expect(page.getByText('Talk to the club about your card, your money or your sign-in.')).toBeVisible();
  await page.goto('/stumps/productinformation');
  await expect(page.getByText('The Stumps Member card is a reloadable debit card.')).toBeVisible();
});

test('opens an answer by keyboard', async ({ page }) => {
  await page.goto('/faqs');
  const answer = page.getByText('Purchases, payments and withdrawals are declined.');
  await expect(answer).toBeHidden();
  await page.locator('summary', { hasText: 'What happens while my card is off?' }).focus();
  await page.keyboard.press('Enter');
  await expect(answer).toBeVisible();
});

test("leads to a brand's own pages where it has them, in a new tab", async ({ page }) => {
  await page.goto('/ledgerline/contactUs');
  const links = page.getByRole('main').getByRole('link');
  for (const [name, url] of [
    ['Questions and answers', 'https://ledgerline.example/help'],
    ['Product information', 'https://ledgerline.example/card'],
    ['Privacy', 'https://ledgerline.example/privacy'],
  ] as const) {
    const link = links.filter({ hasText: name });
    await expect(link).toHaveAttribute('href', url);
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', /\bnoopener\b/);
    await expect(link).toHaveAccessibleName(`${name} (opens in a new tab)`);
  }
});

test("takes whoever opens such a page's address to the brand's own", async ({ page }) => {
  await page.route('https://ledgerline.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Ledgerline help</title>' }),
  );
  await page.goto('/ledgerline/faqs');
  await expect(page).toHaveURL('https://ledgerline.example/help');
});

test('keeps a signed-in person signed in: the pages that end a session open in a tab without one', async ({ page }) => {
  await signIn(page, jack);
  await goToPlace(page, 'Help');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact us');
  await expect(page.getByRole('navigation', { name: 'Main' }).filter({ visible: true })).toBeVisible();

  const opened = page.context().waitForEvent('page');
  await page
    .getByRole('main')
    .getByRole('link', { name: /Questions and answers/ })
    .click();
  const tab = await opened;
  await expect(tab).toHaveURL(/\/stumps\/faqs$/);
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Questions and answers');
  expect(await tab.evaluate(() => sessionStorage.getItem('wattle.session'))).toBeNull();
  await tab.close();

  await page.getByRole('link', { name: 'Home' }).filter({ visible: true }).click();
  await expect(page).toHaveURL(/\/stumps\/cardHome$/);
});

for (const path of ['/faqs', '/privacy', '/productinformation']) {
  test(`ends the session of a tab that opens ${path}`, async ({ page }) => {
    await signIn(page, jack);
    await page.goto(`/stumps${path}`);
    await expect(page.getByRole('navigation', { name: 'About and help' })).toBeVisible();
    expect(await page.evaluate(() => sessionStorage.getItem('wattle.session'))).toBeNull();
    await page.goto('/stumps/cardHome');
    await expect(page).toHaveURL(/\/stumps\/?$/);
  });
}

test('cuts nothing off at 400% zoom', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  for (const path of ['/contactUs', '/faqs', '/privacy', '/stumps/productinformation', '/stumps/requestAccessCode']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const isCutOff = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(isCutOff, `${path} scrolls sideways`).toBe(false);
  }
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('says in both languages that the page needs it', async ({ page }) => {
    await page.goto('/stumps/login');
    await expect(page.getByRole('heading', { name: 'This page needs JavaScript' })).toBeVisible();
    await expect(page.getByRole('heading', { name: '此页面需要 JavaScript' })).toBeVisible();
  });
});
