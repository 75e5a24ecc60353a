import type { NoticePayload } from '@wattle/contract/devices/notice.ts';

/**
 * Shows the notices that a push service brings, with or without a page open. It fetches nothing and
 * controls no page: its scope, /assets/push/ and the visitor's brand prefix, holds none, and says
 * whose notices these are where one host serves several brands.
 */
type Waiting = Event & { waitUntil(work: Promise<unknown>): void };
type PushEvent = Waiting & { readonly data: { json(): unknown } | null };
type ClickEvent = Waiting & { readonly notification: Notification };
type Page = { postMessage(message: unknown, transfer: Transferable[]): void; focus(): Promise<unknown> };
type Worker = {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    matchAll(which: { type: 'window'; includeUncontrolled: true }): Promise<readonly Page[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install', listener: (event: Waiting) => void): void;
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: ClickEvent) => void): void;
};

const ANSWER_MS = 1_000;
const worker = self as unknown as Worker;

/** As the visitor of these notices writes it: `/stumps`, or nothing for the brand of the host. */
const prefix = new URL(worker.registration.scope).pathname.replace(/^\/assets\/push/, '').replace(/\/$/, '');

async function show({ id, title, body, language, page }: NoticePayload): Promise<void> {
  await worker.registration.showNotification(title, {
    body,
    // A repeat replaces it.
    tag: id,
    // `enAU` is en-AU. A worker of one file imports nothing.
    lang: language.replace(/[A-Z]+$/, '-$&'),
    data: { language, page },
  });
}

/** The first page that takes the notice: one where its brand's user is signed in. */
async function findPage(page: unknown): Promise<Page | null> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const answers = pages.map(
    (each) =>
      new Promise<Page>((resolve, reject) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(each);
        setTimeout(reject, ANSWER_MS);
        each.postMessage({ kind: 'openNotice', prefix, page }, [port2]);
      }),
  );
  return Promise.any(answers).catch(() => null);
}

/** Goes on in a page that is open, else to sign-in, which leads there. */
async function open(notice: Notification): Promise<void> {
  notice.close();
  const { page, language } = notice.data as Pick<NoticePayload, 'page' | 'language'>;
  const found = await findPage(page);
  if (found) await found.focus();
  else
    await worker.clients.openWindow(`${prefix}/login?${String(new URLSearchParams({ next: page, lang: language }))}`);
}

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(show(event.data.json() as NoticePayload));
});
worker.addEventListener('notificationclick', (event) => event.waitUntil(open(event.notification)));
