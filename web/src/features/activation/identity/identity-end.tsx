import type { ReactNode } from 'react';
import { useBrand } from '../../../brand/brand.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { JourneyPage } from '../../../ui/pages/journey-page.tsx';

type IdentityEndProps = {
  readonly title: string;
  readonly lead: string;
  readonly what: string;
  /** Other ways on. */
  readonly children?: ReactNode;
};

/** Page for a failed identification: the meaning, the next step and the number to call. */
export function IdentityEnd({ title, lead, what, children }: IdentityEndProps) {
  const t = useTexts('identity');
  const { SupportPhoneNumber: phone } = useBrand();
  return (
    <JourneyPage title={title} lead={lead}>
      <div className="activation__form">
        <p>{what}</p>
        <a className={buttonClass({ wide: true })} href={`tel:${phone.replace(/\s/g, '')}`}>
          <Icon name="phone" size="s" />
          {t('call', { phone })}
        </a>
        {children}
      </div>
    </JourneyPage>
  );
}
