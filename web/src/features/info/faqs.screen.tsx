import './faqs.css';
import { Link } from 'react-router';
import { useBrand } from '../../brand/brand.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { AppIcon } from '../../ui/app-icon.tsx';
import { InfoPage, InfoSection } from './info-page.tsx';

const GROUPS = [
  { name: 'signIn', questions: ['code', 'locked', 'signedOut', 'language'] },
  { name: 'card', questions: ['lost', 'off', 'number'] },
  { name: 'money', questions: ['available', 'pending', 'declined', 'unknown'] },
  { name: 'safety', questions: ['asked', 'shared'] },
] as const;

/** Questions that people ask, each opened where it stands. */
export function FaqsScreen() {
  const t = useTexts('info');
  const { BrandName } = useBrand();
  return (
    <InfoPage title={t('faqs.title')} lead={t('faqs.lead', { brand: BrandName })}>
      {GROUPS.map(({ name, questions }) => (
        <InfoSection key={name} title={t(`faqs.${name}`)}>
          <div className="faqs">
            {questions.map((question) => (
              <details className="faqs__one" key={question}>
                <summary className="faqs__question">
                  <span>{t(`faqs.${name}.${question}.question`)}</span>
                  <AppIcon name="down" size="s" />
                </summary>
                <p className="faqs__answer">{t(`faqs.${name}.${question}.answer`)}</p>
              </details>
            ))}
          </div>
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
