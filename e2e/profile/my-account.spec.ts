import { expectNoAxeFindings } from '../support/axe.ts';
import { zh } from '../support/words.ts';
import { confirmEmail } from '../support/confirmed.ts';
import { newestMessage } from '../support/inbox.ts';
import { givenWebPerson } from '../support/own-people.ts';
import type { RunningServer } from '../support/running-server.ts';
import { settled } from '../support/settled.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

/** Somebody at tui whose email address is confirmed. */
async function givenAroha(server: RunningServer) {
  const person = await givenWebPerson(server, ['Aroha', 'Ngata'], { brand: 'tui' });
  await confirmEmail(server, person);
  return person;
}

test('one section is edited at a time, and a contact needs the password', { tag: ['@gate', '@phone'] }, async ({
  page,
  server,
}) => {
  const aroha = await givenAroha(server);
  await signIn(page, aroha);
  await page.goto('/tui/myAccount');
  await settled(page);
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: 'Change Home phone' }).click();
  await expect(page.getByRole('button', { name: 'Change Offers' })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('textbox', { name: 'Home phone' }).fill('03 9000 0001');
  await page.getByRole('button', { name: 'Save phone numbers' }).click();
  await expect(page.getByRole('alert')).toContainText('Enter your current password');
  await page.getByLabel('Current password', { exact: true }).fill(aroha.password);
  await page.getByRole('button', { name: 'Save phone numbers' }).click();
  await expect(page.getByText('03 9000 0001')).toBeVisible();

  await page.getByRole('button', { name: 'Change Address for letters' }).click();
  const address = page.getByRole('group', { name: 'Address for letters' });
  await expect(address.getByRole('textbox', { name: 'Suburb' })).toBeVisible();
  // The heading of the section says it: in sight it stands once.
  expect((await address.locator('legend').boundingBox())?.height).toBeLessThanOrEqual(1);
  await page.getByLabel('Current password', { exact: true }).fill(aroha.password);
  await page.getByRole('textbox', { name: 'Suburb' }).fill('Thorndon');
  await page.getByRole('button', { name: 'Save address for letters' }).click();
  await expect(page.getByRole('alert')).toContainText('Some answers need another look');
  await expectNoAxeFindings(page);
  await page.getByRole('textbox', { name: 'Address line 1' }).fill('12 Kauri Road');
  await page.getByRole('textbox', { name: 'Postcode' }).fill('6011');
  await page.getByLabel('Current password', { exact: true }).fill(aroha.password);
  await page.getByRole('button', { name: 'Save address for letters' }).click();
  await expect(page.getByText('12 Kauri Road, Thorndon')).toBeVisible();
  await page.reload();
  await expect(page.getByText('12 Kauri Road, Thorndon')).toBeVisible();

  await page.getByRole('button', { name: 'Change Offers' }).click();
  await page.getByRole('checkbox', { name: /Offers for your card/ }).check();
  await page.getByRole('button', { name: 'Save offers' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Saved' }).last()).toBeVisible();

  await page.getByRole('button', { name: 'Change Close the account' }).click();
  await page.getByLabel('Current password', { exact: true }).fill(aroha.password);
  await page.getByRole('button', { name: 'Ask to close the account' }).click();
  await expect(page.getByText(/You asked on .* to close it/)).toBeVisible();
  await page.getByRole('button', { name: 'Change Close the account' }).click();
  await page.getByLabel('Current password', { exact: true }).fill(aroha.password);
  await page.getByRole('button', { name: 'Keep the account' }).click();
  await expect(page.getByText(/You asked on/)).toBeHidden();

  await page.getByRole('button', { name: 'Change Password' }).click();
  await page.getByLabel('Current password', { exact: true }).fill('Not-The-Password-1');
  await page.getByLabel('New password', { exact: true }).fill('Paperbark-Swamp-42');
  await page.getByLabel('New password again', { exact: true }).fill('Paperbark-Swamp-42');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByRole('alert')).toContainText('Current password is not valid');
  await expectNoAxeFindings(page);
});

test('a new mobile number counts once its code is entered; another session is signed out', {
  tag: ['@gate-desktop', '@desktop'],
}, async ({ page, browser, baseURL, server }) => {
  const aroha = await givenAroha(server);
  await signIn(page, aroha);
  const elsewhere = await browser.newPage({ ...(baseURL === undefined ? {} : { baseURL }) });
  await signIn(elsewhere, aroha);
  await page.goto('/tui/myAccount');
  const signIns = page.getByRole('region', { name: 'Where you are signed in' });
  await expect(signIns.getByText('This device')).toBeVisible();
  await signIns
    .getByRole('button', { name: /^Sign out Chrome/ })
    .first()
    .click();
  await expect(signIns.getByRole('status')).toHaveText('Signed out.');
  await elsewhere.reload();
  await expect(elsewhere).toHaveURL(/\/tui(\/login)?$/);
  await elsewhere.close();

  const changeTo = async (mobile: string) => {
    await page.getByRole('button', { name: 'Change Mobile' }).click();
    await page.getByRole('textbox', { name: 'Mobile' }).fill(mobile);
    await page.getByLabel('Current password', { exact: true }).fill(aroha.password);
    await page.getByRole('button', { name: 'Send code to new number' }).click();
    const pending = page.getByRole('region', { name: 'Confirm your new mobile number' });
    await expect(pending).toContainText(mobile);
    await expectNoAxeFindings(page);
    const text = await newestMessage(page, 'tui', 'to confirm this number');
    await pending.getByLabel('Code').fill(/(\d{6}) is the code/.exec(text)?.[1] ?? '');
    await pending.getByRole('button', { name: 'Confirm' }).click();
    await expect(pending).toBeHidden();
  };
  await changeTo('0400 000 807');
  await expect(page.getByText('0400 000 807')).toBeVisible();
});

test('a new email counts once its code is entered, and a change back ends the link to the old one', {
  tag: '@phone',
}, async ({ page, server }) => {
  const aroha = await givenAroha(server);
  const email = `aroha.new.${Date.now()}@example.com`;
  const newest = (about: string) => newestMessage(page, 'tui', about);
  const changeTo = async (next: string) => {
    await page.goto('/tui/myAccount');
    await page.getByRole('button', { name: 'Change Sign-in' }).click();
    await page.getByRole('textbox', { name: 'Email' }).fill(next);
    await page.getByLabel('Current password', { exact: true }).fill(aroha.password);
    await page.getByRole('button', { name: 'Send code to new email' }).click();
    await expect(pending).toContainText(next);
  };
  const enterCode = async () => {
    const code = /address:\s*(\d{6})/.exec(await newest('code to confirm this email address'))?.[1] ?? '';
    await pending.getByLabel('Code').fill(code);
    await pending.getByRole('button', { name: 'Confirm' }).click();
    await expect(pending).toBeHidden();
  };
  const pending = page.getByRole('region', { name: 'Confirm your new email address' });
  await signIn(page, aroha);
  await changeTo(email);
  await expect(page.getByRole('status').filter({ hasText: 'Waiting for the code' })).toBeVisible();
  await pending.getByLabel('Code').fill('000000');
  await pending.getByRole('button', { name: 'Confirm' }).click();
  await expect(pending.getByRole('alert')).toContainText('That code is not right, or too old');
  await expectNoAxeFindings(page);
  await enterCode();
  await expect(page.getByRole('status').filter({ hasText: 'Your new email address is confirmed.' })).toBeFocused();
  await expect(page.getByText(email).first()).toBeVisible();
  const link = /\/tui\/undoContactChange\/\w{32}/.exec(await newest('email address was changed'))?.[0] ?? '';

  // The old address could undo, so this is the undo, and its link has ended.
  await changeTo(aroha.username);
  await enterCode();
  await expect(page.getByText(aroha.username).first()).toBeVisible();
  await page.goto(link);
  await settled(page);
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: 'Undo change' }).click();
  await expect(page.getByRole('alert')).toContainText('This change has already been undone');
  await expect(page.getByRole('button', { name: 'Undo change' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Go to sign in' })).toBeVisible();
  await expectNoAxeFindings(page);
});

test('a username is chosen, a passcode deleted, and a tax file number checked', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  const jack = await givenWebPerson(server, ['Jack', 'Martin'], { brand: 'stumps' });
  const username = `jack.${Date.now()}`;
  await signIn(page, jack);
  await page.goto('/stumps/setLoginPin');
  await page.getByLabel('New passcode', { exact: true }).fill('4826');
  await page.getByLabel('Passcode again', { exact: true }).fill('4826');
  await page.getByRole('button', { name: 'Set passcode' }).click();
  await expect(page.getByRole('heading', { name: 'Your passcode is set' })).toBeVisible();
  await page.goto('/stumps/myAccount');
  await page.getByRole('button', { name: 'Change Passcode' }).click();
  await page.getByLabel('Current password', { exact: true }).fill(jack.password);
  await page.getByRole('button', { name: 'Delete passcode' }).click();
  await expect(page.getByText('Not set')).toBeVisible();
  await page.getByRole('button', { name: 'Change Username' }).click();
  await page.getByRole('textbox', { name: 'Username' }).fill('100100023');
  await page.getByLabel('Current password', { exact: true }).fill(jack.password);
  await page.getByRole('button', { name: 'Save username' }).click();
  await expect(page.getByRole('alert')).toContainText('Choose a username of 3 to 64 letters and digits');
  await expectNoAxeFindings(page);
  await page.getByRole('textbox', { name: 'Username' }).fill(username);
  await page.getByLabel('Current password', { exact: true }).fill(jack.password);
  await page.getByRole('button', { name: 'Save username' }).click();
  await expect(page.getByText(username)).toBeVisible();

  await signIn(page, await givenWebPerson(server, ['Amelia', 'Chen']));
  await page.goto('/wattle/myAccount');
  await page.getByRole('button', { name: 'Change Tax file number' }).click();
  await page.getByRole('textbox', { name: /tax file number/i }).fill('123 456 789');
  await page.getByRole('button', { name: 'Save tax file number' }).click();
  await expect(page.getByRole('alert')).toBeFocused();
  await expectNoAxeFindings(page);
  await page.getByRole('radio', { name: /I am exempt/ }).check();
  await page.getByRole('button', { name: 'Save tax file number' }).click();
  await expect(page.getByRole('alert')).toContainText('Choose why you are exempt');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Not given')).toBeVisible();
});

test('a password, a security question and the statements are changed', { tag: '@phone' }, async ({ page, server }) => {
  const aroha = await givenAroha(server);
  await signIn(page, aroha);
  await page.goto('/tui/myAccount');
  const changePassword = async (from: string, to: string) => {
    await page.getByRole('button', { name: 'Change Password' }).click();
    await page.getByLabel('Current password', { exact: true }).fill(from);
    await page.getByLabel('New password', { exact: true }).fill(to);
    await page.getByLabel('New password again', { exact: true }).fill(to);
    await page.getByRole('button', { name: 'Save password' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Saved' }).last()).toBeVisible();
    await expect(page.getByLabel('New password', { exact: true })).toBeHidden();
  };
  await changePassword(aroha.password, 'Paperbark-Swamp-42');
  await changePassword('Paperbark-Swamp-42', aroha.password);

  await page.getByRole('button', { name: 'Change Security question' }).click();
  await page.getByRole('combobox', { name: 'Security question' }).selectOption({ index: 2 });
  await page.getByLabel('Current password', { exact: true }).fill(aroha.password);
  await page.getByRole('button', { name: 'Save security question' }).click();
  await expect(page.getByRole('alert')).toContainText('answer');
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Change Statements' }).click();
  await page.getByRole('radio', { name: 'On paper' }).check();
  await page.getByRole('radio', { name: 'Every month' }).check();
  await page.getByRole('button', { name: 'Save statements' }).click();
  await expect(page.getByRole('button', { name: 'Save statements' })).toBeHidden();
  await page.goto('/tui/statements');
  await expect(page.getByText('On paper, every month.')).toBeVisible();
});

test('who is not verified mends name and date of birth', { tag: '@phone' }, async ({ page, server }) => {
  const priya = await givenWebPerson(server, ['Priya', 'Nair']);
  await signIn(page, priya);
  await page.goto('/myAccount');
  await page.getByRole('button', { name: 'Change Name and date of birth' }).click();
  await page.getByRole('combobox', { name: 'Title' }).selectOption('Dr');
  await page.getByLabel('First name').fill('');
  await page.getByLabel('Last name').fill("nair-o'hara");
  await page.getByRole('button', { name: 'Save name and date of birth' }).click();
  await expect(page.getByRole('alert')).toContainText('Enter your first name');
  await expect(page.getByRole('alert')).toContainText('Enter your current password');
  await expectNoAxeFindings(page);
  await page.getByLabel('First name').fill('Priya');
  await page.getByLabel('Current password', { exact: true }).fill(priya.password);
  await page.getByRole('button', { name: 'Save name and date of birth' }).click();
  await expect(page.getByText("Dr Priya Nair-O'Hara")).toBeVisible();
  await page.reload();
  await expect(page.getByText("Dr Priya Nair-O'Hara")).toBeVisible();
});

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('a phone number is changed by the password, and a new email address by its code', {
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
    await page.getByRole('textbox', { name: zh('myAccount:phone.home') }).fill('03 9000 0001');
    await password.fill(person.password);
    await page.getByRole('button', { name: zh('myAccount:phone.save') }).click();
    await expect(page.getByText('03 9000 0001')).toBeVisible();

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
