/** Message on the channel of live updates: the places of tenants changed. */
export const PLACES_CHANGED = 'places';
