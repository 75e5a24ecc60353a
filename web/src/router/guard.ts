import { redirect } from 'react-router';
import { currentBrand } from '../brand/brand.ts';
import { nextPage } from '../next-page.ts';
import { paths } from '../paths.ts';
import type { AppRoute } from './app-route.ts';
import { currentSession, endSession } from '../session/session.ts';

/**
 * Who may see a route, asked before each visit of it: back and forward included, so that a page of
 * a session that is over does not come back.
 */
export function guard(route: AppRoute, address: string): Response | null {
  const session = currentSession();
  if (route.clearsSession && session) {
    endSession('cleared');
    void import('../session/sign-out.ts').then(({ revoke }) => revoke(session));
  }
  const brand = currentBrand();
  const elsewhere = brand && route.elsewhere?.(brand);
  if (elsewhere) return redirect(elsewhere);
  if (route.access === 'signed-in' && !session) return redirect(paths.root());
  if (route.isSignIn && session) {
    // A card opens no page that a notice leads to.
    return redirect(session.kind === 'account' ? nextPage(new URL(address).search) : paths.cardHome());
  }
  return null;
}
