import { getSystemNotifications } from '@wattle/contract/brands/get-system-notifications.ts';
import { useState } from 'react';
import { useOperation } from '../../api/use-operation.ts';
import { useBrand } from '../../brand/brand.ts';
import { useLanguage } from '../../i18n/use-texts.ts';
import { readStored, store } from '../../storage.ts';
import { Banner } from '../../ui/banner.tsx';

const DISMISSED_KEY = 'wattle.notices.dismissed';

function dismissedIds(): readonly string[] {
  const kept = readStored('localStorage', DISMISSED_KEY);
  return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
}

/** Notices of the brand that are current, until their reader puts them away on this browser. */
export function SystemNotices() {
  const { BrandIdentifier, TenantId } = useBrand();
  const language = useLanguage();
  const [dismissed, setDismissed] = useState(dismissedIds);
  // The page goes on without them, so a failure is not shown.
  const { data } = useOperation(getSystemNotifications, {
    body: { brandIdentifier: BrandIdentifier, tenantId: TenantId },
  });
  const notices = data?.Notifications ?? [];
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
