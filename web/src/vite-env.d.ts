/// <reference types="vite/client" />

interface Window {
  /** Kept by the inline script: the browser's offer to install the site. */
  installOffer?: Event;
}
