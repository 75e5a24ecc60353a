import { paths } from '../../paths.ts';
import type { AppRoute } from '../../router/app-route.ts';
import { currentSession } from '../../session/session.ts';

export const signUpRoutes: readonly AppRoute[] = [
  {
    path: paths.signUp(),
    title: 'signup:title',
    access: 'public',
    load: async () => (await import('./sign-up.screen.tsx')).SignUpScreen,
    texts: ['signup', 'access', 'fields', 'validation', 'ui'],
    elsewhere: (brand) => (currentSession() ? paths.cardHome() : brand.ShowSignupLink ? null : paths.accountSignIn()),
  },
];
