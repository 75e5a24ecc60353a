import { useTexts } from '../../i18n/use-texts.ts';
import { Banner } from '../../ui/banner.tsx';
import { type Specimen, State } from './specimen.tsx';

/** What people read. */
export const displaySpecimens: readonly Specimen[] = [
  { id: 'banners', title: 'components:display.banner.title', Content: Banners },
];

function Banners() {
  const t = useTexts('components');
  return (
    <>
      <State name={t('display.banner.info')}>
        <Banner>{t('display.banner.infoText')}</Banner>
      </State>
      <State name={t('display.banner.ok')}>
        <Banner tone="ok">{t('display.banner.okText')}</Banner>
      </State>
      <State name={t('display.banner.warning')}>
        <Banner tone="warning" title={t('display.banner.warningTitle')}>
          {t('display.banner.warningText')}
        </Banner>
      </State>
      <State name={t('display.banner.danger')}>
        <Banner tone="danger" title={t('display.banner.dangerTitle')}>
          {t('display.banner.dangerText')}
        </Banner>
      </State>
    </>
  );
}
