import { DEFAULT_LANGUAGE } from '@wattle/contract/rules/languages.ts';
import { useBrand } from '../../brand/brand.ts';
import { useLanguage, useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { useHref } from '../../router/public.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { ExternalLink } from '../../ui/external-link.tsx';

/**
 * Papers that are agreed to, where they are agreed to. Pages open in a new tab, so that what was entered stays; a statement that
 * the brand has as a text opens in its place.
 */
export function Papers() {
  const t = useTexts('activation');
  const language = useLanguage();
  const { PDSText, PrivacyUrl, ProductInformationUrl } = useBrand();
  const product = useHref(paths.productInformation());
  const privacy = useHref(paths.privacy());
  return (
    <section className="activation__papers" aria-label={t('agree.papers')}>
      {PDSText === null ? (
        <p>
          <ExternalLink href={ProductInformationUrl ?? product}>{t('agree.paper.product')}</ExternalLink>
        </p>
      ) : (
        <Disclosure title={t('agree.paper.product')}>
          {language === DEFAULT_LANGUAGE ? null : <p>{t('agree.paper.language')}</p>}
          <p className="activation__statement" lang="en-AU">
            {PDSText}
          </p>
        </Disclosure>
      )}
      <p>
        <ExternalLink href={PrivacyUrl ?? privacy}>{t('agree.paper.privacy')}</ExternalLink>
      </p>
    </section>
  );
}
