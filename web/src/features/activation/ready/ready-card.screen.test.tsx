import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessibleInBothSchemes } from '../../../../test-support/accessible.ts';
import { givenAccount } from '../../../../test-support/given-account.ts';
import { givenPerson } from '../../../../test-support/given-person.ts';
import { openScreen } from '../../../../test-support/open-screen.tsx';
import { givenDevice } from '../../../../test-support/signed-in.ts';
import { LANGUAGES, wordsIn } from '../../../../test-support/words.ts';
import { forgetActivated, noteActivated } from './just-activated.ts';

beforeEach(() => {
  givenAccount();
  givenDevice();
});
/** The tab holds it, whatever page is opened next. */
afterEach(forgetActivated);

test.each(LANGUAGES)('shows next steps for a newly activated card until dismissed, in %s', async (language) => {
  const words = (key: string) => wordsIn(language, `ready:${key}`);
  givenPerson({ PendingContacts: [{ Channel: 'email', Value: 'amelia.new@example.com' }] });
  noteActivated('0017');
  await openScreen('/cardHome', { as: 'account', language });
  const ready = page.getByRole('region', { name: words('title') });
  await expect.element(ready.getByRole('link', { name: new RegExp(words('topUp.title')) })).toBeVisible();
  await expect.element(ready.getByRole('link', { name: new RegExp(words('contacts.confirm.title')) })).toBeVisible();
  await expectAccessibleInBothSchemes();
  await ready.getByRole('button', { name: words('putAway') }).click();
  await expect.element(ready).not.toBeInTheDocument();
});

test('shows no next steps for another card', async () => {
  givenPerson();
  noteActivated('0099');
  await openScreen('/cardHome', { as: 'account' });
  await expect.element(page.getByRole('switch')).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Your card is ready' })).not.toBeInTheDocument();
});
