import './bell.css';
import { countNotifications, UNREAD_MAX } from '@wattle/contract/notifications/count-notifications.ts';
import { useEffect } from 'react';
import { useOperation } from '../../api/use-operation.ts';
import { showBadge } from '../../browser/badge.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { NavLink } from '../../router/public.ts';
import { onSessionEnd, useIsUser } from '../../session/session.ts';
import { AppIcon } from '../../ui/app-icon.tsx';

onSessionEnd(() => showBadge(0));

/** Leads to what happened; its dot says that something is unread. A person with only a card has no notifications. */
export function Bell() {
  const t = useTexts('common');
  const isUser = useIsUser();
  const unread = useOperation(countNotifications, {}, { isEnabled: isUser }).data?.Unread ?? 0;
  useEffect(() => showBadge(unread), [unread]);
  if (!isUser) return null;
  const count = Math.min(unread, UNREAD_MAX - 1);
  const key = unread === 0 ? 'title' : unread < UNREAD_MAX ? 'unread' : 'many';
  return (
    <NavLink className="tool bell" to={paths.notifications()} aria-label={t(`notifications.${key}`, { count })}>
      <AppIcon name="bell" />
      {unread > 0 ? <span className="bell__dot" /> : null}
    </NavLink>
  );
}
