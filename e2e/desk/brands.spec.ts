import { approveAtDesk, openRequest, signInAtDesk } from '../support/desk-page.ts';
import { expect, test } from '../support/test.ts';

// The other journeys read the brand that this one changes.
test.use({ ownServer: true });

const BEFORE = 'Lost or stolen card? Call the club on';
const AFTER = 'Card gone? Ring the club on';

test('a brand is drafted, published by two people, seen at the sign-in, and taken back', {
  tag: '@desktop',
}, async ({ page, server, browser }) => {
  const look = async () => {
    await page.goto('/stumps/login');
    const submit = page.getByRole('button', { name: 'Sign in', exact: true });
    await expect(submit).toBeVisible();
    return submit.evaluate((button) => getComputedStyle(button).backgroundColor);
  };
  expect(await look()).toBe('rgb(140, 26, 43)');
  await expect(page.getByText(BEFORE).first()).toBeVisible();

  const desk = await browser.newPage({ baseURL: server.url });
  await signInAtDesk(desk, 'kate');
  await desk.getByRole('link', { name: 'Brands', exact: true }).click();
  await desk.getByRole('link', { name: /^Stumps Club/ }).click();
  const brand = desk.getByLabel('Brand', { exact: true });
  await brand.fill('#d9a441');
  await expect(desk.getByText('Below 4.5').first()).toBeVisible();
  await brand.fill('#7a1f2b');
  await expect(desk.getByText('Below 4.5')).toHaveCount(0);
  await desk.getByRole('link', { name: 'Words' }).click();
  await desk.getByLabel('Find a text').fill('lostOrStolen');
  await desk.getByRole('group', { name: 'access:lostOrStolen' }).getByLabel('English').fill(AFTER);
  await desk.getByRole('button', { name: 'Save as a draft' }).click();
  await expect(desk.getByText('Draft 2 of Stumps Club is saved.')).toBeVisible();
  // A draft shows to no one.
  expect(await look()).toBe('rgb(140, 26, 43)');

  await desk.getByRole('button', { name: 'Ask to publish', exact: true }).click();
  await expect(desk.getByRole('table', { name: 'What changes' })).toContainText('#7a1f2b');
  await desk.getByLabel('Reason', { exact: true }).fill('New season');
  await desk.getByRole('button', { name: 'Ask to publish version 2' }).click();
  await approveAtDesk(desk, 'omar', await openRequest(desk));
  await expect.poll(look).toBe('rgb(122, 31, 43)');
  await expect(page.getByText(AFTER).first()).toBeVisible();

  await desk.goto('/desk/brands/stumps?tab=versions');
  await desk.getByRole('button', { name: 'Go back to version 1' }).click();
  await desk.getByLabel('Reason', { exact: true }).fill('Wrong red');
  await desk.getByRole('button', { name: 'Ask to go back to version 1' }).click();
  await approveAtDesk(desk, 'kate', await openRequest(desk));
  await expect.poll(look).toBe('rgb(140, 26, 43)');
  await expect(page.getByText(BEFORE).first()).toBeVisible();
  await desk.close();
});
