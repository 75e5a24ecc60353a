import { Fragment } from 'react';
import type { FeatureFlags } from '@wattle/contract/brands/brand.ts';
import { PREFIX } from '../brand/brand.ts';
import { setCardToLogin } from '../features/access/sign-in/card-to-login.ts';
import { signInRoutes } from '../features/access/sign-in/routes.ts';
import { loadTexts } from '../i18n/i18n.ts';
import { paths } from '../paths.ts';
import { type AppRoute, routesWith } from '../router/app-route.ts';
import { createRouter, type Drawn, type Router } from '../router/public.ts';
import { guard } from './guard.ts';
import { notFoundRoutes } from './not-found-routes.ts';

/** Frame of a screen that has its own, such as sign-in. */
const NoFrame = Fragment;

async function frameOf({ access, frame, isSignIn }: AppRoute): Promise<Drawn['Frame']> {
  if (frame === 'own' || isSignIn) return NoFrame;
  return access === 'signed-in'
    ? (await import('../layout/app-frame.tsx')).AppFrame
    : (await import('../layout/open-frame.tsx')).OpenFrame;
}

/** The screen, its frame and its words arrive together: it is never drawn without them. */
async function load(route: AppRoute): Promise<Drawn> {
  const texts = route.access === 'signed-in' ? ['ui', ...route.texts] : route.texts;
  const [Screen, Frame] = await Promise.all([route.load(), frameOf(route), loadTexts(texts)]);
  return { Screen, Frame };
}

/** The frame of the signed-in area. It stays on the screen when one of its pages fails to load. */
async function frameAlone(route: AppRoute): Promise<Drawn['Frame'] | null> {
  if (route.access !== 'signed-in') return null;
  const [Frame] = await Promise.all([frameOf(route), loadTexts(['ui'])]);
  return Frame === NoFrame ? null : Frame;
}

setCardToLogin(async () => (await import('../features/activation/upgrade/card-to-login.part.tsx')).cardToLogin);

export function openRouter(features: FeatureFlags): Router {
  return createRouter({
    base: PREFIX,
    first: signInRoutes,
    others: async () => {
      const { FEATURE_ROUTES } = await import('../routes.ts');
      return [...routesWith(features, FEATURE_ROUTES), ...notFoundRoutes(features, FEATURE_ROUTES)];
    },
    guard,
    load,
    frame: frameAlone,
    unknown: paths.error(),
  });
}
