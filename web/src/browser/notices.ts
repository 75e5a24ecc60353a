/** Service workers of this browser; null if it has none or blocks them. */
export function serviceWorkers(): ServiceWorkerContainer | null {
  try {
    return navigator.serviceWorker ?? null;
  } catch {
    return null;
  }
}

/** False in browsers without Web Push, and where a page came over http. */
export function takesNotices(): boolean {
  return serviceWorkers() !== null && 'PushManager' in window && 'Notification' in window;
}

/** `denied`: the browser asks no more, its user has said no in its own words. */
export function noticePermission(): NotificationPermission {
  try {
    return takesNotices() ? Notification.permission : 'denied';
  } catch {
    return 'denied';
  }
}

/** Has the browser ask its user for permission, if it has not. */
export async function askNoticePermission(): Promise<NotificationPermission> {
  try {
    return await Notification.requestPermission();
  } catch {
    return noticePermission();
  }
}
