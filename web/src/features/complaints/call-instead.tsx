import { useBrand } from '../../brand/brand.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';

/** The number to call instead of writing. */
export function CallInstead() {
  const t = useTexts('complaints');
  const { SupportPhoneNumber: phone } = useBrand();
  return (
    <a className={buttonClass({ tone: 'text', wide: true })} href={`tel:${phone.replace(/\s/g, '')}`}>
      <Icon name="phone" size="s" />
      {t('call', { phone })}
    </a>
  );
}
