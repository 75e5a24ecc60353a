import './parties.css';
import type { ReactNode } from 'react';
import { Icon } from '../icon.tsx';

export type Party = {
  /** A card's picture. */
  readonly picture?: ReactNode;
  /** In a circle if there is no picture; default: initials of the name. */
  readonly icon?: ReactNode;
  readonly name: string;
  readonly detail: string;
};

/** Payer and payee side by side. Hidden from screen readers, because the rows of the review have the same content. */
export function Parties({ from, to }: { readonly from: Party; readonly to: Party }) {
  return (
    <div className="parties" aria-hidden="true">
      <PartyView party={from} />
      <Icon name="next" />
      <PartyView party={to} />
    </div>
  );
}

function PartyView({ party }: { readonly party: Party }) {
  return (
    <div>
      <span className="parties__picture">
        {party.picture ?? <span className="parties__round">{party.icon ?? initials(party.name)}</span>}
      </span>
      <b className="parties__name">{party.name}</b>
      <span className="parties__detail">{party.detail}</span>
    </div>
  );
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const letters = [words.at(0), words.length > 1 ? words.at(-1) : undefined];
  return letters
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}
