import { PREFIX } from './brand/brand.ts';

/**
 * Every address of the app, as the router takes it. The router adds the visitor's brand prefix, so
 * a link written with these keeps it.
 */
export const paths = {
  root: () => '/',
  cardSignIn: () => '/cardLogin',
  accountSignIn: () => '/login',
  cardHome: () => '/cardHome',
  transactions: () => '/transactions',
  error: () => '/error',
} as const;

/** For an address that the router does not handle, such as one that loads the page anew. */
export function withBrandPrefix(path: string): string {
  return path === '/' ? PREFIX || '/' : `${PREFIX}${path}`;
}
