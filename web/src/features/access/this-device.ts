import type { Device } from '@wattle/contract/devices/device.ts';
import { readStored, store } from '../../browser/storage.ts';
import { randomId } from '../../browser/random-id.ts';

/** Identifier under which this browser reports itself to the server. It proves nothing: the device cookie does. */
const UUID_KEY = 'wattle.device';

export function deviceUuid(): string {
  const kept = readStored('localStorage', UUID_KEY);
  if (typeof kept === 'string') return kept;
  const uuid = randomId();
  store('localStorage', UUID_KEY, uuid);
  return uuid;
}

/** Maximum length on the wire. */
export function ownUserAgent(): string {
  return navigator.userAgent.slice(0, 400);
}

export function describeDevice(notices: Partial<Pick<Device, 'registrationId' | 'fcmEnabled'>> = {}): Device {
  // "Mozilla/5.0 (Linux; Android 16; Pixel 9) …": the system, its version, the model, if the browser gives them.
  const details = /\(([^)]*)\)/.exec(navigator.userAgent)?.[1] ?? '';
  const [platform = '', version = '', model = ''] = details.split(';').map((part) => part.trim().slice(0, 200));
  return {
    uuid: deviceUuid(),
    model,
    version,
    platform,
    name: details.slice(0, 200).trim(),
    registrationId: '',
    fcmEnabled: false,
    enabled: true,
    ...notices,
  };
}

/** In the order in which they are looked for: Android says Linux too, and an iPhone something like Mac. */
const SYSTEMS = ['iPhone', 'iPad', 'Android', 'CrOS', 'Windows', 'Mac', 'Linux'] as const;

/** The system of this device by its maker's name, as far as the browser gives it. */
export function systemName(): string | null {
  const found = SYSTEMS.find((system) => navigator.userAgent.includes(system));
  return found === 'CrOS' ? 'ChromeOS' : (found ?? null);
}
