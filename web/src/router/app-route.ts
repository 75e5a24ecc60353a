import type { ElementComponent } from '../jsx/jsx-types.d.ts';
import type { FeatureFlags } from '@wattle/contract/brands/brand.ts';
import type { BrandView } from '../brand/brand.ts';
import type { AppIconName } from '../ui/app-icon.tsx';

/** How a page stands in the navigation. Texts are of `common`, which every page has. */
export type Place = {
  readonly label: string;
  /** For the bar of a phone, where the label is too long. */
  readonly shortLabel?: string;
  readonly icon: AppIconName;
  /**
   * `main`: in the bar of a phone, which has room for four. `more`: behind its button "More". On a desktop
   * all of them stand at the side, the main ones first, else in the order of `routes.ts`.
   */
  readonly in: 'main' | 'more';
  /** Only for web-account users: who signed in with a card has no such page. */
  readonly isForUsers?: true;
  /** Brands that have it; all where it is left out. */
  readonly isShownAt?: (brand: BrandView) => boolean;
};

/** A page of the app, as the `routes.ts` of its feature declares it. */
export type AppRoute = {
  /** As the documents write it; the brand prefix is added by the router, and case does not count. */
  readonly path: string;
  /** Text of the page's title. */
  readonly title: string;
  /** `signed-in`: without a session it leads to the brand's root. */
  readonly access: 'public' | 'signed-in';
  readonly load: () => Promise<ElementComponent>;
  /** Text files that the screen reads, besides `common` and `errors`; signed-in ones have `ui` as well. */
  readonly texts: readonly string[];
  /** `own`: the screen brings its frame, and no place of the product stands round it. */
  readonly frame?: 'own';
  /** Redirects a signed-in user to the card home. */
  readonly isSignIn?: true;
  /** Opening it ends the session in this tab. */
  readonly clearsSession?: true;
  /** Where it leads at a brand that does not have it: a path, or a page of the brand's own elsewhere. */
  readonly elsewhere?: (brand: BrandView) => string | null;
  /** The screen begins with the brand's hero: on a phone the top bar floats over it. */
  readonly hero?: true;
  /** Page background: `surface` for reading pages; omitted, `paper` under panels. */
  readonly background?: 'surface';
  /** Place in the navigation of the signed-in area. */
  readonly navigation?: Place;
  /** Off at this brand, or one of them: the route is not there. */
  readonly feature?: keyof FeatureFlags | readonly (keyof FeatureFlags)[];
  /** All of them off at this brand: the route is not there. */
  readonly anyFeature?: readonly (keyof FeatureFlags)[];
  /** Title of the page at a brand without this feature. */
  readonly without?: {
    readonly feature: keyof FeatureFlags;
    readonly title: string;
    readonly navigation?: Pick<Place, 'label' | 'shortLabel'>;
  };
};

/** The routes that a brand has: those without a flag and those whose flag is on, as they are called there. */
export function routesWith(features: FeatureFlags, routes: readonly AppRoute[]): readonly AppRoute[] {
  return routes
    .filter(
      ({ feature = [], anyFeature }) =>
        [feature].flat().every((name) => features[name]) && (anyFeature?.some((name) => features[name]) ?? true),
    )
    .map((route) => calledAt(features, route));
}

function calledAt(features: FeatureFlags, route: AppRoute): AppRoute {
  const { without, navigation } = route;
  if (!without || features[without.feature]) return route;
  return {
    ...route,
    title: without.title,
    ...(navigation && { navigation: { ...navigation, ...without.navigation } }),
  };
}
