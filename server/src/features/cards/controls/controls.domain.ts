import { type CardControl, CATEGORY_CONTROLS, CHANNEL_CONTROLS } from '@wattle/contract/cards/controls.ts';
import { CASH_CODES, SHOP_CODES } from '@wattle/contract/rules/merchant-codes.ts';
import type { Channel } from '@wattle/contract/transactions/transaction.ts';
import type { ProductSettings } from '../../card-facts/public.ts';

/** Controls that the holder of a card has turned off. */
export type BlockedControls = {
  readonly blocked: readonly CardControl[];
  /**
   * Milliseconds of business time from which gambling is allowed although it is listed as blocked; null if no wait
   * runs.
   */
  readonly gamblingOpensAt: number | null;
};

/** Whether a control refuses purchases at a moment. */
export function isBlocked({ blocked, gamblingOpensAt }: BlockedControls, control: CardControl, now: number): boolean {
  if (!blocked.includes(control)) return false;
  return control !== 'gambling' || gamblingOpensAt === null || now < gamblingOpensAt;
}

/** Facts about a purchase that the controls check. */
export type ControlledPurchase = {
  readonly channel: Channel;
  readonly mcc: string;
  /** ISO 3166-1 alpha-2, of the merchant; undefined where it was not sent, which counts as overseas. */
  readonly country: string | undefined;
  /** Whether it was made with a phone or a watch. */
  readonly isWallet: boolean;
  /** Country in which a purchase is not overseas. */
  readonly homeCountry: string;
};

const CHANNEL_RULES: Readonly<Record<(typeof CHANNEL_CONTROLS)[number], (asked: ControlledPurchase) => boolean>> = {
  online: ({ channel }) => channel === 'online' || channel === 'manual',
  overseas: ({ country, homeCountry }) => country !== homeCountry,
  cash: ({ channel, mcc }) => channel === 'atm' || CASH_CODES.has(mcc),
  wallet: ({ isWallet }) => isWallet,
};

/** The ways to pay that a purchase uses, among those that a holder can turn off. */
export function channelControlsOf(asked: ControlledPurchase): readonly CardControl[] {
  return CHANNEL_CONTROLS.filter((control) => CHANNEL_RULES[control](asked));
}

/** The kinds of shop of a purchase, among those that a holder can block. */
export function categoryControlsOf({ mcc }: Pick<ControlledPurchase, 'mcc'>): readonly CardControl[] {
  return CATEGORY_CONTROLS.filter((control) => SHOP_CODES[control].has(mcc));
}

/** Controls that a product leaves to its cardholders. A kind of purchase that it refuses by itself has none. */
export function controlsOf(
  settings: Pick<ProductSettings, 'cardNotPresent' | 'cash' | 'gambling' | 'quasiCash' | 'contactless'>,
  { isVirtual }: { readonly isVirtual: boolean },
): readonly CardControl[] {
  // In a wallet a card without plastic pays in shops, and takes cash at an ATM.
  const isInHand = !isVirtual || settings.contactless;
  const offered: Readonly<Record<CardControl, boolean>> = {
    online: settings.cardNotPresent,
    overseas: true,
    cash: settings.cash && isInHand,
    wallet: settings.contactless,
    gambling: settings.gambling,
    alcohol: true,
    adult: true,
    crypto: settings.quasiCash,
  };
  return [...CHANNEL_CONTROLS, ...CATEGORY_CONTROLS].filter((control) => offered[control]);
}

/** Controls after a change; undefined if nothing changes. */
export function changeControl(
  before: BlockedControls,
  { control, isAllowed, now, waitMs }: { control: CardControl; isAllowed: boolean; now: number; waitMs: number },
): BlockedControls | undefined {
  const { blocked, gamblingOpensAt } = before;
  const without = blocked.filter((one) => one !== control);
  if (!isAllowed) {
    if (isBlocked(before, control, now) && (control !== 'gambling' || gamblingOpensAt === null)) return undefined;
    return { blocked: [...without, control], gamblingOpensAt: control === 'gambling' ? null : gamblingOpensAt };
  }
  if (!isBlocked(before, control, now)) return undefined;
  if (control !== 'gambling') return { blocked: without, gamblingOpensAt };
  return gamblingOpensAt === null ? { blocked, gamblingOpensAt: now + waitMs } : undefined;
}
