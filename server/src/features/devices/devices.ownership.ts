import { type FeatureOwnership, NOT_FOUND } from '../../../test-support/ownership/driver.ts';
import { type Caller, webAccountOf, type World } from '../../../test-support/ownership/world.ts';

export const OWNER_DEVICE = {
  uuid: 'owner-device-0001',
  model: 'Pixel',
  version: '15',
  platform: 'Android',
  name: 'Phone of the owner',
  registrationId: '',
  fcmEnabled: false,
  enabled: true,
};

/** A device that only the owner has. */
const OWN_DEVICE = { uuid: 'owner-device-0002', name: 'Tablet of the owner' };

async function givenDevice({ ctx }: World, owner: Caller): Promise<string> {
  await ctx.asOwner(
    `INSERT INTO device (tenant_id, brand_id, web_account_id, uuid, name, registered_at, seen_at)
     VALUES ($1, $2, $3, $4, $5, now(), now()) ON CONFLICT DO NOTHING`,
    [owner.card.brand.tenantId, owner.card.brand.id, webAccountOf(owner).id, OWN_DEVICE.uuid, OWN_DEVICE.name],
  );
  return OWN_DEVICE.uuid;
}

export const ownership: FeatureOwnership = {
  things: {
    // A device names itself, so others are answered that they have none of this name.
    device: { make: givenDevice },
  },
  calls: {
    registerDevice: { body: OWNER_DEVICE },
    getDevice: { ready: async () => [OWN_DEVICE.name] },
    getAccountDevices: { refusal: NOT_FOUND },
    saveAccountDevices: {
      ready: async (world, owner) => {
        await givenDevice(world, owner);
      },
      without: ['devices.uuid'],
      body: { devices: [{ ...OWN_DEVICE, fcmEnabled: false, enabled: true }] },
      refusal: NOT_FOUND,
      sharedBy: 'nobody',
    },
    disablePasscodeAlert: { body: { deviceuuid: OWNER_DEVICE.uuid } },
  },
};
