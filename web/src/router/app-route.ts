import type { ElementComponent } from '../jsx/jsx-types.d.ts';
import type { FeatureFlags } from '@wattle/contract/brands/brand.ts';
import type { BrandView } from '../brand/brand.ts';
import type { AppIconName } from '../ui/app-icon.tsx';

/** Entry of a page in the navigation. Its texts are in `common`, which every page loads. */
export type Place = {
  readonly label: string;
  /** Shorter label for the tab bar of a phone. */
  readonly shortLabel?: string;
  readonly icon: AppIconName;
  /**
   * `main`: in the tab bar of a phone, which has room for four. `more`: behind its button "More". A desktop lists all
   * of them at the side, the main ones first, each group in the order of `routes.ts`.
   */
  readonly in: 'main' | 'more';
  /** For web-account users only, not for card-only users. */
  readonly isForUsers?: true;
  /** Only for people with a card that can do this. */
  readonly needs?: 'pay' | 'topUp' | 'schedule';
  /** Brands that have it; all if omitted. */
  readonly isShownAt?: (brand: BrandView) => boolean;
};

/** Page of the app, declared in the `routes.ts` of its feature. */
export type AppRoute = {
  /** Path as specified. The router adds the brand's prefix and ignores case. */
  readonly path: string;
  /** Text key of the page title. */
  readonly title: string;
  /** Text key of the first heading, if it is not the title. The server draws it while the code of the page is on its way. */
  readonly heading?: string;
  /** `signed-in`: redirects to the brand's root without a session. */
  readonly access: 'public' | 'signed-in';
  readonly load: () => Promise<ElementComponent>;
  /** Text files of the screen in addition to `common` and `errors`, and `ui` for signed-in pages. */
  readonly texts: readonly string[];
  /** `own`: the screen has its own frame, without the navigation of the product. */
  readonly frame?: 'own';
  /** Redirects a signed-in user to the card home. */
  readonly isSignIn?: true;
  /** Opening it ends the session in this tab. */
  readonly clearsSession?: true;
  /** Redirect at a brand without it: a path, or a page on the brand's own site. */
  readonly elsewhere?: (brand: BrandView) => string | null;
  /** The screen starts with the brand's hero image, over which the top bar of a phone floats. */
  readonly hero?: true;
  /** Page background: `surface` for reading pages; omitted, `paper` under panels. */
  readonly background?: 'surface';
  /** Place in the navigation of the signed-in area. */
  readonly navigation?: Place;
  /** The place that is marked in the navigation on this page, where its address does not begin with that of the place. */
  readonly under?: string;
  /** The route does not exist at a brand where this feature, or one of these, is off. */
  readonly feature?: keyof FeatureFlags | readonly (keyof FeatureFlags)[];
  /** The route does not exist at a brand where all of these are off. */
  readonly anyFeature?: readonly (keyof FeatureFlags)[];
  /** Title of the page at a brand without this feature. */
  readonly without?: {
    readonly feature: keyof FeatureFlags;
    readonly title: string;
    readonly heading?: string;
    readonly navigation?: Pick<Place, 'label' | 'shortLabel'>;
  };
};

/** Routes of a brand: those without a feature flag and those whose flag is on, with the titles used there. */
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
