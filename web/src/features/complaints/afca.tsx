import { useTexts } from '../../i18n/use-texts.ts';
import { Banner } from '../../ui/banner.tsx';
import { ExternalLink } from '../../ui/external-link.tsx';

/** Where a person can go who is not happy with an answer. Name, number and address are texts, which a brand may change. */
export function Afca() {
  const t = useTexts('complaints');
  const phone = t('afca.phone');
  const mail = t('afca.mail');
  return (
    <Banner title={t('afca.title')}>
      <p>{t('afca.text', { name: t('afca.name') })}</p>
      <ul className="afca">
        <li>
          <ExternalLink href={`https://www.${t('afca.site')}`}>{t('afca.site')}</ExternalLink>
        </li>
        <li>
          <a href={`tel:${phone.replace(/\s/g, '')}`}>{phone}</a>
        </li>
        <li>
          <a href={`mailto:${mail}`}>{mail}</a>
        </li>
        <li>{t('afca.post')}</li>
      </ul>
    </Banner>
  );
}
