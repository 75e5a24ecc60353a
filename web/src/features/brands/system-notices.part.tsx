import { PAYMENT_METHODS, type PaymentMethod } from '@wattle/contract/rules/payment-methods.ts';
import { useState } from 'react';
import { useLanguage } from '../../i18n/use-texts.ts';
import { readStored, store } from '../../browser/storage.ts';
import { Banner } from '../../ui/banner.tsx';
import { canPay, useCards } from '../cards/public.ts';
import { useSystemNotices } from './use-system-notices.ts';

const DISMISSED_KEY = 'wattle.notices.dismissed';

function dismissedIds(): readonly string[] {
  const kept = readStored('localStorage', DISMISSED_KEY);
  return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
}

/** Notices of the brand that are current and about what their reader can do, until their reader puts them away on this browser. */
export function SystemNotices() {
  const language = useLanguage();
  const [dismissed, setDismissed] = useState(dismissedIds);
  const { notices } = useSystemNotices();
  const { cards } = useCards();
  const isMeant = (method: PaymentMethod | null) =>
    method === null || cards.some((card) => canPay(card) && card[PAYMENT_METHODS[method].cardField]);
  const shown = notices.filter((notice) => !dismissed.includes(notice.Id) && isMeant(notice.PaymentMethod));
  const dismiss = (id: string) => {
    // Ids of notices that are over are dropped, so that the list does not grow for ever.
    const next = [...dismissed.filter((known) => notices.some((notice) => notice.Id === known)), id];
    setDismissed(next);
    store('localStorage', DISMISSED_KEY, next);
  };
  return shown.map((notice) => (
    <Banner
      key={notice.Id}
      tone={notice.Level}
      title={notice.Texts[language].Title}
      role="note"
      onDismiss={() => dismiss(notice.Id)}
    >
      {notice.Texts[language].Body}
    </Banner>
  ));
}
