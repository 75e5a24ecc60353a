/** Between a page and the frame of the identity service, both of this origin. */
export const FACILITY_MESSAGE = 'wattle.identity';

/** What the page gives the frame. The token opens one verification and is in no address. */
export type FacilityStart = {
  readonly accountId: string;
  readonly apiCode: string;
  readonly uiMode: string;
  readonly scripts: readonly string[];
  readonly userToken: string;
  /** As in BCP 47. */
  readonly language: string;
  readonly theme: 'light' | 'dark';
};

/** What the frame tells the page. */
export type FacilityState = 'loaded' | 'shown' | 'resized' | 'complete' | 'cancelled' | 'failed' | 'unavailable';
