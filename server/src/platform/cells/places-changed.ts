/** A word on the channel of live news: places of tenants have changed. */
export const PLACES_CHANGED = 'places';
