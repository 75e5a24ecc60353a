import {
  autoTopupsOnTheirWay,
  cardTopupsOnTheirWay,
  linkPaymentsOnTheirWay,
  type OnItsWaySource,
} from '../features/topup/public.ts';

/** Sources of top-ups in flight. A feature adds its own here. */
export const topupsOnItsWay: readonly OnItsWaySource[] = [
  cardTopupsOnTheirWay,
  linkPaymentsOnTheirWay,
  autoTopupsOnTheirWay,
];
