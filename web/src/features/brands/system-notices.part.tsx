import { getSystemNotifications, type SystemNotification } from '@wattle/contract/brands/get-system-notifications.ts';
import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
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
  const [notices, setNotices] = useState<readonly SystemNotification[]>([]);
  const [dismissed, setDismissed] = useState(dismissedIds);
  useEffect(() => {
    let isGone = false;
    // The page goes on without them, so a failure is not shown.
    void call(getSystemNotifications, { body: { brandIdentifier: BrandIdentifier, tenantId: TenantId } }).then(
      (answer) => {
        if (answer.ok && !isGone) setNotices(answer.value.Notifications);
      },
    );
    return () => {
      isGone = true;
    };
  }, [BrandIdentifier, TenantId]);

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
