import { paths } from '../../paths.ts';
import type { AppRoute } from '../../router/app-route.ts';

/** Raise the limit, for web-account users. */
export const identityRoutes: readonly AppRoute[] = [
  {
    path: paths.increaseLimitBenefits(),
    under: paths.cardHome(),
    title: 'increaseLimit:benefits.waiting',
    access: 'signed-in',
    load: async () => (await import('./increase-limit/benefits.screen.tsx')).IncreaseLimitBenefitsScreen,
    texts: ['increaseLimit'],
  },
  {
    path: paths.increaseLimitYourDetails(),
    under: paths.cardHome(),
    title: 'increaseLimit:details.title',
    access: 'signed-in',
    load: async () => (await import('./increase-limit/your-details.screen.tsx')).IncreaseLimitYourDetailsScreen,
    texts: ['increaseLimit', 'validation', 'fields'],
  },
  {
    path: paths.increaseLimitConsent(),
    under: paths.cardHome(),
    title: 'increaseLimit:consent.title',
    access: 'signed-in',
    load: async () => (await import('./increase-limit/consent.screen.tsx')).IncreaseLimitConsentScreen,
    texts: ['increaseLimit', 'validation'],
  },
  {
    path: paths.increaseLimitVerification(),
    under: paths.cardHome(),
    title: 'identity:kyc.title',
    access: 'signed-in',
    load: async () => (await import('./increase-limit/verification.screen.tsx')).IncreaseLimitVerificationScreen,
    texts: ['increaseLimit', 'identity'],
  },
  {
    path: paths.increaseLimitSuccessful(),
    under: paths.cardHome(),
    title: 'increaseLimit:benefits.waiting',
    access: 'signed-in',
    load: async () => (await import('./increase-limit/successful.screen.tsx')).IncreaseLimitSuccessfulScreen,
    texts: ['increaseLimit', 'cards'],
  },
  {
    path: paths.increaseLimitUnsuccessful(),
    under: paths.cardHome(),
    title: 'increaseLimit:benefits.waiting',
    access: 'signed-in',
    load: async () => (await import('./increase-limit/unsuccessful.screen.tsx')).IncreaseLimitUnsuccessfulScreen,
    texts: ['increaseLimit'],
  },
];
