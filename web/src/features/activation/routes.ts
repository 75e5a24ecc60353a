import { paths } from '../../paths.ts';
import type { AppRoute } from '../../router/app-route.ts';

const TEXTS = ['activation', 'validation', 'fields', 'profile', 'ui'];
const page = (path: string, title: string, load: AppRoute['load']): AppRoute => ({
  path,
  title,
  access: 'public',
  frame: 'own',
  load,
  texts: TEXTS,
});

/** The steps of an activation. Which of them are asked for the server says. */
export const activationRoutes: readonly AppRoute[] = [
  page(
    paths.cardActivate(),
    'activation:start.title',
    async () => (await import('./card-activate.screen.tsx')).CardActivateScreen,
  ),
  page(
    paths.termsAndConditions(),
    'activation:terms.title',
    async () => (await import('./terms.screen.tsx')).TermsScreen,
  ),
  page(
    paths.termsDeclined(),
    'activation:declined.title',
    async () => (await import('./terms-declined.screen.tsx')).TermsDeclinedScreen,
  ),
  page(
    paths.loginOptionSelector(),
    'activation:option.title',
    async () => (await import('./login-option.screen.tsx')).LoginOptionScreen,
  ),
  page(
    paths.accessDetailsSetup(),
    'activation:access.title',
    async () => (await import('./access-details.screen.tsx')).AccessDetailsScreen,
  ),
  page(
    paths.accountSetup(),
    'activation:you.title',
    async () => (await import('./account-setup.screen.tsx')).AccountSetupScreen,
  ),
  page(
    paths.accountSetupConsent(),
    'activation:agree.title',
    async () => (await import('./consent.screen.tsx')).ConsentScreen,
  ),
  page(
    paths.setTaxFile(),
    'activation:tax.title',
    async () => (await import('./set-tax-file.screen.tsx')).SetTaxFileScreen,
  ),
  page(paths.setPin(), 'activation:pin.title', async () => (await import('./set-pin.screen.tsx')).SetPinScreen),
  page(
    paths.cardActivationSuccess(),
    'activation:done.title',
    async () => (await import('./activation-success.screen.tsx')).ActivationSuccessScreen,
  ),
];
