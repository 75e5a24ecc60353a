import { randomBytes, randomUUID } from 'node:crypto';
import { openAuthenticator } from '../authenticator.ts';
import { refill } from '../ledger-money.ts';
import { purchaseOf, tell } from '../network.ts';
import { startPasskeyOf } from '../passkeys.ts';
import { billBody, externalBody, postMoney, returnBody, transferBody } from '../transfers.ts';
import { givenReturnProof } from '../proofs.ts';
import { INVALID_CARD, NOT_FOUND, type OwnerDriver, same } from './driver.ts';
import { readFeatureDrivers } from './feature-drivers.ts';
import { givenPayee } from './payee-drivers.ts';
import type { Caller, World } from './world.ts';

/** A call that names a card. */
const aboutCard: OwnerDriver = {
  ask: (_world, { card }) => same({ body: { Card: card.reference } }),
  refusal: INVALID_CARD,
};
/** Puts a card into the state that a call which changes its status needs, and sets whether its product has plastic. */
const asCard = async ({ ctx }: World, { card }: Caller, isVirtual = false): Promise<void> => {
  await ctx.asOwner(`UPDATE card SET status = 'Active' WHERE id = $1`, [card.id]);
  await ctx.asOwner('UPDATE product SET is_virtual = $2 WHERE id = (SELECT product_id FROM card WHERE id = $1)', [
    card.id,
    isVirtual,
  ]);
};
/** The same for a plastic card that is in use. */
const aboutPlastic = (rest: object): OwnerDriver => ({
  ask: async (world, owner) => {
    await asCard(world, owner);
    return same({ body: { Card: owner.card.reference, ...rest } });
  },
  refusal: INVALID_CARD,
});
/** A call that names a card's account. */
const ofMember = (rest: object): OwnerDriver => ({
  ask: (_world, { card }) => same({ body: { memberNumber: card.account.accountNumber, ...rest } }),
  refusal: INVALID_CARD,
  sharedBy: 'account',
});
/** A call that names nothing: each caller is answered about themself. */
const aboutCaller: OwnerDriver = { ask: () => same({}) };
/** Password of every web account that the factories make. */
const PASSWORD = { currentpassword: 'Golden-Wattle-2026' };
const withPassword: OwnerDriver = { ask: () => same({ body: PASSWORD }) };

const ACCESS_CODE = '246810';
/** How a caller proves to be there. */
const proofOf = ({ who }: Caller) =>
  'webAccount' in who ? { Method: 'password', ...PASSWORD } : { Method: 'accessCode', accesscode: ACCESS_CODE };

async function givenAccessCode({ ctx }: World, { card }: Caller): Promise<void> {
  const hash = await ctx.secrets.hashSecret(ACCESS_CODE);
  await ctx.asOwner('UPDATE card SET access_code_hash = $2 WHERE id = $1', [card.id, hash]);
}

const DEVICE = {
  uuid: 'owner-device-0001',
  model: 'Pixel',
  version: '15',
  platform: 'Android',
  name: 'Phone of the owner',
  registrationId: '',
  fcmEnabled: false,
  enabled: true,
};

function webAccountOf({ who }: Caller): bigint {
  if (!('webAccount' in who)) throw new Error('a caller without a web account');
  return who.webAccount.id;
}

/** A choice about the caller's own statements. */
const choosing = (body: object): OwnerDriver => ({ ask: () => same({ body }) });

/** A device that only the owner has. */
const OWN_DEVICE = { uuid: 'owner-device-0002', name: 'Tablet of the owner' };

async function givenDevice({ ctx }: World, owner: Caller): Promise<void> {
  await ctx.asOwner(
    `INSERT INTO device (tenant_id, brand_id, web_account_id, uuid, name, registered_at, seen_at)
     VALUES ($1, $2, $3, $4, $5, now(), now()) ON CONFLICT DO NOTHING`,
    [owner.card.brand.tenantId, owner.card.brand.id, webAccountOf(owner), OWN_DEVICE.uuid, OWN_DEVICE.name],
  );
}

async function givenPasscode({ ctx }: World, owner: Caller): Promise<void> {
  await ctx.asOwner(
    `INSERT INTO device_passcode (secret_hash, tenant_id, brand_id, web_account_id, device_uuid, user_agent,
                                  passcode_hash, set_at)
     VALUES ($1, $2, $3, $4, $5, '', 'none', now()) ON CONFLICT DO NOTHING`,
    [randomBytes(32), owner.card.brand.tenantId, owner.card.brand.id, webAccountOf(owner), DEVICE.uuid],
  );
}

async function givenPasskeyRow({ ctx }: World, owner: Caller): Promise<string> {
  const id = randomUUID();
  await ctx.asOwner(
    `INSERT INTO passkey (id, tenant_id, brand_id, web_account_id, credential_id, rp_id, public_key, counter, name, added_at)
     VALUES ($1, $2, $3, $4, $5, 'localhost', '\\x00', 0, 'Key of the owner', now())`,
    [id, owner.card.brand.tenantId, owner.card.brand.id, webAccountOf(owner), randomBytes(20)],
  );
  return id;
}

const ofAccount = (query: Readonly<Record<string, string>>): OwnerDriver => ({
  ask: (_world, { card }) => same({ query: { accountNumber: card.account.accountNumber, ...query } }),
  refusal: INVALID_CARD,
  sharedBy: 'account',
});

/**
 * How the owner makes each call of a signed-in caller. `server/src/ownership.test.ts` sends the same as everybody
 * else; a call without a driver fails there by its name.
 */
export const OWNER_DRIVERS: Readonly<Record<string, readonly OwnerDriver[]>> = {
  getCards: [aboutCaller],
  getCardDetails: [aboutCard],
  turnCardOff: [aboutCard],
  turnCardOn: [aboutCard],
  revealSecureDetails: [
    {
      ask: async (world, owner) => {
        await asCard(world, owner, true);
        return same({ body: { Card: owner.card.reference } });
      },
      refusal: INVALID_CARD,
    },
  ],
  getAlerts: [aboutCard],
  getAlertsByEntity: [aboutCaller],
  saveAlerts: [
    {
      ask: (_world, { card }) => same({ body: { Card: card.reference, Alerts: [] } }),
      refusal: INVALID_CARD,
    },
  ],
  blockCard: [aboutPlastic({})],
  reportLost: [aboutPlastic({ IsStolen: true })],
  getCardReplacementFee: [aboutCard],
  replaceCard: [aboutPlastic({ IsCardDamaged: true })],
  toggleContactless: [aboutPlastic({ NewContactlessValue: false })],
  changeName: [aboutPlastic({ CardName: 'Holidays' })],
  getSpendLimits: [aboutCard],
  changeSpendLimit: [aboutPlastic({ NewSpendLimit: 50 })],
  changePin: [
    {
      ask: async (world, owner) => {
        await asCard(world, owner);
        const { AccountNumber, MaskedCardNumber, ExpirationDate } = owner.card.reference;
        const card = { memberNumber: AccountNumber, maskedCard: MaskedCardNumber, expiryDate: ExpirationDate };
        return same({ body: { ...card, pin: '7391', password: PASSWORD.currentpassword } });
      },
      refusal: INVALID_CARD,
    },
  ],
  canOrderAdditionalCard: [ofMember({ checkBalance: true })],
  orderAdditionalCard: [ofMember({})],
  clearCards: [aboutCaller],
  isPrimaryAccount: [aboutCaller],
  getAccountLoginName: [aboutCaller],

  ...(await readFeatureDrivers()),

  getTransactions: [ofAccount({ count: '10', skip: '0' })],
  getRecentTransactions: [aboutCard],
  getSpending: [aboutCard],
  searchTransactions: [
    {
      ask: (_world, { card }) => same({ body: { accountNumber: card.account.accountNumber, count: 10 } }),
      refusal: INVALID_CARD,
      sharedBy: 'account',
    },
  ],

  processBPayRequest: [
    {
      ask: (_world, { card }) => same({ body: billBody(card.account, { amount: 0.1 }) }),
      refusal: INVALID_CARD,
      sharedBy: 'account',
    },
  ],
  transferExternal: [
    {
      ask: (_world, { card }) => same({ body: externalBody(card.account, { Amount: 0.1 }) }),
      refusal: INVALID_CARD,
      sharedBy: 'account',
    },
  ],
  returnFund: [
    {
      // It empties the account, which owners share: it is the last of the calls, and the account is filled for each.
      ask: async ({ ctx }, { card }) => {
        const { account } = card;
        await ctx.asOwner('TRUNCATE mistaken_payment CASCADE', []);
        await ctx.asOwner('DELETE FROM payment_out WHERE member_account_id = $1', [account.id]);
        await refill(ctx, account, 100_00n);
        await givenReturnProof(ctx, card, 100);
        return same({ body: returnBody(card) });
      },
      refusal: INVALID_CARD,
    },
  ],
  returnFundStatus: [
    {
      ask: (_world, { card }) => {
        const { SourceAccountNumber, MaskedCardNumber, ExpirationDate } = returnBody(card);
        return same({ body: { SourceAccountNumber, MaskedCardNumber, ExpirationDate } });
      },
      refusal: INVALID_CARD,
    },
  ],
  getAccountLimits: [
    {
      ask: (_world, { card }) => same({ body: { AccountNumber: card.account.accountNumber } }),
      refusal: INVALID_CARD,
      sharedBy: 'account',
    },
  ],
  getRemainingExternalTransferLimitDetails: [aboutCard],
  getExternalTransferPurpose: [aboutCaller],
  getBPayBiller: [{ ask: () => same({ body: { BillerCode: '23796' } }) }],
  confirmPayee: [
    { ask: () => same({ body: { Bsb: '000101', AccountNumber: '12345678', AccountName: 'Rent Agency' } }) },
  ],
  getBsbDetails: [{ ask: () => same({ body: { BsbNumber: '000101' } }) }],
  getInternalBsbDetails: [{ ask: () => same({ body: { BsbNumber: '000101' } }) }],
  transferInternal: [
    {
      ask: ({ destination }, { card }) => same({ body: transferBody(card.account, destination) }),
      refusal: INVALID_CARD,
      sharedBy: 'account',
    },
    {
      // From an account of the caller's own, to a payee that the owner has saved.
      ask: async (world, owner) => {
        const PayeeId = await givenPayee(world, owner);
        return { request: ({ card }) => ({ body: transferBody(card.account, world.destination, { PayeeId }) }) };
      },
      // In another brand nobody has the account that is paid.
      refusal: ({ card }, owner) => (card.brand.id === owner.card.brand.id ? [404, '404'] : [400, '20010']),
    },
  ],
  askTicket: [
    {
      // For the receipt of a transfer that the owner's account has paid.
      ask: async (world, { card }, session) => {
        const response = await postMoney(
          world,
          'transfer/internal',
          session,
          transferBody(card.account, world.destination),
        );
        const { ReceiptNumber: receiptNumber } = response.json<{ ReceiptNumber: string }>();
        const parameters = { accountNumber: card.account.accountNumber, receiptNumber };
        return same({ body: { kind: 'transferReceipt', parameters, language: 'enAU' } }, [receiptNumber]);
      },
      refusal: INVALID_CARD,
      sharedBy: 'account',
    },
    {
      // For an export of the owner's transactions.
      ask: async (world, { card }) => {
        await tell(world, 'clearings', purchaseOf(card));
        const parameters = { accountNumber: card.account.accountNumber, fromSequence: 1, toSequence: 9, format: 'csv' };
        return same({ body: { kind: 'generateTransactionReportBySequenceRange', parameters, language: 'enAU' } });
      },
      refusal: INVALID_CARD,
      sharedBy: 'account',
    },
  ],

  getOnlineAccount: [aboutCaller],
  getPersonalDetails: [aboutCaller],
  getAddress: [aboutCaller],
  updatePersonalDetails: [{ ask: () => same({ body: { ProductMarketingEmail: true } }) }],
  updateDeliveryMethod: [choosing({ newDeliveryMethod: 80 })],
  updateStatementFrequency: [choosing({ newFrequency: 1 })],
  changePassword: [
    { ask: () => same({ body: { oldPassword: PASSWORD.currentpassword, newPassword: PASSWORD.currentpassword } }) },
  ],
  hearOfChanges: [aboutCaller],
  signOut: [aboutCaller],
  checkPassword: [withPassword],

  addPasscode: [{ ask: () => same({ body: { device: DEVICE, pin: '4826', userAgent: 'test' } }) }],
  deletePasscode: [
    {
      ask: async (world, owner) => {
        await givenPasscode(world, owner);
        return same({ body: PASSWORD });
      },
    },
  ],
  startStepUp: [{ ask: () => same({ body: { Purpose: 'payment', Content: { amount: '10.00' } } }) }],
  giveProof: [
    {
      ask: async (world, owner) => {
        if ('card' in owner.who) await givenAccessCode(world, owner);
        return { request: (caller) => ({ body: { Purpose: 'account', ...proofOf(caller) } }) };
      },
    },
  ],
  verifyIfPasscodeIsSet: [aboutCaller],

  getStatementList: [
    {
      ask: (_world, { card }) => same({ body: { accountNumber: card.account.accountNumber } }),
      refusal: INVALID_CARD,
      sharedBy: 'holder',
    },
  ],

  getPasskeys: [
    {
      ask: async (world, owner) => same({}, [await givenPasskeyRow(world, owner), 'Key of the owner']),
    },
  ],
  startPasskey: [{ ask: () => same({}) }],
  addPasskey: [
    {
      // Made for a challenge of the owner's session.
      ask: async (world, _owner, headers) => {
        const started = await startPasskeyOf(world, headers);
        return same({ body: { Name: 'My phone', credential: openAuthenticator().make(started) } });
      },
      refusal: [400, '20010'],
    },
  ],
  renamePasskey: [
    {
      ask: async (world, owner) => same({ body: { Id: await givenPasskeyRow(world, owner), Name: 'Renamed' } }),
      refusal: NOT_FOUND,
    },
  ],
  removePasskey: [
    {
      ask: async (world, owner) => same({ body: { Id: await givenPasskeyRow(world, owner) } }),
      refusal: NOT_FOUND,
    },
  ],

  registerDevice: [{ ask: () => same({ body: DEVICE }) }],
  getDevice: [
    {
      ask: async (world, owner) => {
        await givenDevice(world, owner);
        return same({ params: { uuid: OWN_DEVICE.uuid } }, [OWN_DEVICE.name]);
      },
    },
  ],
  getAccountDevices: [
    {
      ask: (_world, { card }) => same({ params: { account: card.account.accountNumber } }),
      refusal: NOT_FOUND,
      sharedBy: 'account',
    },
  ],
  saveAccountDevices: [
    {
      ask: async (world, owner) => {
        await givenDevice(world, owner);
        const devices = [{ ...OWN_DEVICE, fcmEnabled: false, enabled: true }];
        return same({ body: { accountNumber: owner.card.account.accountNumber, devices } });
      },
      refusal: NOT_FOUND,
    },
  ],
  disablePasscodeAlert: [{ ask: () => same({ body: { deviceuuid: DEVICE.uuid } }) }],

  getCardAccessDetails: [{ ask: (_world, { pin }) => same({ body: { PinNumber: pin } }), refusal: [400, '20050'] }],
};
