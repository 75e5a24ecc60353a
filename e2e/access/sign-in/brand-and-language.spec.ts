import { amelia } from '../../support/people.ts';
import { signIn } from '../../support/sign-in.ts';
import { expect, test } from '../../support/test.ts';
import { settled } from '../../support/settled.ts';
import { payNew } from '../../support/transfer.ts';

test('keeps the brand prefix in every link', async ({ page }) => {
  await page.goto('/stumps/login');
  await expect(page).toHaveTitle('Sign in - Stumps Club');
  await page.getByRole('link', { name: /Sign in with your card/ }).click();
  await expect(page).toHaveURL(/\/stumps\/cardLogin$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.getByRole('link', { name: 'Stumps Club' }).click();
  await expect(page).toHaveURL(/\/stumps\/?$/);
});

test('accepts paths and brands in any case', async ({ page }) => {
  await page.goto('/STUMPS/LOGIN');
  await expect(page).toHaveTitle('Sign in - Stumps Club');
  await page.goto('/st-umps/login');
  await expect(page).toHaveTitle('Sign in - Stumps Club');
  await page.goto('/CARDLOGIN');
  await expect(page).toHaveTitle('Sign in with your card - Harbour Mutual');
});

test('reports an unknown brand with status 404', { tag: '@phone' }, async ({ page }) => {
  const answer = await page.goto('/nosuchbrand/login');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
  await page.getByRole('link', { name: 'Go to the start page' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByLabel('Card number')).toBeVisible();
});

test('redirects an unknown route of a known brand to the error page', async ({ page }) => {
  await page.goto('/tui/login/no/such/thing');
  await expect(page).toHaveURL(/\/tui\/error$/);
  await expect(page).toHaveTitle('We couldn’t show that page - Tui');
  await page.getByRole('link', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/tui\/login$/);
});

/** Places that do not fit into the bar of a phone. */
const MORE = ['Card settings', 'Scheduled payments', 'Statements', 'My account', 'Ways to sign in', 'Add card'];

test('shows the available places with the current one marked, and moves the focus to the new heading', async ({
  page,
  isMobile,
}) => {
  await signIn(page, amelia);
  const places = page.getByRole('navigation', { name: 'Main' }).filter({ visible: true });
  await expect(places.getByRole('link')).toHaveText(
    isMobile
      ? ['Home', 'Transactions', 'Pay', 'Top up']
      : ['Home', 'Transactions', 'Pay or transfer', 'Top up', ...MORE],
  );
  await expect(places.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page');
  await places.getByRole('link', { name: 'Transactions' }).click();
  await expect(page).toHaveURL(/\/transactions$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(places.getByRole('link', { name: 'Transactions' })).toHaveAttribute('aria-current', 'page');
  await expect(page).toHaveTitle(/ - Harbour Mutual$/);
});

test('opens the remaining places from the menu on a phone and returns to it', { tag: ['@gate', '@phone'] }, async ({
  page,
}) => {
  await signIn(page, amelia);
  const more = page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'More' });
  const sheet = page.getByRole('dialog', { name: 'More' });
  await more.click();
  await expect(sheet.getByRole('link')).toHaveText([...MORE, 'Help']);
  await expect(sheet.getByRole('button', { name: 'Sign out' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(more).toBeFocused();
  await more.click();
  await sheet.getByRole('link', { name: 'Ways to sign in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ways to sign in' })).toBeFocused();
  await expect(more).toHaveAttribute('aria-current', 'true');
  // The longest label of the bar does not wrap on the narrowest phone with text twice as large. Last, because a rotated
  // phone may stay zoomed.
  await page.setViewportSize({ width: 320, height: 640 });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  const longest = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Transactions' });
  const lines = await longest.evaluate((link) => {
    const words = document.createRange();
    words.selectNodeContents(link.lastChild ?? link);
    return words.getClientRects().length;
  });
  expect(lines).toBe(1);
});

const FIELDS = 'main :is(input, textarea):not([type=checkbox], [type=radio], [type=hidden])';

// The other forms: language-switch.screen.test.tsx.
test('a transfer keeps its page and typed values when the language is switched and back', {
  tag: '@desktop',
}, async ({ page }) => {
  await signIn(page, amelia);
  await page.goto('/fundsTransfer');
  await settled(page);
  await payNew(page, 'internal');
  const heading = page.getByRole('heading', { level: 1 });
  const fields = page.locator(FIELDS);
  const values = () => fields.evaluateAll((found) => found.map((field) => (field as HTMLInputElement).value));
  const switchTo = async (name: string, tag: string) => {
    await page.getByRole('button', { name, exact: true }).filter({ visible: true }).first().click();
    await expect(page.locator('html')).toHaveAttribute('lang', tag);
  };
  await expect(fields.first()).toBeVisible();
  for (const [index, field] of (await fields.all()).entries()) await field.fill(`${index + 1}29`);
  await fields.last().blur();
  // An amount gets its cents when it loses focus.
  const typed = await values();
  for (const [index, value] of typed.entries()) expect(value).toMatch(new RegExp(`^${index + 1}29(\\.00)?$`));
  const english = await heading.innerText();
  await switchTo('简体中文', 'zh-CN');
  await expect(heading).toHaveText(/\p{Script=Han}/u);
  expect(await values()).toEqual(typed);
  await switchTo('English', 'en-AU');
  await expect(heading).toHaveText(english);
  expect(await values()).toEqual(typed);
  await expect(page).toHaveURL(/\/fundsTransfer#/);
});
