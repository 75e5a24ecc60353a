import { getDevice } from '@wattle/contract/devices/device.ts';
import { useEffect, useState } from 'react';
import { call } from '../../../api/call.ts';
import { noticePermission, takesNotices } from '../../../browser/notices.ts';
import { deviceUuid } from '../this-device.ts';
import { turnNoticesOff, turnNoticesOn } from './notices-on-device.ts';

export type Notices = {
  readonly isOn: boolean;
  /** Whether this browser can show notifications. */
  readonly isPossible: boolean;
  readonly state: 'ready' | 'busy' | 'denied' | 'failed';
  readonly turn: (isOn: boolean) => void;
};

/** Notifications on this device. Null if the server sends none, and until that is known. */
export function useNotices(): Notices | null {
  const [notices, setNotices] = useState<{ readonly key: string; readonly isOn: boolean } | null>(null);
  const [state, setState] = useState<Notices['state']>('ready');
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
  return { isOn: notices.isOn, isPossible: takesNotices(), state, turn: (isOn) => void turn(isOn) };
}
