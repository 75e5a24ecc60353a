import type { AppRoute } from '@wattle/web/router/app-route.ts';
import { createRouter, type Drawn, type Router } from '@wattle/web/router/public.ts';
import type { DeskPage } from './desk-page.ts';
import { setKnownPages } from './known-pages.ts';
import { loadDeskTexts } from './load-texts.ts';
import { DESK_PAGES } from './pages.ts';
import { NotFoundPage } from './shell/not-found.tsx';
import { Shell } from './shell/shell.tsx';

const NOT_FOUND = '/not-found';

const toRoute = ({ path, title, load, texts = [], hasNoForm }: DeskPage): AppRoute => ({
  path,
  title,
  load,
  texts: hasNoForm ? texts : [...texts, 'deskForms'],
  access: 'signed-in',
});

/** The page and its texts arrive together, while the shell stays. */
async function load(route: AppRoute): Promise<Drawn> {
  const [Screen] = await Promise.all([route.load(), loadDeskTexts(route.texts)]);
  return { Screen, Frame: Shell };
}

export function openDeskRouter(): Router {
  setKnownPages(DESK_PAGES);
  return createRouter({
    base: '/desk',
    first: [
      ...DESK_PAGES.map(toRoute),
      toRoute({ path: NOT_FOUND, title: 'desk:notFound.title', load: async () => NotFoundPage, hasNoForm: true }),
    ],
    others: async () => [],
    // The page asks who is signed in before anything is drawn.
    guard: async () => null,
    load,
    frame: async () => Shell,
    unknown: NOT_FOUND,
  });
}
