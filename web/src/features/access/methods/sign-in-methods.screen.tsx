import './sign-in-methods.css';
import { useTexts } from '../../../i18n/use-texts.ts';
import { NoticesMethod } from '../push/notices-method.part.tsx';
import { PasscodeMethod } from '../passcode/passcode-method.part.tsx';
import { PasskeyMethod } from '../passkeys/passkey-method.part.tsx';

/** The sign-in methods of a web-account user besides username and password: a section for each. */
export function SignInMethodsScreen() {
  const t = useTexts('signInMethods');
  return (
    <div className="ways">
      <h1 className="ways__title">{t('title')}</h1>
      <p className="ways__lead">{t('lead')}</p>
      <PasskeyMethod />
      <PasscodeMethod />
      <NoticesMethod />
    </div>
  );
}
