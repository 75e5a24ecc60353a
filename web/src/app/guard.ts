import { redirect } from '../router/public.ts';
import { currentBrand, PREFIX } from '../brand/brand.ts';
import { nextPage, wantPage } from '../next-page.ts';
import { paths } from '../paths.ts';
import type { AppRoute } from '../router/app-route.ts';
import type { Session } from '../session/session-state.domain.ts';
import { currentSession, endSession } from '../session/session.ts';

/**
 * Who may see a route, asked before each visit of it: back and forward included, so that a page of
 * a session that is over does not come back.
 */
export async function guard(route: AppRoute, address: string): Promise<Response | null> {
  const session = currentSession() ?? (route.access === 'signed-in' ? await sessionOfAnotherTab() : null);
  if (route.clearsSession) endSession('cleared', session?.id);
  const brand = currentBrand();
  const elsewhere = brand && route.elsewhere?.(brand);
  if (elsewhere) return redirect(elsewhere);
  if (route.access === 'signed-in' && !session) {
    const { pathname, search } = new URL(address);
    wantPage(pathname.slice(PREFIX.length) + search);
    return redirect(paths.root());
  }
  if (route.isSignIn && session && !isUpgrade(session, address)) {
    // A card opens no page that a notice leads to.
    return redirect(session.kind === 'account' ? nextPage(new URL(address).search) : paths.cardHome());
  }
  return null;
}

/** A card alone that is upgraded goes on with the sign-in of a login, which takes it. */
function isUpgrade(session: Session, address: string): boolean {
  return session.kind === 'card' && new URL(address).searchParams.get('for') === 'upgrade';
}

/** A page that is opened in a new tab goes on with the session of the tabs that are there. */
async function sessionOfAnotherTab(): Promise<Session | null> {
  const brand = currentBrand();
  if (!brand) return null;
  try {
    const { askForSession } = await import('../session/ask-for-session.ts');
    return await askForSession(brand.BrandIdentifier);
  } catch {
    // The file could not be fetched: sign-in comes instead.
    return null;
  }
}
