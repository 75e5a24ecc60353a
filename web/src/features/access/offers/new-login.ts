import { OF_SESSION, readStored, store } from '../../../browser/storage.ts';

const STORAGE_KEY = `${OF_SESSION}newLogin`;

/** Notes that the login of this session was set up a moment ago. */
export function noteNewLogin(): void {
  store('sessionStorage', STORAGE_KEY, true);
}

export function isNewLogin(): boolean {
  return readStored('sessionStorage', STORAGE_KEY) === true;
}
