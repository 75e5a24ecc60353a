import { productSettings, type ProductSettings, type ProductSettingsInput } from '../features/cards/public.ts';

export type DemoProduct = {
  readonly id: number;
  readonly brand: string;
  readonly name: string;
  /** Debit 2, Prepaid 3. */
  readonly type: 2 | 3;
  readonly scheme: 'Visa' | 'Mastercard' | 'eftpos';
  readonly isReloadable: boolean;
  readonly isVirtual: boolean;
  readonly isUpgradeable: boolean;
  readonly art: string;
  readonly artIsDark: boolean;
  readonly settings: ProductSettings;
  /** Terms that each card accepts when it is activated. */
  readonly terms?: { readonly version: string; readonly url: string };
};

/** What a reloadable card of a programme with everything has. */
const RELOADABLE: ProductSettingsInput = {
  bpay: true,
  internalTransfers: true,
  externalTransfers: true,
  bankTransferTopUp: true,
  schemeTopUp: true,
  autoTopUp: true,
  voucherTopUp: true,
  statements: true,
  isNonStock: true,
  replacementByCardholder: true,
  purchaseLimits: true,
  paymentLimits: true,
  cash: true,
  gambling: true,
  alerts: { bankTransfer: true, autoTopUp: true, statement: true },
};

/** A card that is loaded once; its limits cannot be chosen and it gives no cash. */
const SINGLE_LOAD: ProductSettingsInput = {
  isNonStock: false,
  isTemporary: false,
  paymentLimit: null,
  paymentLimitMax: null,
};

const RELOADABLE_CARD = { type: 3, isReloadable: true, isVirtual: false, isUpgradeable: false } as const;
const GIFT_CARD = { type: 3, scheme: 'eftpos', isReloadable: false, isVirtual: false, isUpgradeable: false } as const;

type Plain = Omit<DemoProduct, 'settings'> & { readonly settings: ProductSettingsInput };

const PLAIN: readonly Plain[] = [
  {
    ...RELOADABLE_CARD,
    id: 1,
    brand: 'wattle',
    name: 'Wattle Everyday',
    type: 2,
    scheme: 'Visa',
    art: 'everyday',
    artIsDark: false,
    settings: { ...RELOADABLE, additionalCards: true, directDebit: true, interestRate: 3.1 },
  },
  {
    id: 2,
    brand: 'wattle',
    name: 'Wattle Online',
    type: 3,
    scheme: 'Visa',
    isReloadable: false,
    isVirtual: true,
    isUpgradeable: false,
    art: 'online',
    artIsDark: true,
    settings: { ...SINGLE_LOAD, contactless: false, contactlessSwitch: false },
  },
  {
    ...RELOADABLE_CARD,
    id: 3,
    brand: 'wattle',
    name: 'Wattle Travel',
    scheme: 'Mastercard',
    art: 'travel',
    artIsDark: false,
    settings: RELOADABLE,
  },
  { ...GIFT_CARD, id: 4, brand: 'wattle', name: 'Wattle Gift', art: 'gift', artIsDark: false, settings: SINGLE_LOAD },
  {
    id: 5,
    brand: 'wattle',
    name: 'Wattle Start',
    type: 3,
    scheme: 'Visa',
    isReloadable: false,
    isVirtual: false,
    isUpgradeable: true,
    art: 'start',
    artIsDark: false,
    settings: SINGLE_LOAD,
  },
  {
    ...RELOADABLE_CARD,
    id: 6,
    brand: 'stumps',
    name: 'Stumps Member',
    scheme: 'Visa',
    art: 'member',
    artIsDark: false,
    settings: RELOADABLE,
  },
  { ...GIFT_CARD, id: 7, brand: 'stumps', name: 'Stumps Gift', art: 'gift', artIsDark: true, settings: SINGLE_LOAD },
  {
    ...RELOADABLE_CARD,
    id: 8,
    brand: 'tui',
    name: 'Tui Card',
    scheme: 'Visa',
    art: 'card',
    artIsDark: true,
    settings: { ...RELOADABLE, bsb: '000-003', bpay: false, externalTransfers: false },
  },
  {
    ...RELOADABLE_CARD,
    id: 9,
    brand: 'ledgerline',
    name: 'Ledgerline Expense',
    scheme: 'Mastercard',
    art: 'expense',
    artIsDark: false,
    settings: { ...RELOADABLE, bsb: '000-004' },
    terms: { version: '2026-07', url: 'https://ledgerline.example/terms' },
  },
];

/** The institution that holds a brand's accounts. */
const BSB: Readonly<Record<string, string>> = {
  wattle: '000-001',
  stumps: '000-001',
  tui: '000-003',
  ledgerline: '000-004',
};

export const PRODUCTS: readonly DemoProduct[] = PLAIN.map((product) => ({
  ...product,
  settings: productSettings.parse({ bsb: BSB[product.brand], ...product.settings }),
}));
