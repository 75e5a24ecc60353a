import { currentBrand } from '../brand/brand.ts';
import { nextPage, wantPage } from '../next-page.ts';
import { paths } from '../paths.ts';
import type { AppRoute } from '../router/app-route.ts';
import type { Address } from '../router/public.ts';
import type { Session } from '../session/session-state.domain.ts';
import { currentSession, endSession } from '../session/session.ts';

/**
 * Returns the address to which a visit of a route is redirected, or null. It runs before each visit, also by Back and
 * Forward, so that no page of an ended session is shown again.
 */
export async function guard(route: AppRoute, { pathname, search }: Address): Promise<string | null> {
  const session = currentSession() ?? (route.access === 'signed-in' ? await sessionOfAnotherTab() : null);
  if (route.clearsSession) endSession('cleared', session?.id);
  const brand = currentBrand();
  const elsewhere = brand && route.elsewhere?.(brand);
  if (elsewhere) return elsewhere;
  if (route.access === 'signed-in' && !session) {
    wantPage(pathname + search);
    return paths.root();
  }
  if (route.isSignIn && session && !isUpgrade(session, search)) {
    // A card opens no page that a notice leads to.
    return session.kind === 'account' ? nextPage(search) : paths.cardHome();
  }
  return null;
}

/** A card session that is upgrading continues to the login's sign-in, which adds the card. */
function isUpgrade(session: Session, search: string): boolean {
  return session.kind === 'card' && new URLSearchParams(search).get('for') === 'upgrade';
}

/** A page in a new tab takes over the session of the open tabs. */
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
