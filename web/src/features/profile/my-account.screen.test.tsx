import { deletePasscode, verifyIfPasscodeIsSet } from '@wattle/contract/access/passcodes.ts';
import { changePassword } from '@wattle/contract/access/password.ts';
import { endSignIn, getSignIns } from '@wattle/contract/access/sign-ins.ts';
import { getTaxExemptionCodes, setTaxFileNumber } from '@wattle/contract/activation/tax-file-number.ts';
import { requestAccountClosure } from '@wattle/contract/profile/online-account.ts';
import { updateAccessDetails } from '@wattle/contract/profile/contacts.ts';
import { updateDeliveryMethod, updateStatementFrequency } from '@wattle/contract/profile/statement-choices.ts';
import { updatePersonalDetails } from '@wattle/contract/profile/change-personal-details.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessibleInBothSchemes } from '../../../test-support/accessible.ts';
import { alert, button, expectAlert, field, press } from '../../../test-support/by-hand.ts';
import {
  ANOTHER_DEVICE,
  change,
  givenMyAccount,
  openMyAccount,
  THIS_DEVICE,
} from '../../../test-support/given-my-account.ts';
import { answer, refuse, sent } from '../../../test-support/given-server.ts';
import { givenPerson } from '../../../test-support/given-person.ts';
import { reloadScreen } from '../../../test-support/open-screen.tsx';
import { switchLanguage } from '../../i18n/i18n.ts';

const PASSWORD = 'Golden-Wattle-2026';
const DONE = { result: true } as const;

const password = field('Current password');
const saved = page.getByRole('status').filter({ hasText: 'Saved' });

beforeEach(givenMyAccount);

test('one section is edited at a time, and a phone number requires the password', async () => {
  answer(updatePersonalDetails, () => {
    givenPerson({ HomePhone: '03 9000 0001' });
    return DONE;
  });
  await openMyAccount();
  await change('Home phone');
  await expect.element(button('Change Offers')).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('textbox', { name: 'Home phone' }).fill('03 9000 0001');
  await press('Save home phone');
  await expectAlert('Enter your current password');
  await expectAccessibleInBothSchemes();
  expect(sent(updatePersonalDetails)).toEqual([]);
  await password.fill(PASSWORD);
  await press('Save home phone');
  await expect.element(page.getByText('03 9000 0001')).toBeVisible();
  expect(sent(updatePersonalDetails).map(({ body }) => body)).toEqual([
    { HomePhone: '03 9000 0001', currentpassword: PASSWORD },
  ]);
});

test('a mailing address must be complete, and its heading is announced once', async () => {
  await openMyAccount();
  await change('Postal address');
  const group = page.getByRole('group', { name: 'Postal address' });
  await expect.element(group.getByRole('textbox', { name: 'Suburb' })).toBeVisible();
  // The heading of the section has the same words, so the legend is hidden.
  expect(group.element().querySelector('legend')?.getBoundingClientRect().height).toBeLessThanOrEqual(1);
  await group.getByRole('textbox', { name: 'Suburb' }).fill('Thorndon');
  await password.fill(PASSWORD);
  await press('Save postal address');
  await expectAlert('Fix these answers to continue');
  await expect.element(group.getByRole('textbox', { name: 'Address line 1' })).toBeInvalid();
  await expect.element(group.getByRole('textbox', { name: 'Postcode' })).toBeInvalid();
  await expectAccessibleInBothSchemes();
  expect(sent(updatePersonalDetails)).toEqual([]);
});

test('letters are sent home again when the mailing address is empty', async () => {
  answer(updatePersonalDetails, DONE);
  await openMyAccount();
  await change('Postal address');
  await password.fill(PASSWORD);
  await press('Save postal address');
  await expect.element(saved).toBeInTheDocument();
  expect(sent(updatePersonalDetails).map(({ body }) => body)).toEqual([
    { CorrespondenceAddress: null, currentpassword: PASSWORD },
  ]);
});

test('a new password must be entered twice, with the correct current one', async () => {
  await openMyAccount();
  await change('Password');
  const enter = async (old: string, again: string) => {
    await password.fill(old);
    await field('New password').fill('Paperbark-Swamp-42');
    await field('Confirm new password').fill(again);
    await press('Save password');
  };
  await enter(PASSWORD, 'Paperbark-Swamp-43');
  await expectAlert('Enter the same password in both fields');
  expect(sent(changePassword)).toEqual([]);
  refuse(changePassword, 'current_password_wrong', 'oldPassword');
  await enter('Not-The-Password-1', 'Paperbark-Swamp-42');
  await expectAlert('Current password is not valid');
  await expect.element(field('New password')).toHaveValue('Paperbark-Swamp-42');
  await expectAccessibleInBothSchemes();
  answer(changePassword, DONE);
  await enter(PASSWORD, 'Paperbark-Swamp-42');
  await expect.element(saved).toBeInTheDocument();
  await expect.element(field('New password')).not.toBeInTheDocument();
  await expect.element(button('Change Password')).toHaveFocus();
  expect(sent(changePassword).at(-1)?.body).toEqual({ oldPassword: PASSWORD, newPassword: 'Paperbark-Swamp-42' });
});

test('a username cannot be an account number or already taken', async () => {
  givenPerson({ UserName: '200100017' });
  await openMyAccount({ brand: 'stumps' });
  const username = page.getByRole('textbox', { name: 'Username' });
  await change('Username');
  const choose = async (name: string) => {
    await username.fill(name);
    await password.fill(PASSWORD);
    await press('Save username');
  };
  await choose('100100023');
  await expectAlert('Choose a username with 3 to 64 letters or digits');
  await expectAccessibleInBothSchemes();
  expect(sent(updateAccessDetails)).toEqual([]);
  refuse(updateAccessDetails, 'required_field', 'UserName');
  await choose('jack.martin');
  await expectAlert('That username is taken or can’t be used');
  answer(updateAccessDetails, () => {
    givenPerson({ UserName: 'jack.martin' });
    return { ...DONE, CodeSentTo: null };
  });
  await choose('jack.martin');
  await expect.element(page.getByText('jack.martin', { exact: true })).toBeVisible();
});

test('a passcode is deleted with the password', async () => {
  answer(verifyIfPasscodeIsSet, { passcodeIsSet: true });
  await openMyAccount();
  await change('Passcode');
  await press('Delete passcode');
  await expectAlert('Enter your current password');
  await expectAccessibleInBothSchemes();
  answer(deletePasscode, () => {
    answer(verifyIfPasscodeIsSet, { passcodeIsSet: false });
    return DONE;
  });
  await password.fill(PASSWORD);
  await press('Delete passcode');
  await expect.element(page.getByText('Not set')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Set a passcode' })).toBeVisible();
  expect(sent(deletePasscode).map(({ body }) => body)).toEqual([{ currentpassword: PASSWORD }]);
});

test('a tax file number must be valid, and an exemption needs a reason', async () => {
  answer(getTaxExemptionCodes, { TaxExemptionCodes: [{ Key: 'pension', Value: 'A pension' }] });
  await openMyAccount();
  await change('Tax file number');
  await page.getByRole('textbox', { name: 'Tax file number' }).fill('123 456 789');
  await press('Save tax file number');
  await expect.element(alert).toHaveFocus();
  await expectAlert('Enter the tax file number as it appears on your tax papers');
  await expectAccessibleInBothSchemes();
  await page.getByRole('radio', { name: /I’m exempt/ }).click();
  await press('Save tax file number');
  await expectAlert('Choose why you’re exempt');
  await expectAccessibleInBothSchemes();
  expect(sent(setTaxFileNumber)).toEqual([]);
  await press('Cancel');
  await expect.element(page.getByText('Not provided')).toBeVisible();
});

test('the security question is in the language of the screen', async () => {
  await openMyAccount();
  await expect.element(page.getByText('What was the name of your first pet?')).toBeVisible();
  await switchLanguage('zhCN', { remember: false });
  await expect.element(page.getByText('您的第一只宠物叫什么名字？')).toBeVisible();
  await switchLanguage('enAU', { remember: false });
});

test('a security question needs an answer', async () => {
  await openMyAccount();
  await change('Security question');
  await page.getByRole('combobox', { name: 'Security question' }).selectOptions('2');
  await password.fill(PASSWORD);
  await press('Save security question');
  await expectAlert('Enter your answer');
  await expectAccessibleInBothSchemes();
  answer(updateAccessDetails, { ...DONE, CodeSentTo: null });
  await field('Your answer').fill('Fern');
  await password.fill(PASSWORD);
  await press('Save security question');
  await expect.element(saved).toBeInTheDocument();
  expect(sent(updateAccessDetails).map(({ body }) => body)).toEqual([
    { SecurityQuestion: 2, SecurityQuestionAnswer: 'Fern', currentpassword: PASSWORD },
  ]);
});

test('the delivery of statements and offers can be chosen', async () => {
  answer(updateDeliveryMethod, DONE);
  answer(updateStatementFrequency, () => {
    givenPerson({ StatementDeliveryType: 80, StatementFrequencyType: 1 });
    return DONE;
  });
  await openMyAccount();
  await change('Statements');
  await expectAccessibleInBothSchemes();
  await page.getByRole('radio', { name: 'On paper' }).click();
  await page.getByRole('radio', { name: 'Every month' }).click();
  await press('Save statements');
  await expect.element(button('Save statements')).not.toBeInTheDocument();
  await expect.element(page.getByText('On paper')).toBeVisible();
  expect(sent(updateDeliveryMethod).map(({ body }) => body)).toEqual([{ newDeliveryMethod: 80 }]);
  expect(sent(updateStatementFrequency).map(({ body }) => body)).toEqual([{ newFrequency: 1 }]);

  answer(updatePersonalDetails, DONE);
  await change('Offers');
  await expectAccessibleInBothSchemes();
  await page.getByRole('checkbox', { name: /Offers for your card/ }).click();
  await press('Save offers');
  await expect.element(page.getByRole('region', { name: 'Offers' }).getByRole('status')).toHaveTextContent('Saved');
  expect(sent(updatePersonalDetails).map(({ body }) => body)).toEqual([
    { ProductMarketingEmail: true, CfsMarketingEmail: false },
  ]);
});

test('an unverified user can correct name and date of birth', async () => {
  givenPerson({ Kyc: false });
  await openMyAccount();
  await change('Name and date of birth');
  await page.getByRole('combobox', { name: 'Title' }).selectOptions('Dr');
  await field('First name').fill('');
  await field('Last name').fill("nair-o'hara");
  await press('Save name and date of birth');
  await expectAlert('Enter your first name');
  await expectAlert('Enter your current password');
  await expectAccessibleInBothSchemes();
  answer(updatePersonalDetails, DONE);
  await field('First name').fill('Priya');
  await password.fill(PASSWORD);
  await press('Save name and date of birth');
  await expect.element(saved).toBeInTheDocument();
  expect(sent(updatePersonalDetails).map(({ body }) => body)).toEqual([
    {
      Title: 'Dr',
      FirstName: 'Priya',
      MiddleName: '',
      Surname: "Nair-O'Hara",
      UnparsedDateOfBirth: '1990-02-01',
      currentpassword: PASSWORD,
    },
  ]);
});

test('closure of an account is requested and withdrawn', async () => {
  answer(requestAccountClosure, ({ body }) => {
    givenPerson({ ClosureAskedAt: body.IsAsked ? '2026-11-20T02:00:00.000Z' : null });
    return DONE;
  });
  await openMyAccount();
  await press('Close account');
  await password.fill(PASSWORD);
  await press('Ask to close account');
  await expect.element(page.getByText('Closure requested on 20 Nov 2026')).toBeVisible();
  await expectAccessibleInBothSchemes();
  reloadScreen();
  await expect.element(page.getByText('Closure requested on 20 Nov 2026')).toBeVisible();
  await press('Keep account');
  await password.fill(PASSWORD);
  await press('Keep account');
  await expect.element(page.getByText(/Closure requested on/)).not.toBeInTheDocument();
  expect(sent(requestAccountClosure).map(({ body }) => body.IsAsked)).toEqual([true, false]);
});

test('held contacts show until when, and cannot be changed', async () => {
  givenPerson({ ContactsHeldUntil: '2026-11-21T02:00:00.000Z' });
  await openMyAccount();
  await expect.element(page.getByText(/you can’t change your contact details until/)).toBeVisible();
  await expect.element(button('Change Password')).toBeVisible();
  for (const title of ['Sign-in', 'Mobile', 'Home phone', 'Home address']) {
    await expect.element(button(`Change ${title}`)).not.toBeInTheDocument();
  }
  await expectAccessibleInBothSchemes();
});

test('another session can be signed out', async () => {
  answer(endSignIn, () => {
    answer(getSignIns, { SignIns: [THIS_DEVICE], Views: [], Programme: 'Wattle' });
    return { IsSuccessful: true as const };
  });
  await openMyAccount();
  const signIns = page.getByRole('region', { name: 'Where you’re signed in' });
  await signIns.getByRole('button', { name: 'Sign out Firefox on Windows' }).click();
  await expect.element(signIns.getByRole('status')).toHaveTextContent('Signed out.');
  await expect.element(signIns.getByRole('button', { name: 'Sign out Firefox on Windows' })).not.toBeInTheDocument();
  await expectAccessibleInBothSchemes();
  expect(sent(endSignIn).map(({ body }) => body)).toEqual([{ Id: ANOTHER_DEVICE.Id }]);
});

test('views by staff are listed, in both languages', async () => {
  givenMyAccount();
  answer(getSignIns, {
    SignIns: [THIS_DEVICE],
    Views: [{ OpenedAt: '2026-11-19T02:05:00.000Z' }],
    Programme: 'Harbour Mutual',
  });
  await openMyAccount();
  const list = page.getByRole('list', { name: 'When staff viewed your account' });
  await expect.element(list.getByText('Staff of Harbour Mutual viewed your account')).toBeVisible();
  await expectAccessibleInBothSchemes();
  await switchLanguage('zhCN', { remember: false });
  await expect.element(page.getByText('Harbour Mutual 的员工查看了您的账户')).toBeVisible();
});
