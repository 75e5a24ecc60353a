import { openView } from '@wattle/contract/access/view.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { send } from '../../../api/send.ts';
import { useBrand } from '../../../brand/brand.ts';
import { takeFragment } from '../../../browser/fragment.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { forgetWantedPage } from '../../../next-page.ts';
import { paths } from '../../../paths.ts';
import { useNavigate } from '../../../router/public.ts';
import { currentSession, startSession } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { DonePage } from '../done-page.part.tsx';

/** `over`: no valid ticket. `occupied`: the tab has a session, which does not change. */
type State = 'opening' | 'over' | 'occupied' | 'outside' | 'failed';

/** Opens a view by the ticket that the desk has put behind `#`, in a tab without a session. */
export function ViewAsScreen() {
  const t = useTexts('accountView');
  const common = useTexts('common');
  const { BrandIdentifier: brand } = useBrand();
  const navigate = useNavigate();
  const [state, setState] = useState<State>('opening');
  const ticket = useRef<string>(null);

  const open = async (given: string) => {
    setState('opening');
    const answer = await send(openView, { body: { brand, ticket: given } });
    // Someone has signed in here meanwhile.
    if (currentSession()) return setState('occupied');
    if (!answer.ok) {
      const isRefused = answer.status >= 400 && answer.status < 500 && answer.status !== 429;
      return setState(answer.status === 404 ? 'outside' : isRefused ? 'over' : 'failed');
    }
    const { Staff: staff, Person: person } = answer.value;
    startSession('account', brand, answer.value, { staff, person });
    return navigate(paths.cardHome(), { replace: true });
  };

  const begin = useEffectEvent(() => {
    if (ticket.current !== null) return;
    const given = takeFragment();
    ticket.current = given;
    forgetWantedPage();
    const session = currentSession();
    if (session?.view && given === '') void navigate(paths.cardHome(), { replace: true });
    else if (session) setState('occupied');
    else if (given === '') setState('over');
    else void open(given);
  });
  useEffect(() => begin(), []);

  if (state === 'opening') return <p role="status">{t('opening')}</p>;
  return (
    <DonePage key={state} tone="brand" title={t(`${state}.title`)} picture={<Icon name="info" />}>
      <p>{t(`${state}.text`)}</p>
      {state === 'failed' ? <Button onClick={() => void open(ticket.current ?? '')}>{common('retry')}</Button> : null}
    </DonePage>
  );
}
