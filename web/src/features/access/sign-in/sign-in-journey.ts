/** Journey that the sign-in is a step of: adding an activated or an upgraded card to the login. Null outside of one. */
export type SignInJourney = 'activation' | 'upgrade' | null;

/** Journey that the address of the sign-in page names. */
export function journeyOf(search: string): SignInJourney {
  const given = new URLSearchParams(search).get('for');
  return given === 'activation' || given === 'upgrade' ? given : null;
}
