import { useTexts } from '../../../i18n/use-texts.ts';
import { ContactlessSwitch } from './contactless-switch.tsx';
import { SettingPage } from './setting-page.part.tsx';
import { offers } from './settings.domain.ts';

/** Tap and go, on or off. */
export function ContactlessScreen() {
  const t = useTexts('settings');
  return (
    <SettingPage title={t('contactless.title')} isOffered={offers.contactless}>
      {({ card, details }) => (
        <div className="panel setting-page__panel">
          <ContactlessSwitch card={card} details={details} />
        </div>
      )}
    </SettingPage>
  );
}
