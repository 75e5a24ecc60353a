import './keep-slip.css';
import { type ReactNode, useState } from 'react';
import { canShare, shareText } from '../../browser/share.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { AppIcon } from '../app-icon.tsx';
import { Button } from '../button.tsx';
import { Stroke } from '../charts/stroke.tsx';
import { useCopy } from '../use-copy.ts';

const SHARE = 'M12 15V4M8 7.5 12 3.5l4 4M7.5 10.5h-2v10h13v-10h-2';
const PRINT =
  'M7 8.5v-5h10v5M7 16.5H5a1.5 1.5 0 0 1-1.5-1.5v-5A1.5 1.5 0 0 1 5 8.5h14a1.5 1.5 0 0 1 1.5 1.5v5a1.5 1.5 0 0 1-1.5 1.5h-2M7 13.5h10v7H7z';

type KeepSlipProps = {
  readonly title: string;
  readonly text: string;
  /** Receipt or reference number, copied without other text. */
  readonly number?: string | undefined;
  /** Saves it as a file; where there is none it is printed. */
  readonly save?: ReactNode;
  /** Another way to keep it. */
  readonly more?: ReactNode;
};

/** Shares a receipt (copies it where the device has no sheet), saves or prints it, copies its number. */
export function KeepSlip({ title, text, number, save, more }: KeepSlipProps) {
  const t = useTexts('ui');
  const whole = useCopy(text);
  const alone = useCopy(number ?? '');
  const [status, setStatus] = useState('');
  const copy = async ({ copy: run }: typeof whole, done: string) =>
    setStatus(t((await run()) ? done : 'receipt.copyFailed'));
  const share = async () => {
    if (canShare() && (await shareText(title, text)) !== 'failed') return;
    await copy(whole, 'receipt.copied');
  };
  return (
    <div className="keep-slip">
      <Button tone="text" small onClick={() => void share()}>
        {canShare() ? <Stroke shape={SHARE} size="s" /> : <AppIcon name="copy" size="s" />}
        {t(canShare() ? 'receipt.share' : 'receipt.copy')}
      </Button>
      {save ?? (
        <Button tone="text" small onClick={() => window.print()}>
          <Stroke shape={PRINT} size="s" />
          {t('receipt.print')}
        </Button>
      )}
      {more}
      {number ? (
        <Button tone="text" small onClick={() => void copy(alone, 'receipt.numberCopied')}>
          <AppIcon name="copy" size="s" />
          {t('receipt.copyNumber')}
        </Button>
      ) : null}
      <p className="keep-slip__status" role="status">
        {status}
      </p>
    </div>
  );
}
