import { getCards } from '@wattle/contract/cards/home.ts';
import { getCardUpgradeFee, requestUpgrade } from '@wattle/contract/cards/upgrade.ts';
import { getPersonalDetails } from '@wattle/contract/profile/personal-details.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../test-support/accessible.ts';
import { expectAt, expectText, title } from '../../../../test-support/by-hand.ts';
import { givenAccount } from '../../../../test-support/given-account.ts';
import { answer, fail, refuse, sent } from '../../../../test-support/given-server.ts';
import { openScreen } from '../../../../test-support/open-screen.tsx';
import { givenPerson } from '../../../../test-support/given-person.ts';
import { givenCard } from '../../../../test-support/signed-in.ts';
import { LANGUAGES, wordsIn } from '../../../../test-support/words.ts';
import { paths } from '../../../paths.ts';

const start = { CardName: 'Wattle Start', IsReloadable: false, IsUpgradeable: true };
const ask = page.getByRole('button', { name: /^Request/ });

function given(UpgradeFee = 5): void {
  givenAccount([givenCard(start)]);
  answer(getCardUpgradeFee, { UpgradeFee });
  answer(getPersonalDetails, () => Response.json({ error: ['429'] }, { status: 429 }));
}

test('requests an upgrade for its fee once although its responses are lost', async () => {
  given();
  fail(requestUpgrade, 0);
  await openScreen(paths.upgradeConfirm(), { as: 'account' });
  await expectText(title, 'Upgrade your card');
  await expectText(page.getByRole('main'), /\$5\.00/);
  await expectAccessible();
  await ask.click();
  await expectText(page.getByRole('alert').filter({ hasText: 'We didn’t get a reply' }), /We didn’t get a reply/);
  answer(requestUpgrade, () => {
    answer(getCards, { cards: [givenCard({ ...start, IsUpgradeRequested: true })] });
    return { result: true as const, ReferenceNumber: '263240000018', Fee: 5 };
  });
  await ask.click();
  await expectText(title, 'Upgrade requested');
  await expectAccessible();
  const keys = sent(requestUpgrade).map(({ headers }) => headers.get('Idempotency-Key'));
  expect(new Set(keys).size).toBe(1);
});

test.each([
  ['a login', 'account', 5, /^We’ll take the \$5\.00 fee from your account now\./, 'Request upgrade and pay $5.00'],
  ['a card alone', 'card', 5, /^We’ll take the \$5\.00 fee from your account when/, 'Continue'],
] as const)('shows %s the fee before it is taken', async (_, as, fee, words, action) => {
  given(fee);
  await openScreen(paths.upgradeConfirm(), { as });
  await expect.element(page.getByRole('button', { name: action, exact: true })).toBeVisible();
  await expect.element(page.getByText(words)).toBeVisible();
});

test('has no notice of a fee where the upgrade is free', async () => {
  given(0);
  await openScreen(paths.upgradeConfirm(), { as: 'account' });
  await expect.element(ask).toBeVisible();
  await expect.element(ask).not.toHaveTextContent('pay');
  await expect.element(page.getByText(/fee from your account/)).not.toBeInTheDocument();
});

const WAITS = { Channel: 'mobile', Value: '0400 000 779' } as const;
const UNREACHED = LANGUAGES.flatMap((language) => [
  [language, 'confirm', [WAITS]] as const,
  [language, 'add', []] as const,
]);

test.each(UNREACHED)(
  'says in %s that no code reaches whose contacts are to %s, before and after the request',
  async (language, what, PendingContacts) => {
    const words = (key: string) => wordsIn(language, `upgrade:${key}`);
    given(0);
    givenPerson({ EmailAddress: '', Mobile: '', PendingContacts: [...PendingContacts] });
    answer(requestUpgrade, { result: true, ReferenceNumber: '263240000018', Fee: 0 });
    await openScreen(paths.upgradeConfirm(), { as: 'account', language });
    await expect.element(page.getByText(words('confirm.unreached'))).toBeVisible();
    const toContacts = page.getByRole('link', { name: words('confirm.toContacts') });
    await expect.element(toContacts).toHaveAttribute('href', paths.myAccount());
    await expectAccessible();
    await page.getByRole('button', { name: words('confirm.submit') }).click();
    await expectText(title, words('requested.title'));
    await expect.element(page.getByText(words(`requested.unreached.${what}`))).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: words('requested.toContacts') }))
      .toHaveAttribute('href', paths.myAccount());
    await expectAccessible();
  },
);

test('says nothing of codes to whom one reaches, and of a further contact only that it waits', async () => {
  given(0);
  givenPerson({ Mobile: '', PendingContacts: [WAITS] });
  answer(requestUpgrade, { result: true, ReferenceNumber: '263240000018', Fee: 0 });
  await openScreen(paths.upgradeConfirm(), { as: 'account' });
  await expect.element(ask).toBeVisible();
  await expect.element(page.getByText(/haven’t confirmed/)).not.toBeInTheDocument();
  await ask.click();
  await expect.element(page.getByText(wordsIn('enAU', 'upgrade:requested.contacts.confirm'))).toBeVisible();
  await expect.element(page.getByText(/We can only send|we can only send/)).not.toBeInTheDocument();
});

test('refuses an upgrade above the balance', async () => {
  given();
  refuse(requestUpgrade, 'fee_not_covered');
  await openScreen(paths.upgradeConfirm(), { as: 'account' });
  await ask.click();
  await expectText(page.getByRole('alert').filter({ hasText: 'funds' }), /Insufficient funds in account/);
});

test('redirects a card-only user to set up a login first', async () => {
  given();
  await openScreen(paths.upgradeConfirm(), { as: 'card' });
  await expect.element(page.getByRole('button', { name: 'Continue' })).toBeVisible();
  await expect.element(ask).not.toBeInTheDocument();
  await expectAccessible();
});

test('does not request an upgrade twice', async () => {
  givenAccount([givenCard({ ...start, IsUpgradeRequested: true })]);
  await openScreen(paths.upgradeConfirm(), { as: 'account' });
  await expectAt('/cardHome');
});
