import { confirmContact, undoContactChange, updateAccessDetails } from '@wattle/contract/profile/contacts.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessibleInBothSchemes } from '../../../test-support/accessible.ts';
import { alert, button, expectAlert, expectText, field, press, title } from '../../../test-support/by-hand.ts';
import { change, givenMyAccount, openMyAccount } from '../../../test-support/given-my-account.ts';
import { givenPerson } from '../../../test-support/given-person.ts';
import { answer, refuse, sent } from '../../../test-support/given-server.ts';
import { openScreen } from '../../../test-support/open-screen.tsx';
import { LANGUAGES, wordsIn } from '../../../test-support/words.ts';

const PASSWORD = 'Golden-Wattle-2026';
const CONTACTS = [
  {
    channel: 'email',
    to: 'amelia.new@example.com',
    change: 'Sign-in',
    label: 'Email address',
    send: 'Send code to new email',
    asked: { EmailAddress: 'amelia.new@example.com', currentpassword: PASSWORD },
    now: { EmailAddress: 'amelia.new@example.com' },
  },
  {
    channel: 'mobile',
    to: '0400 000 807',
    change: 'Mobile',
    label: 'Mobile',
    send: 'Send code to new number',
    asked: { Mobile: '0400 000 807', currentpassword: PASSWORD },
    now: { Mobile: '0400 000 807' },
  },
] as const;

beforeEach(givenMyAccount);

test.each(CONTACTS)('a new $channel takes effect after its code is entered', async (contact) => {
  const { channel, to } = contact;
  answer(updateAccessDetails, () => {
    givenPerson({ PendingContacts: [{ Channel: channel, Value: to }] });
    return { result: true as const, CodeSentTo: to };
  });
  await openMyAccount();
  await change(contact.change);
  await page.getByRole('textbox', { name: contact.label }).fill(to);
  await press(contact.send);
  await expectAlert('Enter your current password');
  await expectAccessibleInBothSchemes();
  await field('Current password').fill(PASSWORD);
  await press(contact.send);
  await expect.element(page.getByRole('status').filter({ hasText: 'Waiting for the code' })).toBeInTheDocument();
  expect(sent(updateAccessDetails).map(({ body }) => body)).toEqual([contact.asked]);

  const pending = page.getByRole('region', { name: wordsIn('enAU', `myAccount:pending.${channel}`) });
  await expectText(
    pending.getByRole('paragraph').filter({ hasText: /^Enter the code/ }),
    `Enter the code we sent to ${to}. Until then, we’ll keep using the old one.`,
  );
  refuse(confirmContact, 'access_code_wrong', 'code');
  await pending.getByLabelText('Code').fill('000000');
  await pending.getByRole('button', { name: 'Confirm' }).click();
  await expectAlert('Check the code in our latest message. This one is wrong or has expired');
  await expectAccessibleInBothSchemes();
  answer(confirmContact, () => {
    givenPerson(contact.now);
    return { result: true as const };
  });
  await pending.getByLabelText('Code').fill('112358');
  await pending.getByRole('button', { name: 'Confirm' }).click();
  const done = page.getByRole('status').filter({ hasText: wordsIn('enAU', `myAccount:pending.done.${channel}`) });
  await expect.element(done).toHaveFocus();
  await expect.element(pending).not.toBeInTheDocument();
  await expect.element(page.getByText(to).first()).toBeVisible();
  expect(sent(confirmContact).at(-1)?.body).toEqual({ Channel: channel, code: '112358' });
});

test.each(LANGUAGES)('contacts that wait for their codes are shown in %s', async (language) => {
  givenPerson({ PendingContacts: CONTACTS.map(({ channel, to }) => ({ Channel: channel, Value: to })) });
  await openMyAccount({ language });
  for (const { channel } of CONTACTS) {
    const pending = page.getByRole('region', { name: wordsIn(language, `myAccount:pending.${channel}`) });
    await expect.element(pending).toBeVisible();
  }
  await expectAccessibleInBothSchemes();
});

const openUndo = (language: (typeof LANGUAGES)[number] = 'enAU') =>
  openScreen(`/undoContactChange/${'a'.repeat(32)}`, { language });

test.each([
  ['token_invalid', 'This link has already been used or isn’t ours'],
  ['token_expired', 'You can only undo a change within 48 hours'],
  ['change_ended', 'This change has already been undone'],
] as const)('a link that undoes a change names the change of %s and permits nothing else', async (error, words) => {
  refuse(undoContactChange, error);
  await openUndo();
  await press('Undo change');
  await expectAlert(words);
  await expect.element(button('Undo change')).not.toBeInTheDocument();
  await expect.element(page.getByRole('link', { name: 'Go to sign in' })).toBeVisible();
  await expectAccessibleInBothSchemes();
});

test.each(LANGUAGES)(
  'a change of contact is undone with a press in %s, and a link to a new password follows',
  async (language) => {
    answer(undoContactChange, { result: true, LinkSentTo: 'a***@example.com' });
    await openUndo(language);
    await expect.element(title).toBeVisible();
    await expectAccessibleInBothSchemes();
    expect(sent(undoContactChange)).toEqual([]);
    await press(wordsIn(language, 'undoContact:submit'));
    await expect
      .element(page.getByRole('heading', { name: wordsIn(language, 'undoContact:done.title') }))
      .toBeVisible();
    await expect.element(page.getByText(/a\*\*\*@example\.com/)).toBeVisible();
    await expect.element(alert).not.toBeInTheDocument();
    await expectAccessibleInBothSchemes();
    expect(sent(undoContactChange).map(({ body }) => body)).toEqual([{ token: 'a'.repeat(32) }]);
  },
);

test.each(LANGUAGES)('a change by staff is taken back, and the page says to call: %s', async (language) => {
  for (const desk of ['signedOut', 'restored'] as const) {
    answer(undoContactChange, { result: true, LinkSentTo: null, Desk: desk });
    await openUndo(language);
    await press(wordsIn(language, 'undoContact:submit'));
    await expect
      .element(page.getByRole('heading', { name: wordsIn(language, 'undoContact:done.deskTitle') }))
      .toBeVisible();
    const signedOut = page.getByText(wordsIn(language, 'undoContact:done.deskSignedOut'));
    if (desk === 'signedOut') await expect.element(signedOut).toBeVisible();
    else await expect.element(signedOut).not.toBeInTheDocument();
    // Without a telephone call first, the page has no link to the sign-in.
    await expect.element(page.getByText(wordsIn(language, 'undoContact:done.signIn'))).not.toBeInTheDocument();
  }
});

test('a first address is shown while it waits for its code, and no old one is spoken of', async () => {
  givenPerson({
    UserName: 'amelia.new@example.com',
    EmailAddress: '',
    PendingContacts: [{ Channel: 'email', Value: 'amelia.new@example.com' }],
  });
  await openScreen('/myAccount', { as: 'account' });
  const signIn = page.getByRole('region', { name: 'Sign-in' });
  // The address is the name to sign in with too, and is listed once.
  await expectText(signIn.getByRole('definition'), /^amelia\.new@example\.com\s*Waiting for the code$/);
  const pending = page.getByRole('region', { name: 'Confirm your email address' });
  await expectText(
    pending.getByRole('paragraph').filter({ hasText: /^Enter the code/ }),
    'Enter the code we sent to amelia.new@example.com.',
  );
  await page.getByRole('button', { name: 'Change Sign-in' }).click();
  await expect.element(page.getByText('We’ll send a code to this address.', { exact: false })).toBeVisible();
  await expect.element(page.getByText(/old (address|one)/)).not.toBeInTheDocument();
  await expectAccessibleInBothSchemes();
});
