import { Link } from '../../router/public.ts';
import { useFormat } from '../../i18n/format.ts';
import { type Texts, useTexts } from '../../i18n/use-texts.ts';
import { type BasketCard, removeFromBasket } from './basket.ts';
import { MiniPlastic } from './plastic.tsx';
import { PATH_OF_KIND } from './kind-paths.ts';
import type { Catalogue } from './use-catalogue.ts';

type BasketListProps = { readonly basket: readonly BasketCard[]; readonly catalogue: Catalogue };

/** Cards of the basket, each with controls to edit or remove it. */
export function BasketList({ basket, catalogue }: BasketListProps) {
  const t = useTexts('store');
  const format = useFormat();
  const dateOf = format.dateOf;
  return (
    <ul>
      {basket.map((card, index) => {
        const product = catalogue.Products.find(({ ProductId }) => ProductId === card.ProductId);
        const name = t(card.Gift ? `${card.Kind}.gift` : `${card.Kind}.name`);
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a card of the basket has no name but its place
          <li className="store-item" key={index}>
            {product ? <MiniPlastic card={product} /> : <span />}
            <b>{name}</b>
            <b className="figures">{format.money(card.Amount)}</b>
            <p>{deliveryOf(card, t, dateOf)}</p>
            <div className="store-item__ends">
              <Link to={`${PATH_OF_KIND[card.Kind]()}?card=${index + 1}`}>
                {t('basket.change')}
                <span className="visually-hidden"> {name}</span>
              </Link>
              <button type="button" onClick={() => removeFromBasket(index)}>
                {t('basket.remove')}
                <span className="visually-hidden"> {name}</span>
              </button>
            </div>
          </li>
        );
      })}
    </ul>
  );
}

function deliveryOf({ Gift: gift, Delivery: delivery }: BasketCard, t: Texts, dateOf: (day: string) => string): string {
  if (delivery) {
    const { AddressLine1, Suburb, State, PostCode } = delivery.Address;
    const place = [Suburb, State, PostCode].filter(Boolean).join(' ');
    const to = [delivery.Name, AddressLine1, place].filter(Boolean).join(', ');
    return gift ? t('where.giftByPost', { name: gift.RecipientName, to }) : t('where.post', { to });
  }
  if (!gift) return t('where.own');
  return gift.DeliverOn === null
    ? t('where.gift', { name: gift.RecipientName })
    : t('where.giftOnDay', { name: gift.RecipientName, day: dateOf(gift.DeliverOn) });
}
