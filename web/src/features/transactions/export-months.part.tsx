import { useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { SaveShape } from '../../ui/save-button.tsx';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../missing-script/lazy-part.tsx';

/** Its code is loaded on first use. */
const ExportDialog = lazyPart(async () => (await import('./export-dialog.tsx')).ExportDialog);

/** Saves the transactions of the chosen months as a file. */
export function ExportMonths({ accountNumber }: { readonly accountNumber: string }) {
  const t = useTexts('transactions');
  const [isChoosing, setChoosing] = useState(false);
  return (
    <>
      <Button tone="tonal" small onClick={() => setChoosing(true)}>
        <SaveShape />
        {t('export.title')}
      </Button>
      {isChoosing ? <ExportDialog accountNumber={accountNumber} onClose={() => setChoosing(false)} /> : null}
    </>
  );
}
