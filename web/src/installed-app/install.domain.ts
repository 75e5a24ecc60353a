export type InstallFacts = {
  /** The page runs as an installed app. */
  readonly isInstalled: boolean;
  /** The browser has offered to install the site. */
  readonly isOffered: boolean;
  readonly isIos: boolean;
  /** This browser keeps what the person answers. */
  readonly isKept: boolean;
  /** It was offered on this browser before, whatever the answer was. */
  readonly wasShown: boolean;
};

/** How the app is offered: by the browser's own question, by words where there is none (iOS), or not at all. */
export function installOfferOf({
  isInstalled,
  isOffered,
  isIos,
  isKept,
  wasShown,
}: InstallFacts): 'ask' | 'words' | null {
  if (isInstalled || wasShown || !isKept) return null;
  if (isOffered) return 'ask';
  return isIos ? 'words' : null;
}
