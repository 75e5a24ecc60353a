import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import {
  givenAccount,
  givenBrand,
  givenCard,
  givenHolder,
  givenProduct,
  givenSession,
  givenWebAccount,
  type TestAccount,
  type TestBrand,
  type TestHolder,
  type TestProduct,
} from '../../../test-support/factories.ts';
import { type Opened, payByCard } from '../../../test-support/outside/gateway.ts';
import { getApi, postApi } from '../../../test-support/signed-in.ts';
import { balanceOf } from '../../../test-support/transfers.ts';
import { listEarning } from '../interest/interest.store.ts';
import { findLoadedAccount } from '../desk-loads/load.store.ts';
import { findDepositAccounts } from '../settlement/deposits/deposit-account.store.ts';

/** The business clock of tests is set to November 2026. */
const MONTH = '2026-11';
const DAYS = ['2026-11-01', '2026-11-30'];
const [VALID, PAST] = ['2029-11', '2026-10'];

let test: TestApp;
let brand: TestBrand;
let products: Record<'plain' | 'rich' | 'virtual', TestProduct>;
let holder: TestHolder;
let account: TestAccount;
beforeAll(async () => {
  test = await givenApp();
  brand = await givenBrand(test.ctx);
  const ways = { schemeTopUp: true, bankTransferTopUp: true };
  const made = async (settings: object, isVirtual = false) =>
    givenProduct(test.ctx, { brand, type: 2, isVirtual, isReloadable: !isVirtual, settings });
  products = {
    plain: await made({ ...ways, maxBalance: 1_000_00, topUpFee: 1_00, topUpMax: 500_00 }),
    rich: await made({ ...ways, interestRate: 3.1, maxBalance: 9_000_00, topUpFee: 4_00, topUpMax: 500_00 }),
    // It pays interest and accepts no deposits. Its settings apply only to an account that has no other card.
    virtual: await made({ interestRate: 1, maxBalance: 50_000_00, topUpFee: 9_00 }, true),
  };
});
beforeEach(async () => {
  holder = await givenHolder(test.ctx, { brand });
  account = await givenAccount(test.ctx, { holder });
});
afterAll(() => test.close());

type Is = 'plain' | 'rich' | 'virtual' | 'nothing';
type Has = readonly [product: 'plain' | 'rich' | 'virtual', status: string, more?: 'expired' | 'nominee'];

/** The settings of the account as each feature reads them: all have to agree. */
async function readAll() {
  const { tenantId } = brand;
  return test.ctx.database.read(tenantId, async (tx) => {
    const { accountNumber } = account;
    const [deposit] = await findDepositAccounts(tx, tenantId, MONTH, [{ bsb: '000001', accountNumber }]);
    const earning = await listEarning(tx, tenantId, DAYS, { by: 'noted', after: account.id - 1n, most: 1 });
    const load = await findLoadedAccount(tx, tenantId, MONTH, accountNumber);
    return {
      earns: earning.includes(account.id),
      takesDeposits: deposit?.takesDeposits,
      depositsUpTo: deposit?.maxBalance,
      loadsUpTo: load?.maxBalance ?? 0n,
    };
  });
}

const WHAT = {
  plain: { earns: false, takesDeposits: true, depositsUpTo: 1_000_00n, loadsUpTo: 1_000_00n },
  rich: { earns: true, takesDeposits: true, depositsUpTo: 9_000_00n, loadsUpTo: 9_000_00n },
  virtual: { earns: true, takesDeposits: false, depositsUpTo: 50_000_00n, loadsUpTo: 50_000_00n },
  nothing: { earns: false, takesDeposits: false, depositsUpTo: 0n, loadsUpTo: 0n },
} as const;

describe('the product of an account is that of', () => {
  it.each<readonly [string, readonly Has[], Is]>([
    ['the card that works', [['plain', 'Active']], 'plain'],
    ['a card that is turned off for a while', [['rich', 'ActiveOff']], 'rich'],
    [
      'an upgrade that is activated',
      [
        ['plain', 'Replaced'],
        ['rich', 'Active'],
      ],
      'rich',
    ],
    [
      'the old card while the upgrade is on its way',
      [
        ['plain', 'Active'],
        ['rich', 'Ordered'],
      ],
      'plain',
    ],
    [
      'the new card of a downgrade',
      [
        ['rich', 'Replaced'],
        ['plain', 'Active'],
      ],
      'plain',
    ],
    [
      'no card that was closed',
      [
        ['rich', 'Closed'],
        ['plain', 'Active'],
      ],
      'plain',
    ],
    [
      'no card that was lost, beside one that works',
      [
        ['rich', 'Lost'],
        ['plain', 'Active'],
      ],
      'plain',
    ],
    [
      'no card that is blocked, beside one that works',
      [
        ['rich', 'Restricted'],
        ['plain', 'Active'],
      ],
      'plain',
    ],
    [
      'no card past its month',
      [
        ['rich', 'Active', 'expired'],
        ['plain', 'Active'],
      ],
      'plain',
    ],
    ['a new card before its activation', [['rich', 'NotIssued']], 'rich'],
    [
      'the new card that takes the place of one that expired',
      [
        ['plain', 'Active', 'expired'],
        ['rich', 'Ordered'],
      ],
      'rich',
    ],
    [
      'the new card that takes the place of a lost one',
      [
        ['plain', 'Lost'],
        ['rich', 'Ordered'],
      ],
      'rich',
    ],
    ['a lost card without another', [['rich', 'Stolen']], 'rich'],
    [
      "a nominee's card, as one of its holder",
      [
        ['plain', 'Active'],
        ['rich', 'Active', 'nominee'],
      ],
      'rich',
    ],
    [
      "a nominee's card where the holder's is closed",
      [
        ['rich', 'Closed'],
        ['plain', 'Active', 'nominee'],
      ],
      'plain',
    ],
    [
      'no virtual card beside another',
      [
        ['plain', 'Active'],
        ['virtual', 'Active'],
      ],
      'plain',
    ],
    [
      'no virtual card beside a blocked one',
      [
        ['rich', 'Restricted'],
        ['virtual', 'Active'],
      ],
      'rich',
    ],
    ['a virtual card alone', [['virtual', 'Active']], 'virtual'],
    ['nothing where all have expired', [['rich', 'Active', 'expired']], 'nothing'],
    [
      'nothing where all are closed or replaced',
      [
        ['rich', 'Closed'],
        ['plain', 'Replaced'],
      ],
      'nothing',
    ],
  ])('follows %s', async (_, cards, is) => {
    for (const [product, status, more] of cards) {
      const of = more === 'nominee' ? await givenHolder(test.ctx, { brand }) : holder;
      const expiry = more === 'expired' ? PAST : VALID;
      await givenCard(test.ctx, { account, holder: of, product: products[product], status, expiry });
    }
    expect(await readAll()).toEqual(WHAT[is]);
  });
});

describe('a top-up by card', () => {
  it.each<readonly [string, readonly Has[], number]>([
    [
      'of a product that it had before',
      [
        ['rich', 'Replaced'],
        ['plain', 'Active'],
      ],
      1,
    ],
    [
      'of an expired card',
      [
        ['rich', 'Active', 'expired'],
        ['plain', 'Active'],
      ],
      1,
    ],
    [
      "of a nominee's card",
      [
        ['plain', 'Active'],
        ['rich', 'Active', 'nominee'],
      ],
      4,
    ],
    [
      'of a virtual card',
      [
        ['plain', 'Active'],
        ['virtual', 'Active'],
      ],
      1,
    ],
  ])('costs the fee that was shown before, whatever the fee %s', async (_, cards, dollars) => {
    for (const [product, status, more] of cards) {
      const of = more === 'nominee' ? await givenHolder(test.ctx, { brand }) : holder;
      const expiry = more === 'expired' ? PAST : VALID;
      await givenCard(test.ctx, { account, holder: of, product: products[product], status, expiry });
    }
    const webAccount = await givenWebAccount(test.ctx, { account });
    const { headers } = await givenSession(test.ctx, { webAccount });
    const { accountNumber } = account;
    const details = (await postApi(test, 'topup/details', headers, { accountNumber })).json<{ Fee: number }>();
    expect(details.Fee).toBe(dollars);
    const opened = (await postApi(test, 'payment/initiate', headers, { accountNumber, amount: 50 })).json<Opened>();
    await payByCard(test, opened, 'noticeFirst');
    expect(await balanceOf(test.ctx, account)).toBe(50_00n - BigInt(dollars) * 100n);
  });
});

describe('an account opened without interest', () => {
  it('earns interest and is asked for a tax file number once its card earns it', async () => {
    await givenCard(test.ctx, { account, product: products.plain, status: 'Active' });
    const webAccount = await givenWebAccount(test.ctx, { account });
    const { headers } = await givenSession(test.ctx, { webAccount });
    const read = async () => {
      const profile = await getApi(test, 'onlineAccount/GetCurrentEntityPersonalDetails', headers);
      const list = await getApi(test, 'card/cards', headers);
      const [card] = list.json<{ cards: { value: { DisableInterest: boolean } }[] }>().cards;
      return {
        asksTaxFile: profile.json<{ MayEditTaxFileNumber: boolean }>().MayEditTaxFileNumber,
        isWithout: card?.value.DisableInterest,
        earns: (await readAll()).earns,
      };
    };
    expect(await read()).toEqual({ asksTaxFile: false, isWithout: true, earns: false });
    const upgraded = 'UPDATE card SET product_id = $2 WHERE member_account_id = $1';
    await test.ctx.asOwner(upgraded, [account.id, products.rich.id]);
    expect(await read()).toEqual({ asksTaxFile: true, isWithout: false, earns: true });
  });
});
