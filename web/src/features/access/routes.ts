import type { BrandView } from '../../brand/brand.ts';
import { paths } from '../../paths.ts';
import type { AppRoute } from '../../router/app-route.ts';
import { currentSession } from '../../session/session.ts';
import { usesCardAccess } from './card-access/uses-card-access.ts';

const cardAccessOnly = (brand: BrandView) => (usesCardAccess(brand) ? null : paths.cardSignIn());

/** All of access but the sign-in pages, which have their own list. */
export const accessRoutes: readonly AppRoute[] = [
  {
    path: paths.requestAccessCode(),
    title: 'recovery:request.access.title',
    access: 'public',
    load: async () => (await import('./codes/request-code.screen.tsx')).RequestAccessCodeScreen,
    texts: ['recovery', 'access', 'validation', 'ui'],
  },
  {
    path: paths.requestActivationCode(),
    title: 'recovery:request.activation.title',
    access: 'public',
    load: async () => (await import('./codes/request-code.screen.tsx')).RequestActivationCodeScreen,
    texts: ['recovery', 'access', 'validation', 'ui'],
  },
  {
    path: paths.setLoginPin(),
    title: 'passcode:set.title',
    access: 'public',
    load: async () => (await import('./passcode/set-login-pin.screen.tsx')).SetLoginPinScreen,
    texts: ['passcode', 'validation'],
    elsewhere: () => (currentSession()?.kind === 'account' ? null : paths.signInToSetLoginPin()),
  },
  {
    path: paths.passcodeSignIn(),
    title: 'passcode:signIn.title',
    access: 'public',
    load: async () => (await import('./passcode/passcode-sign-in.screen.tsx')).PasscodeSignInScreen,
    texts: ['passcode', 'recovery', 'validation', 'ui'],
    elsewhere: () => (currentSession() ? paths.cardHome() : null),
  },
  {
    path: paths.cardAccess(),
    title: 'recovery:cardAccess.number.title',
    access: 'public',
    load: async () => (await import('./card-access/card-access.screen.tsx')).CardAccessScreen,
    texts: ['recovery', 'access', 'validation', 'ui'],
    elsewhere: cardAccessOnly,
  },
  {
    path: paths.cardAccessPin(),
    title: 'recovery:cardAccess.pin.title',
    access: 'public',
    load: async () => (await import('./card-access/card-access-pin.screen.tsx')).CardAccessPinScreen,
    texts: ['recovery', 'access', 'validation', 'ui'],
    elsewhere: cardAccessOnly,
  },
  {
    path: paths.cardAccessDetails(),
    title: 'recovery:cardAccess.details.title',
    access: 'public',
    load: async () => (await import('./card-access/card-access-details.screen.tsx')).CardAccessDetailsScreen,
    texts: ['recovery', 'access', 'ui'],
    elsewhere: cardAccessOnly,
  },
  {
    path: paths.viewAs(),
    title: 'accountView:title',
    access: 'public',
    load: async () => (await import('./view/view-as.screen.tsx')).ViewAsScreen,
    texts: ['accountView'],
  },
  {
    path: paths.signInMethods(),
    title: 'signInMethods:title',
    access: 'signed-in',
    load: async () => (await import('./methods/sign-in-methods.screen.tsx')).SignInMethodsScreen,
    texts: ['signInMethods', 'validation'],
    navigation: { label: 'common:signInMethods', icon: 'key', in: 'more', isForUsers: true },
    // A person who signed in with a card has no web account, so the card is the only sign-in method.
    elsewhere: () => (currentSession()?.kind === 'card' ? paths.cardHome() : null),
  },
];
