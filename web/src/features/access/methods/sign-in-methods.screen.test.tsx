import { deletePasscode, verifyIfPasscodeIsSet } from '@wattle/contract/access/passcodes.ts';
import { getPasskeys, removePasskey, renamePasskey, startPasskey } from '@wattle/contract/access/passkeys.ts';
import { giveProof, startStepUp } from '@wattle/contract/access/step-up.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../test-support/accessible.ts';
import { button, expectText, press, seeIn } from '../../../../test-support/by-hand.ts';
import { answer, refuse, sent } from '../../../../test-support/given-server.ts';
import { openScreen } from '../../../../test-support/open-screen.tsx';
import { givenSignedIn, givenWaysIn } from '../../../../test-support/signed-in.ts';

const PHONE = {
  Id: '5f0c6a3e-0000-4000-8000-000000000001',
  Name: 'Android',
  AddedAt: '2026-11-19T02:00:00.000Z',
  LastUsedAt: null,
};

const passkeys = page.getByRole('region', { name: 'Passkeys' });
const passcode = page.getByRole('region', { name: 'Passcode' });

beforeEach(() => {
  givenSignedIn();
  givenWaysIn();
});

const open = (language: 'enAU' | 'zhCN' = 'enAU') => openScreen('/signInMethods', { as: 'account', language });

test('asks before deleting the passcode and confirms afterwards', async () => {
  answer(verifyIfPasscodeIsSet, { passcodeIsSet: true });
  answer(deletePasscode, { result: true });
  await open();
  await press('Delete');
  const dialog = page.getByRole('dialog', { name: 'Delete your passcode?' });
  await expect.element(dialog).toBeVisible();
  await expectAccessible();
  await press('Cancel');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(button('Delete')).toHaveFocus();
  expect(sent(deletePasscode)).toEqual([]);
  await press('Delete');
  await press('Delete passcode');
  await expect.element(page.getByText('Passcode deleted')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Passcode', exact: true })).toHaveFocus();
  await expect.element(passcode.getByRole('link', { name: 'Set a passcode for this device' })).toBeVisible();
});

test('renames a passkey, which has a name', async () => {
  givenWaysIn([PHONE]);
  answer(renamePasskey, ({ body }) => {
    givenWaysIn([{ ...PHONE, Name: body.Name }]);
    return { IsSuccessful: true as const };
  });
  await open();
  await press('Rename Android');
  const name = page.getByLabelText('Name', { exact: true });
  await expect.element(name).toHaveFocus();
  await name.fill('  ');
  await press('Save name');
  await expectText(page.getByRole('dialog'), /Enter a name with 1 to 60 characters/);
  await expect.element(name).toBeInvalid();
  await expect.element(name).toHaveFocus();
  await expectAccessible();
  expect(sent(renamePasskey)).toEqual([]);
  await name.fill('Aroha’s phone');
  await press('Save name');
  await expect.element(passkeys.getByRole('heading', { name: 'Aroha’s phone' })).toBeVisible();
  await expectAccessible();
});

test('asks for a fresh proof before a passkey is removed', async () => {
  givenWaysIn([PHONE]);
  let isProved = false;
  answer(removePasskey, () => {
    if (!isProved) return Response.json({ error: ['428'] }, { status: 428 });
    givenWaysIn([]);
    return { IsSuccessful: true as const };
  });
  const Passkey = { challenge: 'YQ', rpId: 'localhost', timeout: 1_000, allowCredentials: [] };
  answer(startStepUp, {
    Methods: ['passkey', 'password'],
    Passkey: { ...Passkey, userVerification: 'required' },
    NothingUntil: null,
  });
  refuse(giveProof, 'current_password_wrong', 'currentpassword');
  await open();
  await press('Remove Android');
  await press('Remove passkey');
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await press('Use your password instead');
  await proof.getByLabelText('Password', { exact: true }).fill('not it');
  await press('Confirm');
  await expectText(proof, /Check your password and try again/);
  await expectAccessible();
  answer(giveProof, () => {
    isProved = true;
    return { IsSuccessful: true as const };
  });
  await proof.getByLabelText('Password', { exact: true }).fill('Golden-Wattle-2026');
  await press('Confirm');
  await expectText(passkeys, /Android removed/);
  await expectText(passkeys, /You don’t have any passkeys yet\./);
  await expect.element(passkeys.getByRole('heading', { name: 'Passkeys' })).toHaveFocus();
});

test('[30-a] signals a removed passkey to the browser, with the remaining ones and current names', async () => {
  const all = vi.fn(async () => undefined);
  const names = vi.fn(() => Promise.reject(new DOMException('', 'NotAllowedError')));
  Object.assign(PublicKeyCredential, { signalAllAcceptedCredentials: all, signalCurrentUserDetails: names });
  const user = { rpId: 'localhost', userId: 'dXNlcg', name: 'amelia (Harbour Mutual)', displayName: 'Amelia' };
  givenWaysIn([], { ...user, credentialIds: ['bGVmdA'] });
  await open();
  const { name, displayName, ...of } = user;
  await expect.poll(() => all.mock.lastCall).toEqual([{ ...of, allAcceptedCredentialIds: ['bGVmdA'] }]);
  expect(names.mock.lastCall).toEqual([{ ...of, name, displayName }]);
});

test('explains how to continue when no passkey was created, and adds none', async () => {
  answer(startPasskey, {
    challenge: 'YQ',
    rp: { id: 'localhost', name: 'Harbour Mutual' },
    user: { id: 'YQ', name: 'amelia', displayName: 'Amelia' },
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    timeout: 60_000,
    excludeCredentials: [],
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  });
  const create = vi.spyOn(navigator.credentials, 'create').mockRejectedValue(new DOMException('', 'NotAllowedError'));
  await open();
  await press('Add a passkey');
  await press('Continue');
  await expectText(page.getByRole('dialog'), /No passkey was added\. Try again\./);
  await expectAccessible();
  await press('Cancel');
  await expect.element(button('Add a passkey')).toHaveFocus();
  await expectText(passkeys, /You don’t have any passkeys yet\./);
  expect(sent(getPasskeys).length).toBeGreaterThan(0);
  create.mockRestore();
});

for (const [language, add] of [
  ['enAU', 'Add a passkey'],
  ['zhCN', '添加通行密钥'],
] as const) {
  test(`the question about a passkey has no accessibility finding in ${language}, light or dark`, async () => {
    await open(language);
    await press(add);
    await expect.element(page.getByRole('dialog')).toBeVisible();
    for (const scheme of ['light', 'dark'] as const) {
      await seeIn({ scheme });
      await expectAccessible();
    }
    await seeIn({});
  });
}

test('offers no passkeys in a browser without support', async () => {
  const own = Object.getOwnPropertyDescriptor(window, 'PublicKeyCredential') ?? {};
  Reflect.deleteProperty(window, 'PublicKeyCredential');
  await open();
  await expectText(passkeys, /This browser can’t create a passkey here\./);
  await expect.element(button('Add a passkey')).not.toBeInTheDocument();
  await openScreen('/login');
  await expect.element(button('Sign in')).toBeVisible();
  await expect.element(button('Sign in with a passkey')).not.toBeInTheDocument();
  Object.defineProperty(window, 'PublicKeyCredential', own);
});
