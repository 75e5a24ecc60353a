import type { Route } from './http/handle.ts';

/** Every call that the server carries out. */
export const routes: readonly Route[] = [];
