import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** The kept shell comes where the network fails, also where the device takes itself to be online. */
function isOnline(): boolean {
  return navigator.onLine && document.documentElement.dataset['shell'] !== 'kept';
}

/** False while the device has no network, or none that answers. True says nothing about whether an answer comes. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(subscribe, isOnline);
}
