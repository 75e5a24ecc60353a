import type { FeatureFlags } from '@wattle/contract/brands/get-brand.ts';
import type { ComponentType } from 'react';
import type { BrandView } from './brand/brand.ts';
import { usesCardAccess } from './features/access/uses-card-access.ts';
import type { AppIconName } from './ui/app-icon.tsx';
import { paths } from './paths.ts';
import { currentSession } from './session/session.ts';

/**
 * All routes of the app. A link shows only if its route stands here and its feature is on, so no
 * link leads nowhere.
 */
export type AppRoute = {
  /** As the documents write it; the brand prefix is added by the router, and case does not count. */
  readonly path: string;
  /** Text of the page's title. */
  readonly title: string;
  /** `signed-in`: without a session it leads to the brand's root. */
  readonly access: 'public' | 'signed-in';
  readonly load: () => Promise<ComponentType>;
  /** Text files that the screen reads, besides `common` and `errors`; signed-in ones have `ui` as well. */
  readonly texts: readonly string[];
  /** Who is signed in already goes to the card home. */
  readonly isSignIn?: true;
  /** Opening it ends the session in this tab. */
  readonly clearsSession?: true;
  /** Where it leads at a brand that does not have it: a path, or a page of the brand's own elsewhere. */
  readonly elsewhere?: (brand: BrandView) => string | null;
  /** The screen begins with the brand's hero: on a phone the top bar floats over it. */
  readonly hero?: true;
  /** Place in the navigation of the signed-in area. */
  readonly navigation?: { readonly label: string; readonly icon: AppIconName };
  /** Off at this brand: the route is not there. */
  readonly feature?: keyof FeatureFlags;
};

const cardAccessOnly = (brand: BrandView) => (usesCardAccess(brand) ? null : paths.cardSignIn());

const loadCardSignIn = async () => (await import('./features/access/card-sign-in.screen.tsx')).CardSignInScreen;

export const ROUTES: readonly AppRoute[] = [
  {
    path: paths.root(),
    title: 'access:cardSignIn.title',
    access: 'public',
    load: loadCardSignIn,
    texts: ['access', 'validation'],
    isSignIn: true,
  },
  {
    path: paths.cardSignIn(),
    title: 'access:cardSignIn.title',
    access: 'public',
    load: loadCardSignIn,
    texts: ['access', 'validation'],
    isSignIn: true,
  },
  {
    path: paths.accountSignIn(),
    title: 'access:accountSignIn.title',
    access: 'public',
    load: async () => (await import('./features/access/account-sign-in.screen.tsx')).AccountSignInScreen,
    texts: ['access', 'validation'],
    isSignIn: true,
  },
  {
    path: paths.error(),
    title: 'info:error.title',
    access: 'public',
    load: async () => (await import('./features/info/error.screen.tsx')).ErrorScreen,
    texts: ['info'],
    clearsSession: true,
  },
  {
    path: paths.contactUs(),
    title: 'info:contact.title',
    access: 'public',
    load: async () => (await import('./features/info/contact-us.screen.tsx')).ContactUsScreen,
    texts: ['info'],
  },
  {
    path: paths.faqs(),
    title: 'info:faqs.title',
    access: 'public',
    load: async () => (await import('./features/info/faqs.screen.tsx')).FaqsScreen,
    texts: ['info'],
    clearsSession: true,
    elsewhere: (brand) => (brand.ShowFAQ ? brand.FaqUrl : paths.error()),
  },
  {
    path: paths.privacy(),
    title: 'info:privacy.title',
    access: 'public',
    load: async () => (await import('./features/info/privacy.screen.tsx')).PrivacyScreen,
    texts: ['info'],
    clearsSession: true,
    elsewhere: (brand) => brand.PrivacyUrl,
  },
  {
    path: paths.productInformation(),
    title: 'info:product.title',
    access: 'public',
    load: async () => (await import('./features/info/product-information.screen.tsx')).ProductInformationScreen,
    texts: ['info'],
    clearsSession: true,
    elsewhere: (brand) => brand.ProductInformationUrl,
  },
  {
    path: paths.requestAccessCode(),
    title: 'recovery:request.access.title',
    access: 'public',
    load: async () => (await import('./features/access/request-access-code.screen.tsx')).RequestAccessCodeScreen,
    texts: ['recovery', 'access', 'validation', 'ui'],
  },
  {
    path: paths.requestActivationCode(),
    title: 'recovery:request.activation.title',
    access: 'public',
    load: async () =>
      (await import('./features/access/request-activation-code.screen.tsx')).RequestActivationCodeScreen,
    texts: ['recovery', 'access', 'validation', 'ui'],
  },
  {
    path: paths.setLoginPin(),
    title: 'passcode:set.title',
    access: 'public',
    load: async () => (await import('./features/access/set-login-pin.screen.tsx')).SetLoginPinScreen,
    texts: ['passcode', 'validation'],
    elsewhere: () => (currentSession()?.kind === 'account' ? null : paths.signInToSetLoginPin()),
  },
  {
    path: paths.passcodeSignIn(),
    title: 'passcode:signIn.title',
    access: 'public',
    load: async () => (await import('./features/access/passcode-sign-in.screen.tsx')).PasscodeSignInScreen,
    texts: ['passcode', 'recovery', 'validation', 'ui'],
    elsewhere: () => (currentSession() ? paths.cardHome() : null),
  },
  {
    path: paths.cardAccess(),
    title: 'recovery:cardAccess.number.title',
    access: 'public',
    load: async () => (await import('./features/access/card-access.screen.tsx')).CardAccessScreen,
    texts: ['recovery', 'access', 'validation', 'ui'],
    elsewhere: cardAccessOnly,
  },
  {
    path: paths.cardAccessPin(),
    title: 'recovery:cardAccess.pin.title',
    access: 'public',
    load: async () => (await import('./features/access/card-access-pin.screen.tsx')).CardAccessPinScreen,
    texts: ['recovery', 'access', 'validation', 'ui'],
    elsewhere: cardAccessOnly,
  },
  {
    path: paths.cardAccessDetails(),
    title: 'recovery:cardAccess.details.title',
    access: 'public',
    load: async () => (await import('./features/access/card-access-details.screen.tsx')).CardAccessDetailsScreen,
    texts: ['recovery', 'access', 'ui'],
    elsewhere: cardAccessOnly,
  },
  {
    path: paths.inbox(),
    title: 'sandbox:inbox.title',
    access: 'public',
    load: async () => (await import('./features/sandbox/inbox.screen.tsx')).InboxScreen,
    texts: ['sandbox'],
  },
  {
    path: paths.components(),
    title: 'components:page.title',
    access: 'public',
    load: async () => (await import('./features/sandbox/components.screen.tsx')).ComponentsScreen,
    texts: ['components', 'inputs', 'fields', 'ui', 'validation'],
  },
  {
    path: paths.cardHome(),
    title: 'cards:home.title',
    access: 'signed-in',
    load: async () => (await import('./features/cards/card-home.screen.tsx')).CardHomeScreen,
    texts: ['cards', 'transactions'],
    hero: true,
    navigation: { label: 'common:navigation.home', icon: 'home' },
  },
  {
    path: paths.transactions(),
    title: 'transactions:title',
    access: 'signed-in',
    load: async () => (await import('./features/transactions/transactions.screen.tsx')).TransactionsScreen,
    texts: ['transactions', 'cards'],
    navigation: { label: 'common:navigation.transactions', icon: 'list' },
  },
  {
    path: paths.fundsTransfer(),
    title: 'transfers:title',
    access: 'signed-in',
    load: async () => (await import('./features/transfers/funds-transfer.screen.tsx')).FundsTransferScreen,
    texts: ['transfers', 'validation', 'fields', 'transactions', 'cards'],
    feature: 'transfers',
  },
  {
    path: paths.confirmTransfer(),
    title: 'transfers:confirm.title',
    access: 'signed-in',
    load: async () => (await import('./features/transfers/confirm-transfer.screen.tsx')).ConfirmTransferScreen,
    texts: ['transfers'],
    feature: 'transfers',
  },
  {
    path: paths.signInMethods(),
    title: 'signInMethods:title',
    access: 'signed-in',
    load: async () => (await import('./features/access/sign-in-methods.screen.tsx')).SignInMethodsScreen,
    texts: ['signInMethods', 'validation'],
    // Who signed in with a card has no web account, and so no ways in but the card.
    elsewhere: () => (currentSession()?.kind === 'card' ? paths.cardHome() : null),
  },
];

/** The routes that a brand has. */
export function routesOf(features: FeatureFlags): readonly AppRoute[] {
  return ROUTES.filter((route) => route.feature === undefined || features[route.feature]);
}
