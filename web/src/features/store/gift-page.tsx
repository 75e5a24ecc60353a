import './gift-page.css';
import type { ReactNode } from 'react';
import { useBrand } from '../../brand/brand.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { AppIcon, type AppIconName } from '../../ui/app-icon.tsx';
import type { Collection } from './collection.ts';
import { Plastic } from './plastic.tsx';

type Gift = NonNullable<Collection['Gift']>;
type GiftPageProps = {
  readonly gift: Gift;
  /** Form that opens the card. */
  readonly children: ReactNode;
};

/** Landing page of a gift: from whom it is, the card and the sender's words, and what opens it. */
export function GiftPage({ gift, children }: GiftPageProps) {
  const t = useTexts('store');
  const format = useFormat();
  const { SupportPhoneNumber: phone } = useBrand();
  const { SenderName: sender, Scheme: scheme } = gift;
  const amount = format.money(gift.Amount);
  const facts: readonly { readonly icon: AppIconName; readonly title: string; readonly text: string }[] = [
    {
      icon: 'shopping',
      title: t(gift.Kind === 'virtual' ? 'gift.online' : 'gift.onCard', { amount }),
      text: t('gift.where', { scheme }),
    },
    {
      icon: 'calendar',
      // Within two weeks, so without its year.
      title: t('gift.openBy', { date: format.dayInWords(gift.OpenBy, gift.OpenBy) }),
      text: t('gift.openByText'),
    },
    { icon: 'key', title: t('gift.code', { name: sender }), text: t('gift.codeText') },
  ];
  return (
    <>
      <section className="gift__hero">
        <div className="gift__inner">
          <p className="gift__from">{t('gift.from', { name: sender })}</p>
          <h1 className="gift__title" tabIndex={-1}>
            {t('gift.for', { name: gift.RecipientName })}
          </h1>
          <p className="visually-hidden">{t('gift.card', { amount, product: gift.ProductName })}</p>
          <div className="gift__plastic">
            <Plastic card={gift}>{amount}</Plastic>
          </div>
          {gift.Message === '' ? null : (
            <figure className="gift__quote">
              <blockquote>{gift.Message}</blockquote>
              <figcaption>{sender}</figcaption>
            </figure>
          )}
        </div>
      </section>
      <div className="gift__inner gift__rest">
        {children}
        <ul className="gift__facts">
          {facts.map(({ icon, title, text }) => (
            <li key={icon}>
              <AppIcon name={icon} size="m" />
              <span>
                <b>{title}</b>
                <span>{text}</span>
              </span>
            </li>
          ))}
        </ul>
        <p className="gift__stranger">
          <span>{t('gift.stranger', { name: sender })}</span> <a href={`tel:${phone.replace(/\s/g, '')}`}>{phone}</a>
        </p>
      </div>
    </>
  );
}
