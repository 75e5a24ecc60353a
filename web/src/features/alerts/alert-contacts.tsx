import { getPersonalDetails } from '@wattle/contract/profile/personal-details.ts';
import type { ReactNode } from 'react';
import { useOperation } from '../../api/use-operation.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../router/public.ts';
import { EmailText } from '../../ui/email-text.tsx';
import { Stroke } from '../../ui/charts/stroke.tsx';
import { waitingContact } from '../profile/public.ts';
import { useNotices } from '../access/push/use-notices.part.tsx';
import { ALERT_SHAPES } from './alert-shapes.ts';
import type { Way } from './alerts.domain.ts';

/** Where the alerts go, each with its change. */
export function AlertContacts({
  ways,
  reachable,
}: {
  readonly ways: readonly Way[];
  readonly reachable: readonly Way[];
}) {
  const t = useTexts('alerts');
  const person = useOperation(getPersonalDetails, {}).data;
  // The contact on record, else the new one that waits for its code.
  const email = person && (person.EmailAddress || waitingContact(person, 'email'));
  const mobile = person && (person.Mobile || waitingContact(person, 'mobile'));
  return (
    <section aria-labelledby="alerts-where">
      <h2 className="alerts__heading" id="alerts-where">
        {t('where')}
      </h2>
      <ul className="alert-reach">
        {ways.includes('push') ? <ThisDevice /> : null}
        {person && ways.includes('email') ? (
          <Contact
            shape={ALERT_SHAPES.email}
            title={t('way.email')}
            now={<EmailText email={email ?? t('none')} />}
            isWaiting={email !== null && !reachable.includes('email')}
            action={t(email === null ? 'addEmail' : 'changeEmail')}
          />
        ) : null}
        {person && ways.includes('sms') ? (
          <Contact
            shape={ALERT_SHAPES.mobile}
            title={t('mobile')}
            now={<span className="figures">{mobile ?? t('none')}</span>}
            isWaiting={mobile !== null && !reachable.includes('sms')}
            action={t(mobile === null ? 'addMobile' : 'changeMobile')}
          />
        ) : null}
      </ul>
    </section>
  );
}

type ContactProps = {
  readonly shape: string;
  readonly title: string;
  readonly now: ReactNode;
  /** It is not confirmed yet, so nothing is sent there. */
  readonly isWaiting: boolean;
  readonly action: string;
};

function Contact({ shape, title, now, isWaiting, action }: ContactProps) {
  const t = useTexts('alerts');
  return (
    <li className="alert-reach__one">
      <Stroke shape={shape} isTinted />
      <div>
        <p className="alert-reach__title">{title}</p>
        <p className="alert-reach__now">{now}</p>
        {isWaiting ? <p className="alert-reach__now">{t('unconfirmed')}</p> : null}
      </div>
      <Link className="alert-reach__way" to={paths.myAccount()} aria-label={action}>
        {t('change')}
      </Link>
    </li>
  );
}

function ThisDevice() {
  const t = useTexts('alerts');
  const notices = useNotices();
  if (notices === null) return null;
  const { isOn, isPossible, state, turn } = notices;
  return (
    <li className="alert-reach__one">
      <Stroke shape={ALERT_SHAPES.device} isTinted />
      <div>
        <p className="alert-reach__title">{t('device')}</p>
        <p className="alert-reach__now">{t(isPossible ? (isOn ? 'device.on' : 'device.off') : 'device.never')}</p>
        <p className="alert-row__problem" role="alert">
          {state === 'denied' || state === 'failed' ? t(`device.${state}`) : null}
        </p>
      </div>
      {isPossible ? (
        <button
          type="button"
          className="alert-reach__way"
          aria-disabled={state === 'busy' || undefined}
          aria-label={t(isOn ? 'device.turnOff' : 'device.turnOn')}
          onClick={() => (state === 'busy' ? undefined : turn(!isOn))}
        >
          {t(isOn ? 'turnOff' : 'turnOn')}
        </button>
      ) : null}
    </li>
  );
}
