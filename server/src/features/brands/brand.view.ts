import { DEFAULT_LANGUAGE, inEachLanguage } from '@wattle/contract/rules/languages.ts';
import type { BrandView } from '@wattle/contract/brands/brand.ts';
import type { SystemNotification } from '@wattle/contract/brands/system-notifications.ts';
import { fillIn } from '@wattle/contract/rules/wording.ts';
import { byName } from '@wattle/contract/rules/typed-names.ts';
import { toInstant } from '../../platform/database/database.ts';
import type { Brand } from './brand-settings.ts';
import type { NoticeRow } from './brand.store.ts';

/** Address of a brand's file. Its version lets browsers cache it permanently. */
export function assetAddress(brand: Brand, name: string): string {
  const version = brand.assets.get(name);
  const path = `/assets/brands/${brand.identifier}/${name}`;
  return version === undefined ? path : `${path}?v=${version}`;
}

/** Settings with words to show. Addresses are left out, because `%2` may be part of one. */
const WORDS = [
  'CustomLinkText1',
  'CustomLinkText2',
  'PDSText',
  'CardIdHelpInfoText',
  'ActivationCodeHelpInfoText',
  'OverrideLostOrStolenText',
] as const;

/** The words with `%1` and `%2` replaced by the name of the brand and its support phone. */
function wordsOf({ name, settings }: Brand) {
  const values = { brand: name, phone: settings.SupportPhoneNumber };
  return byName(WORDS, (key) => {
    const text = settings[key];
    return text === null ? null : fillIn(text, values);
  });
}

export function toBrandView(brand: Brand, updateTime: string): BrandView {
  const {
    DefaultCountry: _1,
    IssuerPrivacyUrl: _2,
    DirectDebitAgreementUrl: _3,
    ReloadableCardMinimumAge: _4,
    MaximumCardPurchaseNum: _5,
    ShowAboutLink: _6,
    RewardProviderName: _7,
    SecurityContact: _8,
    ...settings
  } = brand.settings;
  return {
    ...settings,
    ...wordsOf(brand),
    BrandIdentifier: brand.identifier,
    BrandName: brand.name,
    BrandId: brand.id,
    TenantId: brand.tenantId,
    TenantName: brand.tenantName,
    UpdateTime: updateTime,
    Assets: {
      Tokens: assetAddress(brand, 'tokens.css'),
      Logo: assetAddress(brand, 'logo.svg'),
      LogoOnDark: assetAddress(brand, 'logo-on-dark.svg'),
      Hero: assetAddress(brand, 'hero.svg'),
    },
    Texts: inEachLanguage((language) => ({ ...brand.texts[language] })),
  };
}

/** View of a brand for a visitor who chooses among brands. */
export type BrandChoice = Pick<BrandView, 'BrandIdentifier' | 'BrandName'> & {
  readonly Assets: Pick<BrandView['Assets'], 'Logo' | 'LogoOnDark'>;
};

export function toBrandChoice(brand: Brand): BrandChoice {
  return {
    BrandIdentifier: brand.identifier,
    BrandName: brand.name,
    Assets: { Logo: assetAddress(brand, 'logo.svg'), LogoOnDark: assetAddress(brand, 'logo-on-dark.svg') },
  };
}

const NO_WORDS = { Title: '', Body: '' };

export function toNotificationView(row: NoticeRow): SystemNotification {
  return {
    Id: row.id,
    Level: row.level,
    StartTime: toInstant(row.starts_at),
    EndTime: row.ends_at === null ? null : toInstant(row.ends_at),
    PaymentMethod: row.payment_method,
    Texts: inEachLanguage((language) => row.texts[language] ?? row.texts[DEFAULT_LANGUAGE] ?? NO_WORDS),
  };
}
