import { amelia } from '../../support/people.ts';
import { settled } from '../../support/settled.ts';
import { signIn } from '../../support/sign-in.ts';
import { expect, test } from '../../support/test.ts';
import { payNew } from '../../support/transfer.ts';

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
