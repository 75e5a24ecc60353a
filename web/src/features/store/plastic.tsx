import './plastic.css';
import type { StoreProduct } from '@wattle/contract/store/store.ts';
import type { ReactNode } from 'react';
import { useBrand } from '../../brand/brand.ts';
import { classNames } from '../../ui/class-names.ts';

type PlasticProps = {
  readonly card: Pick<StoreProduct, 'ProductName' | 'Art' | 'IsDarkArt'>;
  /** Text printed on the card, such as the amount of a gift. */
  readonly children?: ReactNode;
};

/** The front of a card as it is sold: its brand's art and its name. The text around it says the same in words. */
export function Plastic({ card, children }: PlasticProps) {
  const { BrandName } = useBrand();
  return (
    <span className={classNames('plastic', card.IsDarkArt && 'plastic--dark')} aria-hidden="true">
      {card.Art === null ? null : <img src={card.Art} alt="" width="320" height="202" draggable="false" />}
      <span className="plastic__brand">{BrandName}</span>
      <span className="plastic__name">{card.ProductName}</span>
      {children === undefined ? null : <span className="plastic__amount">{children}</span>}
    </span>
  );
}

/** The same, too small for words. */
export function MiniPlastic({ card }: { readonly card: Pick<StoreProduct, 'Art'> }) {
  return (
    <span className="mini-plastic" aria-hidden="true">
      {card.Art === null ? null : <img src={card.Art} alt="" width="320" height="202" />}
    </span>
  );
}
