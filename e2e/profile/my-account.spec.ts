import { expectNoAxeFindings } from '../support/axe.ts';
import { amelia, aroha, jack, priya } from '../support/people.ts';
import { settled } from '../support/settled.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

test('one section is edited at a time, and a contact needs the password', { tag: '@phone' }, async ({ page }) => {
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

test('a new mobile number counts once its code is entered; another session is signed out', { tag: '@desktop' }, async ({
  page,
  browser,
  baseURL,
}) => {
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
    const inbox = await page.context().newPage();
    await inbox.goto('/tui/sandbox/inbox');
    const text =
      (await inbox.getByRole('article').filter({ hasText: 'to confirm this number' }).first().textContent()) ?? '';
    await inbox.close();
    await pending.getByLabel('Code').fill(/(\d{6}) is the code/.exec(text)?.[1] ?? '');
    await pending.getByRole('button', { name: 'Confirm' }).click();
    await expect(pending).toBeHidden();
  };
  await changeTo('0400 000 807');
  await expect(page.getByText('0400 000 807')).toBeVisible();
  // As it was, for everybody else.
  await changeTo('0400000007');
});

test('a new email counts once its code is entered, and a change back ends the link to the old one', {
  tag: '@phone',
}, async ({ page }) => {
  const newest = async (about: string) => {
    const inbox = await page.context().newPage();
    await inbox.goto('/tui/sandbox/inbox');
    const message = inbox.getByRole('article').filter({ hasText: about }).first();
    await expect(message).toBeVisible();
    const text = (await message.textContent()) ?? '';
    await inbox.close();
    return text;
  };
  const changeTo = async (email: string) => {
    await page.goto('/tui/myAccount');
    await page.getByRole('button', { name: 'Change Sign-in' }).click();
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await page.getByLabel('Current password', { exact: true }).fill(aroha.password);
    await page.getByRole('button', { name: 'Send code to new email' }).click();
    await expect(pending).toContainText(email);
  };
  const enterCode = async () => {
    const code = /address:\s*(\d{6})/.exec(await newest('code to confirm this email address'))?.[1] ?? '';
    await pending.getByLabel('Code').fill(code);
    await pending.getByRole('button', { name: 'Confirm' }).click();
    await expect(pending).toBeHidden();
  };
  const pending = page.getByRole('region', { name: 'Confirm your new email address' });
  await signIn(page, aroha);
  await changeTo('aroha.new@example.com');
  await expect(page.getByRole('status').filter({ hasText: 'Waiting for the code' })).toBeVisible();
  await pending.getByLabel('Code').fill('000000');
  await pending.getByRole('button', { name: 'Confirm' }).click();
  await expect(pending.getByRole('alert')).toContainText('That code is not right, or too old');
  await expectNoAxeFindings(page);
  await enterCode();
  await expect(page.getByRole('status').filter({ hasText: 'Your new email address is confirmed.' })).toBeFocused();
  await expect(page.getByText('aroha.new@example.com').first()).toBeVisible();
  const link = /\/tui\/undoContactChange\/\w{32}/.exec(await newest('email address was changed'))?.[0] ?? '';

  // As it was, for everybody else. The old address could undo, so this is the undo, and its link has ended.
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
}) => {
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
  await page.getByRole('textbox', { name: 'Username' }).fill('200200023');
  await page.getByLabel('Current password', { exact: true }).fill(jack.password);
  await page.getByRole('button', { name: 'Save username' }).click();
  await expect(page.getByRole('alert')).toContainText('Choose a username of 3 to 64 letters and digits');
  await expectNoAxeFindings(page);
  await page.getByRole('textbox', { name: 'Username' }).fill('jack.bowls');
  await page.getByLabel('Current password', { exact: true }).fill(jack.password);
  await page.getByRole('button', { name: 'Save username' }).click();
  await expect(page.getByText('jack.bowls')).toBeVisible();

  // Amelia's stays as it is, for everybody else.
  await signIn(page, amelia);
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

test('a password, a security question and the statements are changed', { tag: '@phone' }, async ({ page }) => {
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
  // As it was, for everybody else.
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

test('who is not verified mends name and date of birth', { tag: '@phone' }, async ({ page }) => {
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
