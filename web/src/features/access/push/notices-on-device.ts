import { type Device, registerDevice } from '@wattle/contract/devices/device.ts';
import { call } from '../../../api/call.ts';
import { askNoticePermission, noticePermission } from '../../../browser/notices.ts';
import { subscribe, unsubscribe } from '../../../push/subscription.ts';
import { describeDevice } from '../this-device.ts';

/** `denied`: the browser refuses. `undecided`: its prompt was closed without an answer. */
export type TurningOn = 'on' | 'denied' | 'undecided' | 'failed';

async function register(notices: Pick<Device, 'registrationId' | 'fcmEnabled'>): Promise<boolean> {
  const answer = await call(registerDevice, { body: describeDevice(notices) });
  return answer.ok;
}

async function subscribeAndRegister(key: string): Promise<boolean> {
  try {
    return await register({ registrationId: await subscribe(key), fcmEnabled: true });
  } catch {
    // No push service can be reached.
    return false;
  }
}

/** Turns notices on, after the browser's own prompt. */
export async function turnNoticesOn(key: string): Promise<TurningOn> {
  const permission = await askNoticePermission();
  if (permission === 'default') return 'undecided';
  if (permission === 'denied') {
    // A refusal in the browser's prompt counts as an answer, so it is not offered again.
    await register({ registrationId: '', fcmEnabled: false });
    return 'denied';
  }
  return (await subscribeAndRegister(key)) ? 'on' : 'failed';
}

/** Turns notices off, or declines them. False if the server was not informed. */
export async function turnNoticesOff(): Promise<boolean> {
  // If this fails, the server stops the notices itself.
  await unsubscribe().catch(() => undefined);
  return register({ registrationId: '', fcmEnabled: false });
}

/** A subscription can expire: while notices are on, the server gets the current one. */
export async function keepNoticesOn(device: Device | null, key: string | null): Promise<void> {
  if (!device?.fcmEnabled || !device.enabled || key === null || noticePermission() !== 'granted') return;
  const registrationId = await subscribe(key).catch(() => null);
  if (registrationId !== null && registrationId !== device.registrationId) {
    await register({ registrationId, fcmEnabled: true });
  }
}
