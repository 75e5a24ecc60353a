import '../../../ui/receipt.css';
import { useEffect, useRef } from 'react';
import { useNavigate } from '../../../router/public.ts';
import { useBrand } from '../../../brand/brand.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useErrorTexts, useTexts } from '../../../i18n/use-texts.ts';
import { usePageTitle } from '../../../layout/page-title.ts';
import { PaperLogo } from '../../../layout/paper-logo.tsx';
import { paths } from '../../../paths.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Receipt, type ReceiptRow } from '../../../ui/receipt.tsx';
import { showToast } from '../../../ui/toasts.ts';
import { cardWords } from '../public.ts';
import { inGroups, messageFor } from './settings.domain.ts';
import type { StoppedCard } from './use-stop-card.ts';

/** Confirmation of a blocked card with its reference number. */
export function BlockDone({ done }: { readonly done: StoppedCard }) {
  const t = useTexts('settings');
  const format = useFormat();
  const errorText = useErrorTexts();
  const { BrandName, SupportPhoneNumber: phone } = useBrand();
  const navigate = useNavigate();
  const box = useRef<HTMLDivElement>(null);
  const { card, reason, reference, fee, notOrdered, waits, at } = done;
  const title = t(`done.${reason}`);
  usePageTitle(title);
  useEffect(() => {
    const heading = box.current?.querySelector('h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus();
  }, []);
  const message = t(messageFor(reason, fee !== null));
  const rows: ReceiptRow[] = [
    ...(reference === null ? [] : [{ term: t('done.reference'), value: inGroups(reference) }]),
    { term: t('review.card'), value: cardWords(card) },
    {
      term: t('done.reported'),
      value: t(`done.how.${reason}`),
      detail: t('done.when', { date: format.dateOf(at), time: format.timeOf(at) }),
    },
    ...(fee === null ? [] : [{ term: t('review.fee'), value: fee === 0 ? t('stop.noFee') : format.money(fee) }]),
  ];
  const toCards = () => {
    showToast({ text: message });
    void navigate(paths.cardHome());
  };
  return (
    <div ref={box}>
      <Receipt title={title} lead={message} issuer={{ name: BrandName, logo: <PaperLogo /> }} rows={rows}>
        {notOrdered === null ? null : (
          <Banner tone="warning" title={t('done.notOrdered')}>
            {errorText(notOrdered)}
          </Banner>
        )}
        {waits ? <Banner title={t('stop.waitsTitle')}>{t('stop.waits', { phone })}</Banner> : null}
        {fee === null ? null : <p>{t('done.next')}</p>}
        <Button wide onClick={toCards}>
          {t('done.cards')}
        </Button>
      </Receipt>
    </div>
  );
}
