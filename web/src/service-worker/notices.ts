import type { NoticePayload } from '@wattle/contract/devices/notice.ts';
import { type ClickEvent, NOTICES_FOLDER, type Page, type PushEvent, worker } from './worker-scope.ts';

const ANSWER_MS = 1_000;

/** Brand segment of the registration: `/stumps`, or empty for the brand of the host. */
const prefix = new URL(worker.registration.scope).pathname.replace(NOTICES_FOLDER, '').replace(/\/$/, '');

async function show({ id, title, body, language, page }: NoticePayload): Promise<void> {
  await worker.registration.showNotification(title, {
    body,
    // A repeat replaces it.
    tag: id,
    // `enAU` is en-AU.
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

/**
 * Shows the notices that a push service brings, with or without a page open. The scope of a registration says whose they
 * are where one host serves several brands.
 */
export function showNotices(): void {
  worker.addEventListener('push', (event: PushEvent) => {
    if (event.data) event.waitUntil(show(event.data.json() as NoticePayload));
  });
  worker.addEventListener('notificationclick', (event: ClickEvent) => event.waitUntil(open(event.notification)));
}
