import './order.css';
import { Link } from '../../router/public.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { Disclosure, DisclosureList } from '../../ui/pages/disclosure.tsx';
import { JourneyPage } from '../../ui/pages/journey-page.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { StoreFrame } from './store-frame.tsx';
import { useCatalogue } from './use-catalogue.ts';

/** Their answers name numbers of the catalogue. */
const OF_CATALOGUE: readonly string[] = ['fee', 'limit'];
const QUESTIONS = ['get', 'code', 'lost', 'gift', 'takeBack', 'fee', 'limit', 'refund', 'keep', 'activate'] as const;

/** Frequently asked questions about the store, each expanded in place. */
export function StoreFaqsScreen() {
  const t = useTexts('store');
  const common = useTexts('common');
  const format = useFormat();
  const { catalogue, failure } = useCatalogue();
  const values = {
    fee: format.money(catalogue?.Fee ?? 0),
    count: catalogue?.MaximumCards ?? 0,
    total: format.money(catalogue?.MaximumTotal ?? 0),
    age: catalogue?.MinimumAge ?? 0,
  };
  return (
    <StoreFrame>
      <JourneyPage title={t('faqs.title')} back={{ to: paths.store(), link: Link }}>
        <DisclosureList>
          {QUESTIONS.filter((name) => failure === null || !OF_CATALOGUE.includes(name)).map((name) => (
            <Disclosure key={name} title={t(`faqs.${name}.question`)}>
              {catalogue === null && OF_CATALOGUE.includes(name) ? (
                <Skeleton width="60%" />
              ) : (
                <p>{t(`faqs.${name}.answer`, values)}</p>
              )}
            </Disclosure>
          ))}
        </DisclosureList>
        <p>
          {t('faqs.more')} <Link to={paths.contactUs()}>{common('info.contactUs')}</Link>
        </p>
      </JourneyPage>
    </StoreFrame>
  );
}
