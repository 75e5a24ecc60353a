import { useTexts } from '../../i18n/use-texts.ts';
import { ReadingSections } from './reading-sections.tsx';
import { InfoPage } from './info-page.tsx';

const SECTIONS = ['collect', 'use', 'share', 'keep', 'browser', 'rights', 'complain'] as const;

/** What is kept about a cardholder, why, and what they can ask for. */
export function PrivacyScreen() {
  const t = useTexts('info');
  return (
    <InfoPage title={t('privacy.title')} lead={t('privacy.lead')}>
      <ReadingSections page="privacy" sections={SECTIONS} />
    </InfoPage>
  );
}
