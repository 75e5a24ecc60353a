import { useLocation } from '../../router/public.ts';

/** State of a move to the end of a journey. The history keeps it over a reload; whoever types the address has none. */
export const FROM_JOURNEY = { isFromJourney: true } as const;

/** Whether the end of a journey is shown to who has just come to it. */
export function useIsFromJourney(): boolean {
  const state = (useLocation().state ?? {}) as { readonly isFromJourney?: boolean };
  return state.isFromJourney === true;
}
