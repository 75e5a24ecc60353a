import { zh } from '../support/words.ts';
import { confirmEmail } from '../support/confirmed.ts';
import { newestMessage } from '../support/inbox.ts';
import { givenWebPerson } from '../support/own-people.ts';
import type { RunningServer } from '../support/running-server.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

/** Person at tui with a confirmed email address. */
async function givenAroha(server: RunningServer) {
  const person = await givenWebPerson(server, ['Aroha', 'Ngata'], { brand: 'tui' });
  await confirmEmail(server, person);
  return person;
}

test('a phone number, an address and a closure request are changed with the password and saved', {
  tag: ['@gate', '@phone'],
}, async ({ page, server }) => {
  const aroha = await givenAroha(server);
  await signIn(page, aroha);
  await page.goto('/tui/myAccount');
  const password = page.getByLabel('Current password', { exact: true });
  const change = (title: string) => page.getByRole('button', { name: `Change ${title}` }).click();
  await change('Home phone');
  await page.getByRole('textbox', { name: 'Home phone' }).fill('03 900 0001');
  await password.fill('Not-The-Password-1');
  await page.getByRole('button', { name: 'Save home phone' }).click();
  await expect(page.getByRole('alert')).toContainText('Current password is not valid');
  await password.fill(aroha.password);
  await page.getByRole('button', { name: 'Save home phone' }).click();
  await expect(page.getByText('+64 3 900 0001')).toBeVisible();

  await change('Postal address');
  await page.getByRole('textbox', { name: 'Address line 1' }).fill('12 Kauri Road');
  await page.getByRole('textbox', { name: 'Suburb' }).fill('Thorndon');
  await page.getByRole('textbox', { name: 'Postcode' }).fill('6011');
  await password.fill(aroha.password);
  await page.getByRole('button', { name: 'Save postal address' }).click();
  await expect(page.getByText('12 Kauri Road, Thorndon')).toBeVisible();

  await page.getByRole('button', { name: 'Close account', exact: true }).click();
  await password.fill(aroha.password);
  await page.getByRole('button', { name: 'Ask to close account' }).click();
  await expect(page.getByText(/Closure requested on/)).toBeVisible();
  await page.reload();
  for (const kept of ['+64 3 900 0001', '12 Kauri Road, Thorndon', /Closure requested on/]) {
    await expect(page.getByText(kept)).toBeVisible();
  }
});

test('a new mobile number takes effect after its code is entered, and another session is signed out', {
  tag: ['@gate-desktop', '@desktop'],
}, async ({ page, browser, baseURL, server }) => {
  const aroha = await givenAroha(server);
  await signIn(page, aroha);
  const elsewhere = await browser.newPage(baseURL === undefined ? {} : { baseURL });
  await signIn(elsewhere, aroha);
  await page.goto('/tui/myAccount');
  const signIns = page.getByRole('region', { name: 'Where you’re signed in' });
  await expect(signIns.getByText('This device')).toBeVisible();
  await signIns
    .getByRole('button', { name: /^Sign out Chrome/ })
    .first()
    .click();
  await expect(signIns.getByRole('status')).toHaveText('Signed out.');
  await elsewhere.reload();
  await expect(elsewhere).toHaveURL(/\/tui(\/login)?$/);
  await elsewhere.close();

  const changeTo = async (mobile: string, shown: string) => {
    await page.getByRole('button', { name: 'Change Mobile' }).click();
    await page.getByRole('textbox', { name: 'Mobile' }).fill(mobile);
    await page.getByLabel('Current password', { exact: true }).fill(aroha.password);
    await page.getByRole('button', { name: 'Send code to new number' }).click();
    const pending = page.getByRole('region', { name: 'Confirm your mobile number' });
    await expect(pending).toContainText(shown);
    const text = await newestMessage(page, 'tui', 'to confirm this number');
    await pending.getByLabel('Code').fill(/(\d{6}) is the code/.exec(text)?.[1] ?? '');
    await pending.getByRole('button', { name: 'Confirm' }).click();
    await expect(pending).toBeHidden();
  };
  // A New Zealand number in its national form.
  await changeTo('021 123 4567', '+64 21 123 4567');
  await expect(page.getByText('+64 21 123 4567')).toBeVisible();
});

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('a phone number is changed with the password, and a new email address with its code', {
    tag: ['@gate', '@phone'],
  }, async ({ page, server }) => {
    const person = await givenAroha(server);
    const email = `aroha.new.${Date.now()}@example.com`;
    const change = (title: string) =>
      page.getByRole('button', { name: `${zh('ui:change')} ${zh(title)}`, exact: true }).click();
    const password = page.getByLabel(zh('myAccount:password.old'), { exact: true });
    await signIn(page, person);
    await page.goto('/tui/myAccount');
    await expect(page.getByRole('heading', { name: zh('myAccount:title'), level: 1 })).toBeVisible();
    await change('myAccount:phone.home');
    await page.getByRole('textbox', { name: zh('myAccount:phone.home') }).fill('03 900 0001');
    await password.fill(person.password);
    await page.getByRole('button', { name: zh('myAccount:phone.save') }).click();
    await expect(page.getByText('+64 3 900 0001')).toBeVisible();

    await change('myAccount:access.title');
    await page.getByRole('textbox', { name: zh('myAccount:email') }).fill(email);
    await password.fill(person.password);
    await page.getByRole('button', { name: zh('myAccount:access.save') }).click();
    const pending = page.getByRole('region', { name: zh('myAccount:pending.email') });
    await expect(pending).toContainText(email);
    const code = /(?<!\d)\d{6}(?!\d)/.exec(await newestMessage(page, 'tui', email))?.[0] ?? '';
    await pending.getByLabel(zh('myAccount:pending.code')).fill(code);
    await pending.getByRole('button', { name: zh('myAccount:pending.submit') }).click();
    await expect(page.getByRole('status').filter({ hasText: zh('myAccount:pending.done.email') })).toBeFocused();
    await expect(page.getByText(email).first()).toBeVisible();
  });
});
