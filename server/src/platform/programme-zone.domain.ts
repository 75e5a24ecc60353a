/** The programme's time zone, used for banking days, card expiry and statements. */
export const PROGRAMME_ZONE = 'Australia/Melbourne';
