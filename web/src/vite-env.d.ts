/// <reference types="vite/client" />

interface Window {
  /** Kept by the inline script: the browser's offer to install the site. */
  installOffer?: Event;
  /** Set by the inline script: this browser is older than the app allows. */
  isTooOld?: boolean;
}
