import { PREFIX } from '../brand/brand.ts';
import { serviceWorkers } from '../browser/notices.ts';

/**
 * This browser's subscription to notices. One for each brand prefix, so that brands on one host have
 * their own.
 */
const SCRIPT = '/worker.js';
/** No page lies there: the worker gets notices and nothing else. */
const SCOPE = `/assets/push${PREFIX.toLowerCase()}/`;

async function activeRegistration(): Promise<ServiceWorkerRegistration> {
  const registration = await serviceWorkers()?.register(SCRIPT, { scope: SCOPE });
  if (!registration) throw new Error('the browser has no service workers');
  const coming = registration.installing ?? registration.waiting;
  if (!registration.active && coming) {
    await new Promise<void>((resolve, reject) => {
      coming.addEventListener('statechange', () => {
        if (coming.state === 'activated') resolve();
        else if (coming.state === 'redundant') reject(new Error('the worker was not installed'));
      });
    });
  }
  return registration;
}

function bytesOf(key: string): Uint8Array<ArrayBuffer> {
  const text = atob(key.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function isOfKey(subscription: PushSubscription, key: Uint8Array): boolean {
  const own = subscription.options.applicationServerKey;
  return own !== null && String(new Uint8Array(own)) === String(key);
}

/** Subscribes, or finds the subscription that is there, and gives it as the server keeps it. May throw. */
export async function subscribe(key: string): Promise<string> {
  const { pushManager } = await activeRegistration();
  const applicationServerKey = bytesOf(key);
  const known = await pushManager.getSubscription();
  if (known && isOfKey(known, applicationServerKey)) return JSON.stringify(known);
  // The subscription was made with a key that the server no longer has.
  await known?.unsubscribe();
  return JSON.stringify(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }));
}

/** Unsubscribes this browser, whatever the server still sends. */
export async function unsubscribe(): Promise<void> {
  const registration = await serviceWorkers()?.getRegistration(SCOPE);
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
}
