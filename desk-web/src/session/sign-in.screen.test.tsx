import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessibleInBothSchemes } from '../../../web/test-support/accessible.ts';
import { alert, button, expectText, field, press, title } from '../../../web/test-support/by-hand.ts';
import { answerCall, answerRows, givenSession, refusal, sentTo, SESSION } from '../../test-support/given-desk.ts';
import { givenOverview } from '../../test-support/given-overview.ts';
import { openDesk } from '../../test-support/open-desk.tsx';

async function signIn(): Promise<void> {
  await field('Programme number').fill('1');
  await field('Your name at the desk').fill('kate');
  await field('Password').fill('Desk-Banksia-2026');
  await press('Sign in');
}

test('a member signs in by programme, name and password, and reads the page that was asked for', async () => {
  givenSession(null);
  givenOverview();
  answerCall('sign-in', () => {
    givenSession(SESSION);
    return Response.json({});
  });
  await openDesk('/');
  await expectText(title, 'Sign in to the desk');
  await expectAccessibleInBothSchemes();
  await signIn();
  await expectText(title, /^Good (morning|afternoon|evening), Kate$/);
  expect(sentTo('sign-in')).toEqual([{ tenant: 1, name: 'kate', password: 'Desk-Banksia-2026' }]);
});

test('what is missing is said at its field, and nothing is sent', async () => {
  givenSession(null);
  await openDesk('/');
  await press('Sign in');
  await expect.element(page.getByText('Enter the programme number, in digits')).toBeVisible();
  await expect.element(field('Programme number')).toHaveFocus();
  expect(sentTo('sign-in')).toEqual([]);
});

test('a wrong password is refused, and what was typed stays', async () => {
  givenSession(null);
  answerCall('sign-in', () => refusal('sign_in_failed', 400));
  await openDesk('/');
  await signIn();
  await expectText(alert, /password isn’t right/);
  await expect.element(field('Password')).toHaveValue('Desk-Banksia-2026');
});

test('a member with an authenticator app enters its code after the password', async () => {
  givenSession(null);
  givenOverview();
  answerCall('sign-in', (body) => {
    if (!(body as { code?: string }).code) return refusal('second_factor_needed', 400, { factors: ['totp'] });
    givenSession(SESSION);
    return Response.json({});
  });
  await openDesk('/');
  await signIn();
  await field('Code from your authenticator app').fill('123456');
  await press('Sign in');
  await expectText(title, /Kate$/);
  expect(sentTo('sign-in').at(-1)).toMatchObject({ code: '123456' });
});

test('a member without a factor, where one is demanded, is led to its set-up', async () => {
  givenSession(null);
  answerCall('sign-in', () => refusal('second_factor_missing', 400));
  answerCall('enrolment', () =>
    Response.json({
      enrolment: 'e1',
      needsPassword: false,
      endsAt: '2026-11-26T10:10:00.000Z',
      totp: { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/desk', qr: ['101', '010', '101'] },
      passkey: null,
    }),
  );
  answerCall('enrolment/finish', () => Response.json({}));
  await openDesk('/');
  await signIn();
  await expectText(title, 'Set up a second factor');
  await field('Set-up code or current password').fill('Desk-Banksia-2026');
  await press('Continue');
  await expect.element(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await expectAccessibleInBothSchemes();
  await field('Code from your authenticator app').fill('123456');
  await press('Confirm the code');
  await expectText(title, 'Sign in to the desk');
  await expect.element(page.getByText('Your second factor is set up. Sign in with it.')).toBeVisible();
  expect(sentTo('enrolment/finish')).toEqual([{ enrolment: 'e1', code: '123456' }]);
});

test('a new member sets a password by the set-up code', async () => {
  givenSession(null);
  answerCall('password', () => Response.json({}));
  await openDesk('/');
  await press('Set or change your password');
  await field('Programme number').fill('1');
  await field('Your name at the desk').fill('jo');
  await field('Set-up code or current password').fill('AAAA-BBBB');
  await field('New password').fill('too short');
  await press('Set password');
  await expect.element(page.getByText('Choose a password that meets all the rules below')).toBeVisible();
  await field('New password').fill('Desk-Banksia-2026');
  await press('Set password');
  await expect.element(page.getByText('Your password is set. Sign in with it.')).toBeVisible();
  expect(sentTo('password')).toEqual([{ tenant: 1, name: 'jo', proof: 'AAAA-BBBB', newPassword: 'Desk-Banksia-2026' }]);
});

describe('a member with a passkey', () => {
  const CHANGED = { tenant: 1, name: 'jo', proof: 'Desk-Banksia-2025', newPassword: 'Desk-Banksia-2026' };
  const bytes = (text: string) => new TextEncoder().encode(text).buffer;
  /** Answer of an authenticator, as the browser hands it over. */
  const touched = {
    id: 'a2V5',
    rawId: bytes('key'),
    type: 'public-key',
    response: {
      clientDataJSON: bytes('client'),
      authenticatorData: bytes('data'),
      signature: bytes('signed'),
      userHandle: bytes('jo'),
    },
    getClientExtensionResults: () => ({}),
  } as unknown as Credential;
  const signed = {
    id: 'a2V5',
    rawId: 'a2V5',
    type: 'public-key',
    response: { clientDataJSON: 'Y2xpZW50', authenticatorData: 'ZGF0YQ', signature: 'c2lnbmVk', userHandle: 'am8' },
  };
  afterEach(() => void vi.restoreAllMocks());

  async function openChange(factors: string[]): Promise<void> {
    givenSession(null);
    answerCall('passkey', () => Response.json({ challenge: 'YQ', rpId: 'localhost', userVerification: 'required' }));
    answerCall('password', (body) =>
      'passkey' in (body as object) ? Response.json({}) : refusal('second_factor_needed', 400, { factors }),
    );
    await openDesk('/');
    await press('Set or change your password');
    await field('Programme number').fill('1');
    await field('Your name at the desk').fill('jo');
    await field('Set-up code or current password').fill(CHANGED.proof);
    await field('New password').fill(CHANGED.newPassword);
    await press('Set password');
  }

  test('alone changes the password by it, also after closing the browser’s question once', async () => {
    const get = vi.spyOn(navigator.credentials, 'get');
    get.mockRejectedValueOnce(new DOMException('', 'NotAllowedError')).mockResolvedValueOnce(touched);
    await openChange(['passkey']);
    await expect.element(page.getByText('Your password is right. Confirm it’s you with your passkey.')).toBeVisible();
    expect(field('Code from your authenticator app').elements()).toEqual([]);
    await expectAccessibleInBothSchemes();
    await press('Confirm with your passkey');
    await expect.poll(() => get.mock.calls.length).toBe(1);
    expect(sentTo('password')).toEqual([CHANGED]);
    await press('Confirm with your passkey');
    await expect.element(page.getByText('Your password is set. Sign in with it.')).toBeVisible();
    expect(sentTo('password').at(-1)).toMatchObject({ ...CHANGED, passkey: signed });
  });

  test('and an app chooses which of the two is asked for', async () => {
    vi.spyOn(navigator.credentials, 'get').mockResolvedValueOnce(touched);
    await openChange(['totp', 'passkey']);
    await expect.element(field('Code from your authenticator app')).toBeVisible();
    await press('Use your passkey instead');
    expect(field('Code from your authenticator app').elements()).toEqual([]);
    await press('Confirm with your passkey');
    await expect.element(page.getByText('Your password is set. Sign in with it.')).toBeVisible();
    expect(sentTo('password').at(-1)).toMatchObject({ passkey: signed });
  });

  test('adds an authenticator app by it', async () => {
    vi.spyOn(navigator.credentials, 'get').mockResolvedValueOnce(touched);
    givenSession(null);
    answerCall('passkey', () => Response.json({ challenge: 'YQ', rpId: 'localhost', userVerification: 'required' }));
    answerCall('enrolment', (body) => {
      if (!('passkey' in (body as object))) return refusal('second_factor_needed', 400, { factors: ['passkey'] });
      return Response.json({
        enrolment: 'e1',
        needsPassword: false,
        endsAt: '2026-11-26T10:10:00.000Z',
        totp: { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/desk', qr: ['101', '010', '101'] },
        passkey: null,
      });
    });
    await openDesk('/');
    await press('Set up a second factor');
    await field('Programme number').fill('1');
    await field('Your name at the desk').fill('jo');
    await field('Set-up code or current password').fill(CHANGED.proof);
    await press('Continue');
    await press('Confirm with your passkey');
    await expect.element(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
    expect(sentTo('enrolment').at(-1)).toMatchObject({ name: 'jo', proof: CHANGED.proof, passkey: signed });
  });
});

test('a session that ended elsewhere is begun again over the same page, with nothing lost', async () => {
  givenOverview();
  answerCall('sign-in', () => {
    givenSession(SESSION);
    return Response.json({});
  });
  await openDesk('/all-commands');
  await field('What do you want to do?').fill('load');
  givenSession(null);
  answerRows('programme', []);
  window.dispatchEvent(new Event('focus'));
  const dialog = page.getByRole('dialog', { name: 'Sign in again, Kate Lowe' });
  await expect.element(dialog).toBeVisible();
  await expectAccessibleInBothSchemes();
  // Escape does nothing: the page behind belongs to the member who was signed in.
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).toBeVisible();
  await dialog.getByLabelText('Password', { exact: true }).fill('Desk-Banksia-2026');
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(field('What do you want to do?')).toHaveValue('load');
});

test('signing out leaves nothing of the page', async () => {
  givenOverview();
  await openDesk('/');
  await expectText(title, /Kate$/);
  await button('Sign out').click();
  await expectText(title, 'Sign in to the desk');
  await expect.element(page.getByText('You’ve signed out.')).toBeVisible();
  expect(sentTo('sign-out')).toHaveLength(1);
});
