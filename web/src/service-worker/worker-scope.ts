/** A service worker's own names, which the types of pages lack. */
export type Waiting = Event & { waitUntil(work: Promise<unknown>): void };
export type PushEvent = Waiting & { readonly data: { json(): unknown } | null };
export type ClickEvent = Waiting & { readonly notification: Notification };
export type FetchEvent = Waiting & {
  readonly request: Request;
  /** Undefined if the browser preloads no page, or asks for something else. */
  readonly preloadResponse?: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
};
export type Page = { postMessage(message: unknown, transfer: Transferable[]): void; focus(): Promise<unknown> };

type WorkerScope = {
  readonly registration: ServiceWorkerRegistration;
  readonly location: Location;
  readonly clients: {
    matchAll(which: { type: 'window'; includeUncontrolled: true }): Promise<readonly Page[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: Waiting) => void): void;
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: ClickEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'message', listener: (event: Waiting & { readonly data: unknown }) => void): void;
};

export const worker = self as unknown as WorkerScope;

/** Registrations for notices are under this address, one for each brand; the one that keeps the shell has the whole site. */
export const NOTICES_FOLDER = '/assets/push';
export const isForNotices = new URL(worker.registration.scope).pathname.startsWith(NOTICES_FOLDER);
