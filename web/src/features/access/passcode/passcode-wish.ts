import { createStore } from '../../../observable.ts';

/** Session in which a person asked for a passcode of this device, at a proof by password; null: none. */
export const passcodeWish = createStore<string | null>(null);
