import { getSystemNotifications } from '@wattle/contract/brands/system-notifications.ts';
import { useOperation } from '../../api/use-operation.ts';
import { useBrand } from '../../brand/brand.ts';

/** Current notices of the brand. A page does without them, so failures are ignored. */
export function useSystemNotices() {
  const { BrandIdentifier, TenantId } = useBrand();
  const { data, isPending } = useOperation(getSystemNotifications, {
    body: { brandIdentifier: BrandIdentifier, tenantId: TenantId },
  });
  return { notices: data?.Notifications ?? [], isPending };
}
