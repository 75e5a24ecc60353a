import { useBrand } from '../brand/brand.ts';
import { translate } from '../i18n/i18n.ts';
import { type Place, routesWith } from '../router/app-route.ts';
import { FEATURE_ROUTES } from '../routes.ts';
import { useIsUser } from '../session/session.ts';
import type { AppIconName } from '../ui/app-icon.tsx';

export type ShownPlace = {
  readonly to: string;
  readonly text: string;
  readonly shortText: string;
  readonly icon: AppIconName;
};

/** The places of the navigation: those whose route exists, whose feature is on and that this person has. */
export function usePlaces(): Readonly<Record<Place['in'], readonly ShownPlace[]>> {
  const brand = useBrand();
  const isUser = useIsUser();
  const routes = routesWith(brand.Features, FEATURE_ROUTES);
  const placesIn = (where: Place['in']) =>
    routes.flatMap(({ path, navigation: place }) => {
      if (place?.in !== where || (place.isForUsers && !isUser) || place.isShownAt?.(brand) === false) return [];
      const text = translate(place.label);
      const shortText = place.shortLabel ? translate(place.shortLabel) : text;
      return [{ to: path, text, shortText, icon: place.icon }];
    });
  return { main: placesIn('main'), more: placesIn('more') };
}
