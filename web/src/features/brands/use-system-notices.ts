import { getSystemNotifications } from '@wattle/contract/brands/get-system-notifications.ts';
import { useOperation } from '../../api/use-operation.ts';
import { useBrand } from '../../brand/brand.ts';

/** Notices of the brand that are current. A page goes on without them, so a failure is none. */
export function useSystemNotices() {
  const { BrandIdentifier, TenantId } = useBrand();
  const { data, isPending } = useOperation(getSystemNotifications, {
    body: { brandIdentifier: BrandIdentifier, tenantId: TenantId },
  });
  return { notices: data?.Notifications ?? [], isPending };
}
