import { getCards } from '@wattle/contract/cards/home.ts';
import type { CardListItem } from '@wattle/contract/cards/card.ts';
import { useOperation } from '../api/use-operation.ts';
import { useBrand } from '../brand/brand.ts';
import { canPay, canTopUp, CARDS_INPUT } from '../features/cards/public.ts';
import { translate } from '../i18n/i18n.ts';
import { type Place, routesWith } from '../router/app-route.ts';
import { useLocation, useRoute } from '../router/public.ts';
import { FEATURE_ROUTES } from '../routes.ts';
import { useIsUser } from '../session/session.ts';
import type { AppIconName } from '../ui/app-icon.tsx';

export type ShownPlace = {
  readonly to: string;
  readonly text: string;
  readonly shortText: string;
  readonly icon: AppIconName;
  /** For `aria-current`: its page is shown, or one below it. */
  readonly current: 'page' | true | undefined;
};

const CAN: Readonly<Record<NonNullable<Place['needs']>, (card: CardListItem) => boolean>> = {
  pay: ({ value }) => canPay(value),
  topUp: ({ value }) => canTopUp(value),
  schedule: ({ value, CardDetails }) => canPay(value) || CardDetails.ScheduledPaymentCount > 0,
};

/**
 * The places of the navigation: those whose route exists, whose feature is on, that this person has and one of their
 * cards can use. All are shown until the cards are known.
 */
export function usePlaces(): Readonly<Record<Place['in'], readonly ShownPlace[]>> {
  const brand = useBrand();
  const isUser = useIsUser();
  const currentOf = useCurrentPlace();
  const cards = useOperation(getCards, CARDS_INPUT).data?.cards;
  const routes = routesWith(brand.Features, FEATURE_ROUTES);
  const placesIn = (where: Place['in']) =>
    routes.flatMap(({ path, navigation: place }) => {
      if (place?.in !== where || (place.isForUsers && !isUser) || place.isShownAt?.(brand) === false) return [];
      if (place.needs && cards && !cards.some(CAN[place.needs])) return [];
      const text = translate(place.label);
      const shortText = place.shortLabel ? translate(place.shortLabel) : text;
      return [{ to: path, text, shortText, icon: place.icon, current: currentOf(path) }];
    });
  return { main: placesIn('main'), more: placesIn('more') };
}

/** How a place is marked: on its own page, and on every page below it. */
function useCurrentPlace(): (path: string) => ShownPlace['current'] {
  const here = useLocation().pathname.toLowerCase();
  const under = useRoute()?.under?.toLowerCase();
  return (path) => {
    const there = path.toLowerCase();
    if (here === there) return 'page';
    return here.startsWith(`${there}/`) || under === there || undefined;
  };
}
