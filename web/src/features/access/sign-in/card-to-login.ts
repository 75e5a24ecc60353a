import type { ElementComponent } from '../../../jsx/jsx-types.d.ts';

/** Outcome of an upgrade from outside. */
export type UpgradeOutcome = {
  readonly suffix: string;
  /** Facts that the page of the request shows; null if the card belongs to the login and the request was refused. */
  readonly requested: { readonly reference: string; readonly fee: number; readonly card: string } | null;
};

/** Hooks of the activation for a sign-in that adds the card being activated or upgraded to an existing login. */
export type CardToLogin = {
  /** Token of the card, sent with the sign-in; null once it has expired. */
  readonly token: () => Promise<string | null>;
  readonly end: () => void;
  readonly requestUpgrade: () => Promise<UpgradeOutcome>;
  /** Above the sign-in of an upgrade. */
  readonly UpgradeHeader: ElementComponent;
};

let load: (() => Promise<CardToLogin>) | undefined;

/** The activation imports this feature, so app/ hands in what this one needs of it. */
export function setCardToLogin(loader: () => Promise<CardToLogin>): void {
  load = loader;
}

export async function loadCardToLogin(): Promise<CardToLogin> {
  if (!load) throw new Error('Nobody has handed in the activation');
  return await load();
}
