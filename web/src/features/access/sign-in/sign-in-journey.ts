/** What a sign-in is a step of: the login takes a card that is being activated, or one that is being upgraded. */
export type SignInJourney = 'activation' | 'upgrade' | null;

/** As the address of the sign-in page says. */
export function journeyOf(search: string): SignInJourney {
  const given = new URLSearchParams(search).get('for');
  return given === 'activation' || given === 'upgrade' ? given : null;
}
