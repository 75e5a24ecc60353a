import { useState } from 'react';
import { useLanguage } from '../../i18n/use-texts.ts';
import { readStored, store } from '../../browser/storage.ts';
import { Banner } from '../../ui/banner.tsx';
import { useSystemNotices } from './use-system-notices.ts';

const DISMISSED_KEY = 'wattle.notices.dismissed';

function dismissedIds(): readonly string[] {
  const kept = readStored('localStorage', DISMISSED_KEY);
  return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
}

/** Notices of the brand that are current, until their reader puts them away on this browser. */
export function SystemNotices() {
  const language = useLanguage();
  const [dismissed, setDismissed] = useState(dismissedIds);
  const { notices } = useSystemNotices();
  const shown = notices.filter((notice) => !dismissed.includes(notice.Id));
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
