import { describe, expect, it } from 'vitest';
import { CARD_STATUSES, type CardStatus } from '@wattle/contract/cards/card.ts';
import { METHOD_CARD_FIELDS } from '@wattle/contract/rules/payment-methods.ts';
import { byName } from '@wattle/contract/rules/typed-names.ts';
import {
  canFlip,
  canReveal,
  canSwitch,
  canPay,
  defaultCardIndex,
  endingOf,
  expiryOnCard,
  grouped,
  heroActions,
  overlayOf,
  paymentsOf,
  showsInterest,
  wrapIndex,
} from './cards.domain.ts';

type Kind = 'reloadable' | 'virtual' | 'gift';

function card(CardStatus: CardStatus, kind: Kind, IsInternalTransferAllowed = false) {
  const gates = { IsReloadable: kind === 'reloadable', IsVirtualCard: kind === 'virtual' };
  const others = {
    IsBeingMade: false,
    NumberHeldBy: 'wattle' as 'wattle' | 'processor',
    ...byName(METHOD_CARD_FIELDS, () => false),
    AllowSchemeTopUp: false,
    AllowBankTransferTopUp: false,
    AllowVoucherTopUp: false,
    AllowAutoTopUp: false,
    LostOrStolenOption: true,
  };
  return { CardStatus, ...gates, ...others, IsInternalTransferAllowed };
}

/** Statuses in which a rule holds; in every other one it must not. */
function statusesOf(rule: (given: ReturnType<typeof card>) => boolean, kind: Kind): CardStatus[] {
  return CARD_STATUSES.filter((status) => rule(card(status, kind)));
}

describe('the overlay of a card', () => {
  it.each([
    ['Active', 'reloadable', null],
    ['ActiveOff', 'reloadable', 'off'],
    ['ActiveOff', 'gift', 'off'],
    ['Restricted', 'reloadable', 'blocked'],
    ['Stolen', 'gift', 'stolen'],
    ['Lost', 'reloadable', 'lost'],
    ['Lost', 'virtual', 'cancelled'],
    ['Stolen', 'virtual', 'cancelled'],
    ['NotIssued', 'reloadable', 'onItsWay'],
    ['Ordered', 'reloadable', 'onItsWay'],
    ['NotIssued', 'gift', null],
    ['Ordered', 'virtual', null],
  ] as const)('for %s and %s is %s', (status, kind, overlay) => {
    expect(overlayOf(card(status, kind))).toBe(overlay);
  });
});

describe('a card of a processor', () => {
  it('is being made, whatever it will be, and has no action that needs it', () => {
    for (const kind of ['reloadable', 'virtual', 'gift'] as const) {
      const made = { ...card('Ordered', kind), IsBeingMade: true, NumberHeldBy: 'processor' as const };
      expect(overlayOf(made)).toBe('beingMade');
      expect(heroActions(made, true)).toEqual(['transactions', 'settings', 'report']);
    }
  });

  it('is lost where it was reported while it was being made', () => {
    expect(overlayOf({ ...card('Lost', 'reloadable'), IsBeingMade: true })).toBe('lost');
  });

  it('does not show its number, which the processor holds', () => {
    expect(canReveal({ ...card('Active', 'virtual'), NumberHeldBy: 'processor' })).toBe(false);
    expect(canReveal(card('Active', 'virtual'))).toBe(true);
  });
});

describe('the actions of a card', () => {
  it('include turning over for a reloadable card that is on or off and for an active virtual one', () => {
    expect(statusesOf(canFlip, 'reloadable')).toEqual(['Active', 'ActiveOff']);
    expect(statusesOf(canFlip, 'virtual')).toEqual(['Active']);
    expect(statusesOf(canFlip, 'gift')).toEqual([]);
  });

  it('include the number only for an active virtual card', () => {
    expect(statusesOf(canReveal, 'virtual')).toEqual(['Active']);
    expect(statusesOf(canReveal, 'reloadable')).toEqual([]);
    expect(statusesOf(canReveal, 'gift')).toEqual([]);
  });

  it('include the switch for any card that is on or off', () => {
    for (const kind of ['reloadable', 'virtual', 'gift'] as const) {
      expect(statusesOf(canSwitch, kind)).toEqual(['Active', 'ActiveOff']);
    }
  });

  it('include transfers for an active card whose product has them', () => {
    for (const status of CARD_STATUSES) {
      expect(canPay(card(status, 'reloadable', true))).toBe(status === 'Active' || status === 'ActiveOff');
      expect(canPay(card(status, 'reloadable', false))).toBe(false);
    }
  });

  it("include payments by the card's flags: transfers, bills or both", () => {
    const flags = (IsInternalTransferAllowed: boolean, IsExternalTransferAllowed: boolean, IsBPayAllowed: boolean) =>
      paymentsOf({
        ...card('Active', 'reloadable'),
        IsInternalTransferAllowed,
        IsExternalTransferAllowed,
        IsBPayAllowed,
      });
    expect(flags(false, false, false)).toBeNull();
    expect(flags(true, false, false)).toBe('transfers');
    expect(flags(false, true, false)).toBe('transfers');
    expect(flags(false, false, true)).toBe('bills');
    expect(flags(false, true, true)).toBe('both');
  });

  it('are the order of a new card alone for a reported one, where it can be ordered', () => {
    expect(heroActions(card('Lost', 'reloadable'), true, true)).toEqual(['orderNew']);
    expect(heroActions(card('Stolen', 'reloadable'), true, false)[0]).toBe('callSupport');
    expect(heroActions(card('Lost', 'gift'), false, true)[0]).toBe('callSupport');
    expect(heroActions(card('Restricted', 'reloadable'), true, true)[0]).toBe('callSupport');
  });

  it('are four at most: paying, the card’s settings, its switch, then the transactions', () => {
    expect(heroActions(card('Active', 'reloadable', true), true)).toEqual([
      'transfer',
      'settings',
      'switch',
      'transactions',
    ]);
    expect(heroActions(card('ActiveOff', 'gift', true), true)).toEqual([
      'transfer',
      'settings',
      'switch',
      'transactions',
    ]);
    expect(heroActions(card('Active', 'virtual', true), true)).toEqual([
      'transfer',
      'reveal',
      'switch',
      'transactions',
    ]);
    expect(heroActions(card('Ordered', 'reloadable', true), true)).toEqual(['activate', 'transactions', 'settings']);
    expect(heroActions(card('Ordered', 'reloadable', true), false)).toEqual(['transactions', 'report']);
  });

  it.each(['AllowSchemeTopUp', 'AllowBankTransferTopUp', 'AllowVoucherTopUp', 'AllowAutoTopUp'])(
    'put a top-up first when %s and the card is reloadable, active and held with a login',
    (way) => {
      const of = (status: CardStatus, kind: Kind) => ({ ...card(status, kind, true), [way]: true });
      expect(heroActions(of('Active', 'reloadable'), true)).toEqual(['topUp', 'transfer', 'settings', 'switch']);
      expect(heroActions(of('ActiveOff', 'reloadable'), true)).toEqual(['topUp', 'transfer', 'settings', 'switch']);
      expect(heroActions(of('Active', 'reloadable'), false)).toEqual(['transfer', 'switch', 'transactions', 'report']);
      expect(heroActions(of('Active', 'gift'), true)).toEqual(['transfer', 'settings', 'switch', 'transactions']);
      expect(heroActions(of('Lost', 'reloadable'), true)).toEqual(['callSupport', 'transactions', 'settings']);
    },
  );

  it('put help first on a blocked card, and show the number of a virtual one while it is on', () => {
    expect(heroActions(card('Restricted', 'reloadable'), true)).toEqual(['callSupport', 'transactions', 'settings']);
    expect(heroActions(card('Active', 'virtual'), true)).toEqual(['reveal', 'switch', 'transactions', 'report']);
    expect(heroActions(card('ActiveOff', 'virtual'), true)).toEqual(['settings', 'switch', 'transactions', 'report']);
  });
});

describe('the interest table', () => {
  it.each([
    [2, 3.1, false, true],
    [2, 0, false, false],
    [2, 3.1, true, false],
    [3, 3.1, false, false],
    [1, 3.1, false, false],
  ] as const)(
    'product type %s at %s percent, disabled %s: %s',
    (ProductType, SavingsInterestRate, DisableInterest, shown) => {
      expect(showsInterest({ ProductType, SavingsInterestRate, DisableInterest })).toBe(shown);
    },
  );
});

describe('the carousel', () => {
  const cards = [{ MaskedCardNumber: '9036 00•• •••• 0017' }, { MaskedCardNumber: '9036 00•• •••• 0025' }];

  it("starts at the brand's default card", () => {
    expect(defaultCardIndex(cards, '9036 00•• •••• 0025')).toBe(1);
  });

  it('starts at the first card when the default is not held or not set', () => {
    expect(defaultCardIndex(cards, '9036 00•• •••• 9999')).toBe(0);
    expect(defaultCardIndex(cards, null)).toBe(0);
    expect(defaultCardIndex([], '9036 00•• •••• 0025')).toBe(0);
  });

  it('wraps around at both ends', () => {
    expect(wrapIndex(3, 3)).toBe(0);
    expect(wrapIndex(-1, 3)).toBe(2);
    expect(wrapIndex(1, 3)).toBe(1);
    expect(wrapIndex(1, 0)).toBe(0);
  });
});

describe('the printed text of a card', () => {
  it('has the last four digits of 16 and of 19', () => {
    expect(endingOf('9036 00•• •••• 0017')).toBe('0017');
    expect(endingOf('9036 00•• •••• •••0 012')).toBe('0012');
  });

  it('has the expiry as month and year', () => {
    expect(expiryOnCard('2029-09')).toBe('09/29');
  });

  it('has the number in groups of four', () => {
    expect(grouped('9036000000000017')).toBe('9036 0000 0000 0017');
    expect(grouped('9036001000000000012')).toBe('9036 0010 0000 0000 012');
  });
});
