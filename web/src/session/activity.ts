import { refreshSession } from './refresh.ts';
import { currentSession, endSession, onActivityElsewhere, postActivity } from './session.ts';
import { quietMs } from './session-warning.domain.ts';

/**
 * Idle time. Input of the user extends the session; calls of the page do not. The server counts from the last renewal
 * with `active`, so one is sent soon after an input, and the page ends the session after the server's idle time.
 */
const LOOK_EVERY_MS = 5_000;
const POST_EVERY_MS = 10_000;
const SIGNS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

let lastActiveMs = 0;
let lastPostedMs = 0;
let isHeld = false;

function noteActivity(): void {
  if (isHeld) return;
  lastActiveMs = Date.now();
  if (lastActiveMs - lastPostedMs < POST_EVERY_MS) return;
  lastPostedMs = lastActiveMs;
  postActivity();
}

/** True if the user was active since the idle time last restarted. */
export function wasActive(): boolean {
  const session = currentSession();
  return session !== null && lastActiveMs > session.idleSinceMs;
}

/** Ignores input while the user is asked whether to stay signed in, until the returned function is called. */
export function holdActivity(): () => void {
  isHeld = true;
  return () => {
    isHeld = false;
  };
}

/** Ends the session after its idle time, and renews it if the user was active. */
export function lookAtIdleTime(): void {
  const session = currentSession();
  if (!session) return;
  const idleMs = Date.now() - session.idleSinceMs;
  if (idleMs >= session.idleTotalMs) endSession('idle', session.id);
  // Early enough that an active user never comes near the warning, and rarely enough to be cheap.
  else if (wasActive() && idleMs >= quietMs(session) / 8) void refreshSession(true);
}

/** Watches the user's activity until the returned function is called. */
export function watchActivity(): () => void {
  const timer = window.setInterval(lookAtIdleTime, LOOK_EVERY_MS);
  const stopListening = onActivityElsewhere(() => {
    lastActiveMs = Date.now();
  });
  for (const sign of SIGNS) window.addEventListener(sign, noteActivity, { passive: true, capture: true });
  // A sleeping computer runs no timers, so the time is checked as soon as the page is visible again.
  document.addEventListener('visibilitychange', lookAtIdleTime);
  return () => {
    window.clearInterval(timer);
    stopListening();
    for (const sign of SIGNS) window.removeEventListener(sign, noteActivity, { capture: true });
    document.removeEventListener('visibilitychange', lookAtIdleTime);
  };
}
