import {
  autoTopupsOnTheirWay,
  cardTopupsOnTheirWay,
  linkPaymentsOnTheirWay,
  type OnItsWaySource,
} from './features/topup/public.ts';

/** What knows of top-ups that have begun and have not come yet. A feature adds what it knows. */
export const topupsOnItsWay: readonly OnItsWaySource[] = [
  cardTopupsOnTheirWay,
  linkPaymentsOnTheirWay,
  autoTopupsOnTheirWay,
];
