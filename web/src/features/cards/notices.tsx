import { getSystemNotifications, type SystemNotification } from '@wattle/contract/brands/get-system-notifications.ts';
import { useState } from 'react';
import { useOperation } from '../../api/use-operation.ts';
import { useBrand } from '../../brand/brand.ts';
import { useLanguage } from '../../i18n/use-texts.ts';
import { readStored, store } from '../../storage.ts';
import { Banner } from '../../ui/banner.tsx';

const STORAGE_KEY = 'wattle.dismissedNotices';

function dismissedBefore(): readonly string[] {
  const value = readStored('sessionStorage', STORAGE_KEY);
  return Array.isArray(value) ? value.map(String) : [];
}

/** Notices of the brand that are current now and were not put away in this tab. The page goes on without them. */
export function useNotices(): {
  readonly notices: readonly SystemNotification[];
  readonly dismiss: (id: string) => void;
} {
  const brand = useBrand();
  const answer = useOperation(getSystemNotifications, {
    body: { brandIdentifier: brand.BrandIdentifier, tenantId: brand.TenantId, tenantName: brand.TenantName },
  });
  const [dismissed, setDismissed] = useState(dismissedBefore);
  return {
    notices: (answer.data?.Notifications ?? []).filter((notice) => !dismissed.includes(notice.Id)),
    dismiss: (id) => {
      const next = [...dismissed, id];
      store('sessionStorage', STORAGE_KEY, next);
      setDismissed(next);
    },
  };
}

type NoticesProps = { readonly notices: readonly SystemNotification[]; readonly onDismiss: (id: string) => void };

export function Notices({ notices, onDismiss }: NoticesProps) {
  const language = useLanguage();
  return notices.map((notice) => (
    <Banner
      key={notice.Id}
      tone={notice.Level === 'warning' ? 'warning' : 'info'}
      role="note"
      title={notice.Texts[language].Title}
      onDismiss={() => onDismiss(notice.Id)}
    >
      {notice.Texts[language].Body}
    </Banner>
  ));
}
