import '../../../ui/panel.css';
import { getDevice } from '@wattle/contract/devices/device.ts';
import { useEffect, useState } from 'react';
import { call } from '../../../api/call.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { noticePermission, takesNotices } from '../../../browser/notices.ts';
import { Switch } from '../../../ui/switch.tsx';
import { turnNoticesOff, turnNoticesOn } from './notices-on-device.ts';
import { deviceUuid } from '../this-device.ts';

type Notices = { readonly key: string; readonly isOn: boolean };
type State = 'ready' | 'busy' | 'denied' | 'failed';

/** Notifications about sign-ins on this device. Hidden where the server sends none. */
export function NoticesMethod() {
  const t = useTexts('signInMethods');
  const [notices, setNotices] = useState<Notices | null>(null);
  const [state, setState] = useState<State>('ready');
  useEffect(() => {
    let isGone = false;
    void call(getDevice, { params: { uuid: deviceUuid() }, query: {} }).then((answer) => {
      if (isGone || !answer.ok || answer.value.noticesKey === null) return;
      const { device, noticesKey } = answer.value;
      const isOn = device !== null && device.enabled && device.fcmEnabled && noticePermission() === 'granted';
      setNotices({ key: noticesKey, isOn });
    });
    return () => {
      isGone = true;
    };
  }, []);
  if (!notices) return null;
  const turn = async (isOn: boolean) => {
    setState('busy');
    setNotices({ ...notices, isOn });
    const outcome = isOn ? await turnNoticesOn(notices.key) : (await turnNoticesOff()) ? 'off' : 'failed';
    if (outcome === 'on' || outcome === 'off') return setState('ready');
    setNotices({ ...notices, isOn: !isOn });
    setState(outcome === 'undecided' ? 'ready' : outcome);
  };
  return (
    <section className="panel panel--padded ways__section" aria-labelledby="notices-method">
      <h2 id="notices-method">{t('notices.title')}</h2>
      {takesNotices() ? (
        <Switch
          label={t('notices.switch')}
          hint={t('notices.text')}
          isOn={notices.isOn}
          busy={state === 'busy'}
          onChange={(isOn) => void turn(isOn)}
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
