import { DEFAULT_LANGUAGE } from '@wattle/contract/rules/languages.ts';
import { useBrand } from '../../brand/brand.ts';
import { useLanguage, useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { InfoPage, InfoSection } from './info-page.tsx';
import { InfoRow, InfoRows, OwnPageRow } from './info-rows.tsx';
import { ReadingSections } from './reading-sections.tsx';

const SECTIONS = ['what', 'control', 'holds', 'fees', 'expiry', 'wrong'] as const;

/** Product information page with the documents that are legally binding. */
export function ProductInformationScreen() {
  const t = useTexts('info');
  const language = useLanguage();
  const { PDSText, TermsUrl, FsgUrl } = useBrand();
  return (
    <InfoPage title={t('product.title')} lead={t('product.lead')}>
      <ReadingSections page="product" sections={SECTIONS} />
      {PDSText ? (
        <InfoSection title={t('product.disclosure')}>
          {language === DEFAULT_LANGUAGE ? null : <p>{t('product.disclosureLanguage')}</p>}
          <p className="info-page__quote" lang="en-AU">
            {PDSText}
          </p>
        </InfoSection>
      ) : null}
      <InfoSection title={t('product.more')}>
        <InfoRows>
          <OwnPageRow href={TermsUrl}>{t('product.terms')}</OwnPageRow>
          <OwnPageRow href={FsgUrl}>{t('product.guide')}</OwnPageRow>
          <InfoRow to={paths.contactUs()}>{t('contact.title')}</InfoRow>
        </InfoRows>
      </InfoSection>
    </InfoPage>
  );
}
