/**
 * The one inline script of every page: sets the theme of this device, and says that the page has not loaded, in words
 * that the server has written into it. It does so when a script of the app does not come, cannot be read by this browser or fails before the first page is
 * drawn, and when 8 seconds have passed without one. The app takes the words away as soon as it draws, late as it may be.
 *
 * The build translates it for old browsers, and the policy of the page names its hash: it is the same for everybody.
 */
(() => {
  const LATE_MS = 8_000;

  // The theme of this device, before the first paint. `browser/theme.ts` keeps it.
  try {
    const theme = window['localStorage'].getItem('wattle.theme');
    if (theme === '"dark"' || theme === '"light"')
      document.documentElement.setAttribute('data-theme', theme.slice(1, -1));
  } catch {
    // Storage that is blocked: that of the system.
  }

  function show(): void {
    const words = document.getElementById('not-loaded');
    if (words) {
      words.hidden = false;
      const outline = document.getElementById('outline');
      if (outline) outline.hidden = true;
    } else if (document.readyState === 'loading') {
      document.addEventListener('DOMContentLoaded', show, { once: true });
    }
  }

  // A browser may say that the site can be installed before a script of the app listens (`browser/install.ts`).
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    window.installOffer = event;
  });

  // Safari 16, Chrome and Edge 110, Firefox 115: older ones run parts of the app, which would fail somewhere.
  const isTooOld = !('toSorted' in Array.prototype);
  if (isTooOld) {
    window.isTooOld = true;
    document.documentElement.setAttribute('data-too-old', '');
    show();
  }

  const isOurs = (address: string) => address.indexOf(`${location.origin}/assets/app/`) === 0;

  window.addEventListener(
    'error',
    (event) => {
      const { target } = event;
      // A script that did not come, or one that this browser cannot read or run.
      if (isOurs(target instanceof HTMLScriptElement ? target.src : event.filename || '')) show();
    },
    true,
  );
  // A file that the app itself asked for.
  window.addEventListener('unhandledrejection', show);
  setTimeout(show, LATE_MS);
  // A browser older than modules runs no part of the app.
  if (!('noModule' in HTMLScriptElement.prototype)) show();
})();
