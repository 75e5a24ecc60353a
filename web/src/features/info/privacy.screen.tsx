import { useTexts } from '../../i18n/use-texts.ts';
import { ReadingSections } from './reading-sections.tsx';
import { InfoPage } from './info-page.tsx';

const SECTIONS = ['collect', 'use', 'share', 'keep', 'browser', 'rights', 'complain'] as const;

/** Privacy page: stored data of a cardholder, its purposes and their rights. */
export function PrivacyScreen() {
  const t = useTexts('info');
  return (
    <InfoPage title={t('privacy.title')} lead={t('privacy.lead')}>
      <ReadingSections page="privacy" sections={SECTIONS} />
    </InfoPage>
  );
}
