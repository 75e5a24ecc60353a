import { useLocation } from '../../router/public.ts';

/** State of a move to the end of a journey. The history keeps it over a reload; whoever types the address has none. */
export const TOLD = { isTold: true } as const;

/** Whether the end of a journey is shown to who has just come to it. */
export function useIsTold(): boolean {
  const state = (useLocation().state ?? {}) as { readonly isTold?: boolean };
  return state.isTold === true;
}
