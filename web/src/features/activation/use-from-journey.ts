import { useLocation } from '../../router/public.ts';

/**
 * State of a move to the end of a journey. The history keeps it over a reload; a person who types the address has no
 * such state.
 */
export const FROM_JOURNEY = { isFromJourney: true } as const;

/** Whether the end of a journey is shown, to a person who has just finished it. */
export function useIsFromJourney(): boolean {
  const state = (useLocation().state ?? {}) as { readonly isFromJourney?: boolean };
  return state.isFromJourney === true;
}
