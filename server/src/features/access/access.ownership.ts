import { randomBytes, randomUUID } from 'node:crypto';
import { openAuthenticator } from '../../../test-support/authenticator.ts';
import { type FeatureOwnership, NOT_FOUND, same } from '../../../test-support/ownership/driver.ts';
import { type Caller, PASSWORD, webAccountOf, type World } from '../../../test-support/ownership/world.ts';
import { startPasskeyOf } from '../../../test-support/passkeys.ts';
import { OWNER_DEVICE } from '../devices/devices.ownership.ts';

const ACCESS_CODE = '246810';

/** Proof of identity that a caller gives. */
const proofOf = ({ who }: Caller) =>
  'webAccount' in who ? { Method: 'password', ...PASSWORD } : { Method: 'accessCode', accesscode: ACCESS_CODE };

async function givenAccessCode({ ctx }: World, { card }: Caller): Promise<void> {
  const hash = await ctx.secrets.hashSecret(ACCESS_CODE);
  await ctx.asOwner('UPDATE card SET access_code_hash = $2 WHERE id = $1', [card.id, hash]);
}

async function givenPasscode({ ctx }: World, owner: Caller): Promise<void> {
  await ctx.asOwner(
    `INSERT INTO device_passcode (secret_hash, tenant_id, brand_id, web_account_id, device_uuid, user_agent,
                                  passcode_hash, set_at)
     VALUES ($1, $2, $3, $4, $5, '', 'none', now()) ON CONFLICT DO NOTHING`,
    [randomBytes(32), owner.card.brand.tenantId, owner.card.brand.id, webAccountOf(owner).id, OWNER_DEVICE.uuid],
  );
}

export async function givenPasskey({ ctx }: World, owner: Caller): Promise<string> {
  const id = randomUUID();
  await ctx.asOwner(
    `INSERT INTO passkey (id, tenant_id, brand_id, web_account_id, credential_id, rp_id, public_key, counter, name, added_at)
     VALUES ($1, $2, $3, $4, $5, 'localhost', '\\x00', 0, 'Key of the owner', now())`,
    [id, owner.card.brand.tenantId, owner.card.brand.id, webAccountOf(owner).id, randomBytes(20)],
  );
  return id;
}

async function givenSignIn({ ctx }: World, owner: Caller): Promise<string> {
  const { brand, holder } = owner.card;
  const id = randomUUID();
  await ctx.asOwner(
    `INSERT INTO session (id, tenant_id, brand_id, scope, web_account_id, holder_id, created_at, last_active_at,
                          refreshed_at, ends_at)
     VALUES ($1, $2, $3, 'password', $4, $5, now(), now(), now(), now() + interval '1 hour')`,
    [id, brand.tenantId, brand.id, webAccountOf(owner).id, holder?.id],
  );
  return id;
}

export const ownership: FeatureOwnership = {
  things: {
    passkey: { make: givenPasskey, refusal: NOT_FOUND },
    signIn: { make: givenSignIn, refusal: NOT_FOUND },
  },
  calls: {
    signOut: { endsSession: true },
    getCardAccessDetails: {
      ask: (_world, { pin }) => same({ body: { PinNumber: pin } }),
      refusal: [400, '20050'],
      endsSession: true,
    },
    checkPassword: { body: PASSWORD },
    changePassword: { body: { oldPassword: PASSWORD.currentpassword, newPassword: PASSWORD.currentpassword } },
    addPasscode: { body: { device: OWNER_DEVICE, pin: '4826', userAgent: 'test' } },
    deletePasscode: { ready: givenPasscode, body: PASSWORD },
    startStepUp: { body: { Purpose: 'payment', Content: { amount: '10.00' } } },
    giveProof: {
      ask: async (world, owner) => {
        if ('card' in owner.who) await givenAccessCode(world, owner);
        return { request: (caller) => ({ body: { Purpose: 'account', ...proofOf(caller) } }) };
      },
    },
    getPasskeys: { ready: async (world, owner) => [await givenPasskey(world, owner), 'Key of the owner'] },
    addPasskey: {
      // Made for a challenge of the owner's session.
      ask: async (world, _owner, headers) => {
        const started = await startPasskeyOf(world, headers);
        return same({ body: { Name: 'My phone', credential: openAuthenticator().make(started) } });
      },
      refusal: [400, '20010'],
    },
    renamePasskey: { body: { Name: 'Renamed' } },
    getSignIns: { ready: async (world, owner) => [await givenSignIn(world, owner)] },
  },
};
