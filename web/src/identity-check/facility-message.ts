/**
 * Marks what a page and the frame of the identity service tell each other. Only a type: a shared value would bring the
 * app's own files into the frame.
 */
export type FacilityMessage = 'wattle.identity';

/** All that the page gives the frame: what the service's script needs. The token opens one verification. */
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

/** Message from the frame to its page. */
export type FacilityState = 'loaded' | 'shown' | 'resized' | 'complete' | 'cancelled' | 'failed' | 'unavailable';
