import { adoptSession, onSessionGiven, type Session, wantSession } from './session.ts';

/** Another tab answers within a few milliseconds, unless it is asleep. */
const FIRST_WITHIN_MS = 300;
/** How long after the first answer another one may come. */
const OTHERS_WITHIN_MS = 150;

/**
 * Asks the open tabs for their session of this brand and goes on with it. Where tabs hold two sessions,
 * nobody can tell whose page this is to be, so none is taken.
 */
export async function askForSession(brand: string): Promise<Session | null> {
  const asker = crypto.randomUUID();
  const given = new Map<string, Session>();
  await new Promise<void>((done) => {
    let timer = window.setTimeout(finish, FIRST_WITHIN_MS);
    const stop = onSessionGiven((gift) => {
      if (gift.asker !== asker || gift.session.brand !== brand) return;
      if (given.size === 0) {
        window.clearTimeout(timer);
        timer = window.setTimeout(finish, OTHERS_WITHIN_MS);
      }
      given.set(gift.session.id, gift.session);
    });
    function finish(): void {
      stop();
      done();
    }
    wantSession(brand, asker);
  });
  const [session, another] = given.values();
  if (!session || another) return null;
  adoptSession(session);
  return session;
}
