import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useTexts } from '../i18n/use-texts.ts';
import type { ElementComponent } from '../jsx/jsx-types.d.ts';
import { PartFailed } from '../layout/part-failed.tsx';
import { showToast } from '../ui/toasts.ts';
import { isMissingFile, reloadForMissingFile } from './missing-file.ts';

/** Field in which something was typed or chosen last. */
let lastUsed: EventTarget | null = null;

document.addEventListener('input', ({ target }) => {
  lastUsed = target;
});

type PartProps = {
  /** Closes a dialog, also where it does not load. */
  readonly onClose?: () => void;
};

/**
 * Part of a page whose code is loaded when it is first shown. Where a file does not come, its place says so and tries
 * again, also once the device is back online; the page around it stays. A file that is gone reloads the page once, for
 * a dialog only where nothing typed would be lost.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ElementComponent<Props>>,
  waiting: ReactNode = null,
): ElementComponent<Props & PartProps> {
  let loaded: ElementComponent<Props> | undefined;
  return function LazyPart(props) {
    const t = useTexts('common');
    const [Part, setPart] = useState(() => loaded);
    const [failure, setFailure] = useState<unknown>(null);
    const [tries, setTries] = useState(0);
    const onFailure = useEffectEvent((error: unknown) => {
      // A dialog is not worth what a reload would lose.
      if (!(props.onClose && (lastUsed as Node | null)?.isConnected) && reloadForMissingFile(error)) return;
      if (!isMissingFile(error) || !props.onClose) return setFailure(error);
      showToast({ text: () => t('loadFailed') });
      props.onClose();
    });
    useEffect(() => {
      if (Part) return;
      let isGone = false;
      load().then(
        (part) => {
          loaded = part;
          if (!isGone) setPart(() => part);
        },
        (error: unknown) => (isGone ? undefined : onFailure(error)),
      );
      return () => {
        isGone = true;
      };
    }, [Part, tries]);
    const again = () => {
      setFailure(null);
      setTries(tries + 1);
    };
    const onOnline = useEffectEvent(again);
    useEffect(() => {
      if (failure === null) return;
      const isBack = () => onOnline();
      window.addEventListener('online', isBack);
      return () => window.removeEventListener('online', isBack);
    }, [failure]);
    if (Part) return <Part {...props} />;
    if (failure === null) return <>{waiting}</>;
    // A fault of the code itself is one of the page.
    if (!isMissingFile(failure)) throw failure as Error;
    return <PartFailed parts={[{ failure, refetch: again }]} text={t('loadFailed')} />;
  };
}
