import type { ElementComponent } from '../jsx/jsx-types.d.ts';
import type { Fragment, ReactNode } from 'react';
import { createStore, type Store } from '../observable.ts';
import { type Address, findRoute, hrefOf, type Params, resolve, textOf, type To } from './address.ts';
import type { AppRoute } from './app-route.ts';
import { type Location, openHistory } from './history.ts';
import { openScroll } from './scroll.ts';

/** Rendered route: a screen within its frame. */
export type Drawn = {
  readonly Screen: ElementComponent;
  readonly Frame: ElementComponent<{ readonly children: ReactNode }> | typeof Fragment;
};

/** Page that is shown, or the error shown instead. */
export type Shown = {
  readonly location: Location;
  readonly params: Params;
  readonly route: AppRoute | null;
  /** `Frame`: stays around the words for the error; null: they are all that is shown. */
  readonly result: { readonly drawn: Drawn } | { readonly error: unknown; readonly Frame: Drawn['Frame'] | null };
};

type State = { readonly shown: Shown | null; readonly isMoving: boolean };

type Parts = {
  /** Prefix of the brand. */
  readonly base: string;
  /** Routes of the first load. */
  readonly first: readonly AppRoute[];
  /** Loads the other routes, if none of the first matches. */
  readonly others: () => Promise<readonly AppRoute[]>;
  /** Called before each navigation. Returns where to redirect, or null. */
  readonly guard: (route: AppRoute, address: Address) => Promise<string | null>;
  readonly load: (route: AppRoute) => Promise<Drawn>;
  /** Frame that stays where the page of a route does not load; null: none. */
  readonly frame: (route: AppRoute) => Promise<Drawn['Frame'] | null>;
  /** Redirect of an address without a page. */
  readonly unknown: string;
};

export type MoveOptions = { readonly replace?: boolean; readonly state?: unknown };

export type Navigate = (to: To, options?: MoveOptions) => Promise<void>;

/** Whether navigation to this location is refused. */
export type Blocker = (next: Location) => boolean;

export type Router = {
  readonly state: Store<State>;
  readonly navigate: Navigate;
  readonly hrefOf: (to: To) => string;
  readonly block: (blocker: Blocker) => () => void;
  /** Scrolls to the position at which this page was left, to its hash, or to the top. */
  readonly scroll: (location: Location) => void;
  /** Stops listening to the browser. */
  readonly close: () => void;
};

/** The files of a page were not loaded within 8 seconds. It is rendered when they are. */
export class PageIsLate extends Error {}

const LATE_MS = 8_000;

type Kind = 'push' | 'replace' | 'moved';

/** Whether only the hash differs, so that the page stays and refetches nothing. */
function isWithinPage(from: Address, to: Address): boolean {
  return from.pathname === to.pathname && from.search === to.search && to.hash !== '';
}

export function createRouter({ base, first, others, guard, load, frame, unknown }: Parts): Router {
  const history = openHistory(base);
  const scroll = openScroll();
  const state = createStore<State>({ shown: null, isMoving: true });
  const blockers = new Set<Blocker>();
  const mayGo = (next: Location) => ![...blockers].some((isBlocked) => isBlocked(next));
  /** Latest navigation. One that was overtaken has no effect. */
  let latest = 0;

  function show(kind: Kind, shown: Shown): void {
    if (kind !== 'moved') history.write(kind, shown.location);
    state.set({ shown, isMoving: false });
  }

  async function pageAt({ pathname }: Address) {
    return findRoute(first, pathname) ?? findRoute(await others(), pathname);
  }

  /** Navigates to a location. The former page stays until the new one is loaded. */
  async function move(kind: Kind, location: Location): Promise<void> {
    latest += 1;
    const own = latest;
    const isOvertaken = () => own !== latest;
    const { shown } = state.get();
    if (shown) scroll.remember(shown.location);
    if (shown && 'drawn' in shown.result && isWithinPage(shown.location, location)) {
      show(kind, { ...shown, location });
      return;
    }
    state.set({ shown, isMoving: true });
    let found: Awaited<ReturnType<typeof pageAt>> = null;
    let toShow = kind;
    /** The route whose visit the guard has allowed. */
    let allowed: AppRoute | null = null;
    let isDrawn = false;
    const showError = async (error: unknown) => {
      // Its files may be missing too.
      const Frame = allowed && (await frame(allowed).catch(() => null));
      if (isOvertaken() || isDrawn) return;
      // Title, hero and background are of the page that has not come.
      const route = Frame ? null : (found?.route ?? null);
      show(toShow, { location, params: found?.params ?? {}, route, result: { error, Frame } });
      toShow = 'moved';
    };
    // The shell reports this for the first page.
    const late = shown && setTimeout(() => void showError(new PageIsLate(`${location.pathname} is late`)), LATE_MS);
    try {
      found = await pageAt(location);
      if (isOvertaken()) return;
      if (!found) return await redirect(toShow, unknown);
      const loading = load(found.route);
      // If the guard redirects, the page is no longer needed.
      loading.catch(() => undefined);
      const elsewhere = await guard(found.route, location);
      if (isOvertaken()) return;
      if (elsewhere !== null) return await redirect(toShow, elsewhere);
      allowed = found.route;
      const drawn = await loading;
      isDrawn = true;
      if (!isOvertaken()) show(toShow, { location, ...found, result: { drawn } });
    } catch (error) {
      if (isOvertaken()) return;
      // The address is that of the failed page, so that a reload tries it again.
      await showError(error);
    } finally {
      if (late !== null) clearTimeout(late);
    }
  }

  async function redirect(kind: Kind, elsewhere: string): Promise<void> {
    if (/^https?:/.test(elsewhere)) {
      if (kind === 'push') window.location.assign(elsewhere);
      else window.location.replace(elsewhere);
      return;
    }
    // Back skips an address that redirects.
    await move(kind === 'push' ? 'push' : 'replace', history.newLocation(resolve(elsewhere, '/'), null));
  }

  const here = () => (state.get().shown?.location ?? history.current()).pathname;
  const addressAt = (to: To): Address => {
    const { pathname, search, hash } = new URL(textOf(resolve(to, here())), window.location.origin);
    return { pathname, search, hash };
  };

  const stopListening = history.listen((location) => void move('moved', location), mayGo);
  const stopSaving = scroll.saveOnLeave(() => state.get().shown?.location ?? null);
  void move('moved', history.current());

  return {
    state,
    scroll: scroll.apply,
    hrefOf: (to) => hrefOf(base, resolve(to, here())),
    async navigate(to, { replace = false, state: passed = null } = {}) {
      const location = history.newLocation(addressAt(to), passed);
      if (mayGo(location)) await move(replace ? 'replace' : 'push', location);
    },
    block(blocker) {
      blockers.add(blocker);
      return () => blockers.delete(blocker);
    },
    close() {
      latest += 1;
      stopListening();
      stopSaving();
    },
  };
}
