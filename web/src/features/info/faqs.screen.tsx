import { Link } from '../../router/public.ts';
import { useBrand } from '../../brand/brand.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { Disclosure, DisclosureList } from '../../ui/pages/disclosure.tsx';
import { InfoPage, InfoSection } from './info-page.tsx';

const GROUPS = [
  { name: 'signIn', questions: ['code', 'locked', 'signedOut', 'language'] },
  { name: 'card', questions: ['lost', 'off', 'number'] },
  { name: 'money', questions: ['available', 'pending', 'declined', 'unknown'] },
  { name: 'safety', questions: ['asked', 'shared'] },
] as const;

/** Frequently asked questions, each expanded in place. */
export function FaqsScreen() {
  const t = useTexts('info');
  const { BrandName } = useBrand();
  return (
    <InfoPage title={t('faqs.title')} lead={t('faqs.lead', { brand: BrandName })}>
      {GROUPS.map(({ name, questions }) => (
        <InfoSection key={name} title={t(`faqs.${name}`)}>
          <DisclosureList>
            {questions.map((question) => (
              <Disclosure key={question} title={t(`faqs.${name}.${question}.question`)}>
                <p>{t(`faqs.${name}.${question}.answer`)}</p>
              </Disclosure>
            ))}
          </DisclosureList>
        </InfoSection>
      ))}
      <InfoSection title={t('faqs.more')}>
        <p>
          {t('faqs.moreText')} <Link to={paths.contactUs()}>{t('contact.title')}</Link>
        </p>
      </InfoSection>
    </InfoPage>
  );
}
