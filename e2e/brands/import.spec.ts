import type { Page } from '@playwright/test';
import { type BrandFolder, makeBrandFolder } from '../support/brand-folder.ts';
import { expect, test as base } from '../support/test.ts';

const PURPLE = 'rgb(91, 42, 134)';
const GREEN = 'rgb(10, 83, 63)';
const PURPLE_FOR_BLUE = { '#0a5363': '#5b2a86', '#137C86': '#8A3FFC' };
const HOW_TO_CALL = {
  enAU: { 'access:lostOrStolen': 'Card gone? Ring' },
  zhCN: { 'access:lostOrStolen': '卡不见了？请拨' },
};

/** A brand for each test and width, since one server serves the run. */
const test = base.extend<{ kea: BrandFolder }>({
  kea: async ({ page: _ }, use, { project, title }) => {
    const nth =
      1_000 + [...`${title}${project.name}`].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 1_000_003, 7);
    const folder = makeBrandFolder({ id: nth, identifier: `kea${nth}`, name: 'Kea Money' });
    await use(folder);
    folder.remove();
  },
});

// Imported brands stay in the programme.
test.use({ ownServer: true });

const submit = (page: Page) => page.getByRole('button', { name: /^(Sign in|登录)$/ });
const chinese = (page: Page) => page.getByRole('button', { name: '简体中文' }).filter({ visible: true });

async function importIt(kea: BrandFolder): Promise<void> {
  const { status, stdout, stderr } = await kea.import();
  expect([status, stdout.replace(/version \d+/, 'version N')], stderr).toEqual([
    0,
    `${kea.identifier}: imported as version N, /${kea.identifier}/ shows it\n`,
  ]);
}

/** The page without its brand, as from the browser's cache. */
const withoutItsBrand = (page: Page) =>
  page.route(/\/kea\d+\/login$/, async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    await route.fulfill({
      response,
      body: html.replace(/<script type="application\/json" id="wattle-brand".*?<\/script>/s, ''),
    });
  });

/** Leaves the tab for more than five minutes and returns. */
async function comeBackLater(page: Page): Promise<void> {
  await page.clock.fastForward('06:00');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
}

const updateTime = async (page: Page, kea: BrandFolder) => {
  const answer = await page.request.post('/api/brand/GetUpdateTime', { data: { identifier: kea.identifier } });
  return Date.parse(((await answer.json()) as { UpdateTime: string }).UpdateTime);
};

test('a brand imported while the server runs has its colours, logo, texts in both languages and sign-in methods', {
  tag: '@gate',
}, async ({ page, kea }) => {
  expect((await page.goto(`/${kea.identifier}/login`))?.status()).toBe(404);
  kea.change({ colours: PURPLE_FOR_BLUE, texts: HOW_TO_CALL, settings: { LoginMethodId: 4, RemberMeDays: 5 } });
  await importIt(kea);
  await expect(async () => {
    expect((await page.goto(`/${kea.identifier}/login`))?.status()).toBe(200);
  }).toPass();

  await expect(page).toHaveTitle('Sign in - Kea Money');
  await expect(submit(page)).toHaveCSS('background-color', PURPLE);
  const logo = page.getByRole('link', { name: 'Kea Money' }).locator('img').filter({ visible: true });
  await expect(logo).toHaveAttribute('src', new RegExp(`/assets/brands/${kea.identifier}/logo(-on-dark)?\\.svg\\?v=`));
  const picture = await page.request.get(`/assets/brands/${kea.identifier}/logo.svg`);
  expect(await picture.text()).toContain('fill="#8A3FFC"');
  await expect(page.getByText('Card gone? Ring')).toBeVisible();
  await expect(page.getByLabel('Username')).toHaveAccessibleDescription('Your email address or mobile number');
  await expect(page.getByRole('checkbox', { name: 'Remember me for 5 days' })).toBeVisible();

  await chinese(page).click();
  await expect(page.getByText('卡不见了？请拨')).toBeVisible();
  await expect(page.getByLabel('用户名')).toHaveAccessibleDescription('您的电子邮箱或手机号码');
});

test('an open page applies a changed brand when its reader returns, including restored default texts', async ({
  page,
  kea,
}) => {
  kea.change({ colours: PURPLE_FOR_BLUE, texts: HOW_TO_CALL });
  await importIt(kea);
  await page.clock.install();
  await expect(async () => {
    expect((await page.goto(`/${kea.identifier}/login`))?.status()).toBe(200);
  }).toPass();
  await page.getByLabel('Username').fill('aroha');
  const before = await updateTime(page, kea);

  await kea.import();
  expect(await updateTime(page, kea)).toBe(before);
  kea.change({
    colours: { '#5b2a86': '#0a533f' },
    texts: { enAU: {}, zhCN: {} },
    settings: { SupportPhoneNumber: '1300 555 077' },
  });
  await importIt(kea);
  await expect.poll(() => updateTime(page, kea)).toBeGreaterThan(before);

  await expect(page.getByText('Card gone? Ring')).toBeVisible();
  await comeBackLater(page);
  await expect(page.getByText('Lost or stolen card? Call')).toBeVisible();
  await expect(page.getByRole('link', { name: '1300 555 077' })).toBeVisible();
  await expect(submit(page)).toHaveCSS('background-color', GREEN);
  await expect(page.getByLabel('Username')).toHaveValue('aroha');
});

test('a browser caches the brand by its prefix, and reloads it only after its update time changed', async ({
  page,
  kea,
}) => {
  kea.change({ texts: HOW_TO_CALL });
  await importIt(kea);
  await expect(async () => {
    expect((await page.goto(`/${kea.identifier}/login`))?.status()).toBe(200);
  }).toPass();
  const kept = () => page.evaluate((key) => localStorage.getItem(key), `wattle.brand.${kea.identifier}`);
  expect(JSON.parse((await kept()) ?? '{}')).toMatchObject({ BrandIdentifier: kea.identifier, BrandName: 'Kea Money' });

  await withoutItsBrand(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\/api\/brand\/(GetUpdateTime|kea)/.test(request.url())) asked.push(request.url().replace(/.*\/api\//, ''));
  });
  await page.reload();
  await expect(page.getByText('Card gone? Ring')).toBeVisible();
  await expect.poll(() => asked).toEqual(['brand/GetUpdateTime']);

  const before = await updateTime(page, kea);
  kea.change({ texts: { enAU: { 'access:lostOrStolen': 'Card stolen? Ring' }, zhCN: HOW_TO_CALL.zhCN } });
  await importIt(kea);
  await expect.poll(() => updateTime(page, kea)).toBeGreaterThan(before);
  await page.reload();
  await expect(page.getByText('Card stolen? Ring')).toBeVisible();
  expect(asked).toEqual(['brand/GetUpdateTime', 'brand/GetUpdateTime', `brand/${kea.identifier}`]);
  expect(await kept()).toContain('Card stolen? Ring');
});

// 4xx, because a 5xx would be logged in the console of a correct page.
test('a brand that cannot be loaded shows a page that reports it and tries again', async ({ page, kea }) => {
  await importIt(kea);
  await withoutItsBrand(page);
  await page.route('**/api/brand/**', (route) => route.fulfill({ status: 400, json: { error: ['99999'] } }));
  await page.goto(`/${kea.identifier}/login`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page didn’t load');
  await page.unroute('**/api/brand/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
});

test('a brand with any fault is not imported, and all its faults are listed', async ({ page, kea }) => {
  kea.change({ settings: { TermsUrl: 'javascript:alert(1)' }, colours: { '#0a5363': '#bedadf' } });
  const { status, stdout, stderr } = await kea.import();
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toContain(
    `${kea.path}/brand.json: settings.TermsUrl: must be an http or https address, or a path that begins with /\n`,
  );
  expect(stderr).toMatch(
    /tokens\.css: --on-brand on --brand: contrast 1\.\d\d:1 in the light theme, at least 4\.5:1 is needed\n/,
  );
  expect((await page.goto(`/${kea.identifier}/login`))?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
});
