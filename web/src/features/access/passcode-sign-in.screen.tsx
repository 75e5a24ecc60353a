import { getDefaultUser } from '@wattle/contract/access/get-default-user.ts';
import { passcode } from '@wattle/contract/access/passcode.ts';
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { send } from '../../api/send.ts';
import { useBrand } from '../../brand/brand.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { nextPage } from '../../next-page.ts';
import { paths } from '../../paths.ts';
import { signIn } from '../../session/sign-in.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { ENTRY_FIELD_ID, EntryPage } from './entry-page.tsx';
import { messageOf } from './message-of.ts';
import { noteHasPasscode } from './passcode-offer.ts';
import { deviceUuid, ownUserAgent } from './this-device.ts';
import { isOffline, OFFLINE } from './offline.ts';
import { type EntryProblem, useEntryForm } from './use-entry-form.ts';

/** The third wrong passcode: the server has deleted it. */
const LOCKED = '20264';

/** Who signs in here by passcode. Without one, or without an answer, it is the username's turn. */
function useDefaultUser(): { readonly firstName: string | null } | null {
  const { BrandIdentifier: brand } = useBrand();
  const navigate = useNavigate();
  const [user, setUser] = useState<{ readonly firstName: string | null } | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    const body = { deviceuuid: deviceUuid(), userAgent: ownUserAgent(), brand };
    void send(getDefaultUser, { body, signal: stop.signal }).then((answer) => {
      if (stop.signal.aborted) return;
      if (answer.ok) noteHasPasscode(brand, answer.value.passcodeIsSet);
      if (answer.ok && answer.value.passcodeIsSet) setUser({ firstName: answer.value.FirstName });
      else void navigate(paths.accountSignIn(), { replace: true });
    });
    return () => stop.abort();
  }, [brand, navigate]);
  return user;
}

/** Sign-in by the passcode of this device. */
export function PasscodeSignInScreen() {
  const t = useTexts('passcode');
  const navigate = useNavigate();
  const { search } = useLocation();
  const { BrandIdentifier } = useBrand();
  const user = useDefaultUser();
  const submit = async (typed: string): Promise<EntryProblem | null> => {
    const failure = await signIn({
      kind: 'passcode',
      passcode: typed,
      deviceId: deviceUuid(),
      userAgent: ownUserAgent(),
    });
    if (failure?.code === LOCKED) noteHasPasscode(BrandIdentifier, false);
    if (failure) return { code: isOffline(failure) ? OFFLINE : failure.code };
    await navigate(nextPage(search), { replace: true });
    return null;
  };
  const form = useEntryForm({
    name: t('passcode'),
    isSecret: true,
    check: (typed) => messageOf(z.safeParse(passcode, typed)),
    submit,
  });
  if (!user) return null;
  return (
    <EntryPage
      title={t('signIn.title')}
      lead={user.firstName ? t('signIn.hello', { name: user.firstName }) : t('signIn.lead')}
      back={paths.accountSignIn()}
      help={form.refusal === LOCKED ? t('signIn.locked') : undefined}
      form={form}
      after={
        <p className="entry__ways">
          <Link className="entry__way" to={paths.setLoginPin()}>
            {t('signIn.forgot')}
          </Link>
        </p>
      }
    >
      <CodeField
        id={ENTRY_FIELD_ID}
        name="passcode"
        label={t('passcode')}
        hint={t('hint')}
        error={form.error ?? undefined}
        length={4}
        isSecret
        autoComplete="off"
        value={form.value}
        onValue={form.setValue}
      />
      <Button type="submit" wide busy={form.isBusy}>
        {t(form.isBusy ? 'signIn.busy' : 'signIn.submit')}
      </Button>
    </EntryPage>
  );
}
