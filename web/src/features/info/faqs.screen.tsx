import { Link } from '../../router/public.ts';
import { useBrand } from '../../brand/brand.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { FaqGroups } from './faq-groups.tsx';
import { InfoPage, InfoSection } from './info-page.tsx';

/** Frequently asked questions, each expanded in place. */
export function FaqsScreen() {
  const t = useTexts('info');
  const { BrandName } = useBrand();
  return (
    <InfoPage title={t('faqs.title')} lead={t('faqs.lead', { brand: BrandName })}>
      <FaqGroups />
      <InfoSection title={t('faqs.more')}>
        <p>
          {t('faqs.moreText')} <Link to={paths.contactUs()}>{t('contact.title')}</Link>
        </p>
      </InfoSection>
    </InfoPage>
  );
}
