import '../../../ui/pages/panel.css';
import { useTexts } from '../../../i18n/use-texts.ts';
import { Switch } from '../../../ui/fields/switch.tsx';
import { useNotices } from './use-notices.part.tsx';

/** Notifications about sign-ins on this device. Hidden where the server sends none. */
export function NoticesMethod() {
  const t = useTexts('signInMethods');
  const notices = useNotices();
  if (!notices) return null;
  const { isOn, isPossible, state, turn } = notices;
  return (
    <section className="panel panel--padded ways__section" aria-labelledby="notices-method">
      <h2 id="notices-method">{t('notices.title')}</h2>
      {isPossible ? (
        <Switch
          label={t('notices.switch')}
          hint={t('notices.text')}
          isOn={isOn}
          busy={state === 'busy'}
          onChange={turn}
        />
      ) : (
        <p className="ways__text">{t('notices.none')}</p>
      )}
      <p className="ways__failed" role="alert">
        {state === 'denied' || state === 'failed' ? t(`notices.${state}`) : null}
      </p>
    </section>
  );
}
