import { matchesMedia } from './media.ts';

type InstallEvent = Event & {
  prompt(): Promise<unknown>;
  readonly userChoice: Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
};

/** The browser's offer to install the site, which the inline script keeps. It can be used once. */
export function keptInstallOffer(): InstallEvent | null {
  const { installOffer } = window;
  return installOffer && 'prompt' in installOffer ? (installOffer as InstallEvent) : null;
}

/** Has the browser ask whether to install the site. False: the person said no, or the browser does not ask. */
export async function askToInstall(): Promise<boolean> {
  const offer = keptInstallOffer();
  delete window.installOffer;
  try {
    await offer?.prompt();
    return (await offer?.userChoice)?.outcome === 'accepted';
  } catch {
    return false;
  }
}

/** Whether the page already runs as an installed app. */
export function isInstalled(): boolean {
  return matchesMedia('(display-mode: standalone)') || (navigator as { standalone?: boolean }).standalone === true;
}

/** iPhones and iPads install from a menu, which a page can only describe. An iPad calls itself a Mac. */
export function isIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
}
