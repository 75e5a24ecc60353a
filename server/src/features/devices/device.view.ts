import type { Device } from '@wattle/contract/devices/device.ts';
import type { DeviceRow } from './device.store.ts';

export function toDevice(row: DeviceRow): Device {
  const { uuid, model, version, platform, name, enabled } = row;
  const { registration_id: registrationId, fcm_enabled: fcmEnabled } = row;
  return { uuid, model, version, platform, name, registrationId, fcmEnabled, enabled };
}
