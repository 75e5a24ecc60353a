import '../../ui/panel.css';
import { Link } from 'react-router';
import { useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button.tsx';

/** The passcode among the ways to sign in. */
export function PasscodeMethod() {
  const t = useTexts('signInMethods');
  return (
    <section className="panel panel--padded ways__section" aria-labelledby="passcode-method">
      <h2 id="passcode-method">{t('passcode.title')}</h2>
      <p className="ways__text">{t('passcode.text')}</p>
      <Link className={`ways__action ${buttonClass({ tone: 'tonal', small: true })}`} to={paths.setLoginPin()}>
        {t('passcode.set')}
      </Link>
    </section>
  );
}
